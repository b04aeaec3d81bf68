import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import type { AnimalId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { sortById } from '../../database/sort-by-id.ts'

/** Treatments with their animal. */
interface TreatmentsOfAnimal {
  animalId: AnimalId
  treatments: TreatmentGiven[]
}

/** Inserts the treatments of animals. @returns false if an id is in use */
export async function insertTreatments(tx: Executor, animals: TreatmentsOfAnimal[]): Promise<boolean> {
  const rows = animals.flatMap(({ animalId, treatments }) =>
    treatments.map((treatment, position) => ({ ...treatment, animal_id: animalId, position })),
  )
  if (rows.length === 0) return true
  const inserted = await tx
    .insertInto('animal_treatments')
    .values(sortById(rows))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === rows.length
}

/** Replaces the treatments of an animal. @returns false if an id is in use */
export async function replaceTreatments(tx: Executor, change: TreatmentsOfAnimal): Promise<boolean> {
  await tx.deleteFrom('animal_treatments').where('animal_id', '=', change.animalId).execute()
  return insertTreatments(tx, [change])
}
