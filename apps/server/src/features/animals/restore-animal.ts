import type { Examination } from '@chisholm/domain/schemas/examination'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { type AnimalId, newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { changeAnimal, type AnimalFields } from './animals.queries.ts'
import { deleteExamination, replaceLesions, saveExamination } from './examination.queries.ts'
import { replaceTreatments } from './treatments.queries.ts'

/** Restores the issued state of an animal, which clients have been seeing all along, even if it was deleted since. */
export async function restoreAnimal(
  tx: Executor,
  id: AnimalId,
  fields: AnimalFields,
  treatments: TreatmentGiven[],
): Promise<void> {
  await changeAnimal(tx, id, { ...fields, deleted_at: null }, 'vets')
  // If another animal uses an id by now, the restored treatment gets a new one.
  if (!(await replaceTreatments(tx, { animalId: id, treatments })))
    await replaceTreatments(tx, { animalId: id, treatments: treatments.map(withNewId) })
}

/** Restores the previous examination of an animal; null: there was none. */
export async function restoreExamination(tx: Executor, id: AnimalId, before: Examination | null): Promise<void> {
  if (before === null) await deleteExamination(tx, id)
  else {
    const { lesions: _lesions, systems, ...fields } = before
    await saveExamination(tx, { ...fields, animal_id: id, systems: JSON.stringify(systems) })
  }
  const lesions = (before?.lesions ?? []).map(({ diagnosis: _diagnosis, ...lesion }) => lesion)
  if (!(await replaceLesions(tx, id, lesions))) await replaceLesions(tx, id, lesions.map(withNewId))
}

const withNewId = <Entry extends { id: string }>(entry: Entry): Entry => ({ ...entry, id: newId() })
