import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'

/**
 * The most likely next action of a veterinarian on a sent ticket that is not completed: plan the visit, if one is
 * requested, then enter a diagnosis of each animal, then complete the ticket.
 */
export function nextVetAction(
  postMortem: Pick<PostMortem, 'no_vet_visit_requested' | 'veterinary_record'>,
): 'assign' | 'schedule' | 'examine' | 'complete' {
  const { scheduled_for_id: vetId, scheduled_at: date } = postMortem.veterinary_record
  if (unexaminedAnimals(postMortem).length === 0) return 'complete'
  if (postMortem.no_vet_visit_requested === 1) return 'examine'
  return vetId === null ? 'assign' : date === null ? 'schedule' : 'examine'
}

/** The animals without a diagnosis of the veterinarian. */
export const unexaminedAnimals = ({ veterinary_record: record }: Pick<PostMortem, 'veterinary_record'>) =>
  record.veterinary_record_animals.filter((animal) => animal.vet_diagnosis_id === null)
