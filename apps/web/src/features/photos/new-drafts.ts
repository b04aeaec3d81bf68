import { newId } from '../../api/new-id.ts'
import type { PhotoDraft } from './photo-draft-store.ts'

/** Creates drafts of the chosen files, in order. */
export function newDrafts(
  files: File[],
  owner: Pick<PhotoDraft, 'postMortemId' | 'animalId' | 'slotId'>,
): PhotoDraft[] {
  const chosenAt = Date.now()
  return files.map((file, index) => ({
    ...owner,
    id: newId(),
    file,
    key: newId(),
    failure: null,
    chosenAt: chosenAt + index,
  }))
}
