import type { PhotoDraft } from './photo-draft-store.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { changePhotoDraft } from './upload-photo-drafts.ts'

/**
 * Shrinks the photo of a stored draft and detects defects. The original was stored first, so that nothing is lost if
 * the phone ends the app to save memory.
 */
export const shrinkDraft =
  (owner: string) =>
  async ({ id, file }: PhotoDraft): Promise<void> => {
    const shrunk = await shrinkPhoto(file)
    const isSame = shrunk.file === file && shrunk.defect === null
    if (!isSame) await changePhotoDraft(owner, id, shrunk)
  }
