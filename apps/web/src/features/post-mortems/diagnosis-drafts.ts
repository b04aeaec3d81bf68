import { outboxChanges, type VetDiagnosisFields } from '../../api/outbox-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { cachedNamesOfIds } from '../library/index.ts'
import { createAnimalDrafts, shownAtOnce } from './animal-drafts.ts'

/** Diagnosis, findings and notes of animals that are not saved yet. */
export const diagnosisDrafts = createAnimalDrafts<VetDiagnosisFields>({
  name: 'diagnosis',
  submit: (postMortemId, animalId, { typed, before }) =>
    outbox.submit(
      outboxChanges.diagnoseAnimal(postMortemId, animalId, { body: typed, base: before }),
      cachedNamesOfIds(typed),
      shownAtOnce,
    ),
})
