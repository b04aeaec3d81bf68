import type { Insertable } from 'kysely'
import { bareLesion } from '@chisholm/domain/examination'
import type { Lesion } from '@chisholm/domain/schemas/examination'
import { type AnimalId, newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { sortById } from '../../database/sort-by-id.ts'
import type { Tables } from '../../database/tables.ts'

/** Inserts or replaces the examination of an animal. */
export async function saveExamination(tx: Executor, examination: Insertable<Tables['animal_examinations']>) {
  const { animal_id: _animal, ...fields } = examination
  await tx
    .insertInto('animal_examinations')
    .values(examination)
    .onConflict((conflict) => conflict.column('animal_id').doUpdateSet(fields))
    .execute()
}

/** Replaces the lesions of an animal. @returns false if an id is in use */
export async function replaceLesions(tx: Executor, animalId: AnimalId, lesions: Omit<Lesion, 'diagnosis'>[]) {
  await tx.deleteFrom('animal_lesions').where('animal_id', '=', animalId).execute()
  if (lesions.length === 0) return true
  const inserted = await tx
    .insertInto('animal_lesions')
    .values(sortById(lesions.map((lesion, position) => ({ ...lesion, animal_id: animalId, position }))))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === lesions.length
}

/** Inserts the primary lesion of a diagnosis without an examination, before the other lesions. */
export const insertBareLesion = (tx: Executor, animalId: AnimalId, diagnosis_id: string) =>
  tx
    .insertInto('animal_lesions')
    .values({
      id: newId(),
      animal_id: animalId,
      position: -1,
      diagnosis_id,
      ...bareLesion,
    })
    .execute()

export const deletePrimaryLesion = (tx: Executor, animalId: AnimalId) =>
  tx.deleteFrom('animal_lesions').where('animal_id', '=', animalId).where('role', '=', 'primary').execute()

export const deleteExamination = (tx: Executor, animalId: AnimalId) =>
  tx.deleteFrom('animal_examinations').where('animal_id', '=', animalId).execute()
