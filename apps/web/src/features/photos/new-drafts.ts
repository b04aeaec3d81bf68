import { newId } from '../../api/new-id.ts'
import { serverTime } from '../../api/server-clock.ts'
import type { PhotoDraft } from './photo-draft-store.ts'

/**
 * Creates drafts of the chosen files, in order.
 * @param before  the drafts chosen before, which stay first even if the clock was set back since
 */
export function newDrafts(
  files: File[],
  owner: Pick<PhotoDraft, 'postMortemId' | 'animalId' | 'slotId'>,
  before: readonly Pick<PhotoDraft, 'chosenAt'>[],
): PhotoDraft[] {
  const chosenAt = Math.max(serverTime(), ...before.map((draft) => draft.chosenAt + 1))
  return files.map((file, index) => ({
    ...owner,
    id: newId(),
    file,
    key: newId(),
    failure: null,
    chosenAt: chosenAt + index,
  }))
}
