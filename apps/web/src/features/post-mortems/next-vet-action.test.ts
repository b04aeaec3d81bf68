import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { nextVetAction } from './next-vet-action.ts'

const ticket = (vet: string | null, date: string | null, diagnoses: (string | null)[], noVisit: 0 | 1 = 0) =>
  // cast: only the fields that are read
  ({
    no_vet_visit_requested: noVisit,
    veterinary_record: {
      scheduled_for_id: vet,
      scheduled_at: date,
      veterinary_record_animals: diagnoses.map((vet_diagnosis_id) => ({ vet_diagnosis_id })),
    },
  }) as PostMortem

const day = '2026-11-27T15:00:00.000Z'

test.each([
  ['nobody is assigned', ticket(null, null, [null]), 'assign'],
  ['nobody is assigned to a planned visit', ticket(null, day, [null]), 'assign'],
  ['no day is planned', ticket('vet', null, [null]), 'schedule'],
  ['the visit is planned', ticket('vet', day, ['pneumonia', null]), 'examine'],
  ['no visit is requested', ticket(null, null, [null], 1), 'examine'],
  ['every animal has a diagnosis', ticket('vet', day, ['pneumonia', 'bloat']), 'complete'],
  ['photos sufficed for every diagnosis', ticket(null, null, ['bloat']), 'complete'],
] as const)('when %s, the next step of a veterinarian is highlighted', (_, postMortem, action) => {
  expect(nextVetAction(postMortem)).toBe(action)
})
