import { validateSystemFinding } from '@chisholm/domain/examination'
import { type ExaminationInput, outboxChanges } from '../../api/outbox-changes.ts'
import { outbox } from '../../api/outbox.ts'
import { cachedNamesOfIds } from '../library/index.ts'
import { createAnimalDrafts, shownAtOnce } from './animal-drafts.ts'

/** Unsaved examinations of animals. Findings wait until each abnormal system is described. */
export const examinationDrafts = createAnimalDrafts<ExaminationInput>({
  name: 'examination',
  submit: (postMortemId, animalId, { typed, before }) =>
    outbox.submit(
      outboxChanges.examineAnimal(postMortemId, animalId, { body: typed, base: before }),
      cachedNamesOfIds(Object.fromEntries(typed.lesions?.map(({ id, diagnosis_id }) => [id, diagnosis_id]) ?? [])),
      shownAtOnce,
    ),
  sendable: ({ systems, ...others }) =>
    systems && systems.every((finding) => validateSystemFinding(finding) === null) ? { ...others, systems } : others,
})
