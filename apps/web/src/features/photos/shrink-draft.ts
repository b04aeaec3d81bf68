import type { PhotoDraft } from './photo-draft-store.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { currentPhotoDrafts, savePhotoDraft } from './upload-photo-drafts.ts'

/**
 * Makes the photo of a stored draft small, and tells how it looks. It was stored as it is before: a phone that ends the
 * app to save memory loses nothing.
 */
export const shrinkDraft =
  (owner: string) =>
  async ({ id, file }: PhotoDraft): Promise<void> => {
    const shrunk = await shrinkPhoto(file)
    const draft = currentPhotoDrafts(owner).find((one) => one.id === id)
    const isSame = shrunk.file === file && shrunk.defect === null
    // removed meanwhile, or nothing to change
    if (draft && !isSame) await savePhotoDraft(owner, { ...draft, ...shrunk })
  }
