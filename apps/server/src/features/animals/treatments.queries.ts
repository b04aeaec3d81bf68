import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import type { AnimalId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { sortById } from '../../database/sort-by-id.ts'

/** Treatments with their animal. */
interface TreatmentsOfAnimal {
  animalId: AnimalId
  treatments: TreatmentGiven[]
}

/** A statement may have 65,535 parameters, and an import has thirty treatments a line. */
const rowsPerStatement = 5000

/** Inserts the treatments of animals. @returns false if an id is in use */
export async function insertTreatments(tx: Executor, animals: TreatmentsOfAnimal[]): Promise<boolean> {
  const rows = animals.flatMap(({ animalId, treatments }) =>
    treatments.map((treatment, position) => ({ ...treatment, animal_id: animalId, position })),
  )
  const sorted = sortById(rows)
  for (let from = 0; from < sorted.length; from += rowsPerStatement) {
    const some = sorted.slice(from, from + rowsPerStatement)
    const inserted = await tx
      .insertInto('animal_treatments')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) < some.length) return false
  }
  return true
}

/** Replaces the treatments of an animal. @returns false if an id is in use */
export async function replaceTreatments(tx: Executor, change: TreatmentsOfAnimal): Promise<boolean> {
  await tx.deleteFrom('animal_treatments').where('animal_id', '=', change.animalId).execute()
  return insertTreatments(tx, [change])
}
