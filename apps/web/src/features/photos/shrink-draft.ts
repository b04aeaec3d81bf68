import type { PhotoDraft } from './photo-draft-store.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { changePhotoDraft, currentPhotoDrafts } from './upload-photo-drafts.ts'

/** What this page is doing, or has done, by the id of the draft. */
const shrinking = new Map<string, Promise<void>>()

/**
 * Shrinks the photo of a stored draft and detects defects, once. The original was stored first, so that nothing is lost
 * if the phone ends the app to save memory; it is shrunk when its draft is shown again.
 */
export function shrinkDraft(owner: string, { id, file, defect, waits, failure }: PhotoDraft): Promise<void> {
  // what is being uploaded, or was uploaded in part, must stay the same
  if (defect !== undefined || waits || failure !== null) return Promise.resolve()
  const known = shrinking.get(id)
  if (known) return known
  const work = async () => {
    const shrunk = await shrinkPhoto(file)
    if (shrunk.file === file && shrunk.defect === null) return
    // saved in another tab meanwhile, which may have begun to upload it
    if (currentPhotoDrafts(owner).some((draft) => draft.id === id && draft.waits)) return
    // a removed draft may be brought back as it was
    if (!(await changePhotoDraft(owner, id, shrunk))) shrinking.delete(id)
  }
  const started = work()
  shrinking.set(id, started)
  return started
}
