import { sql } from 'kysely'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { nextVersion } from '../../database/versions.ts'

/** Restores whether the report of a ticket groups its animals. Clients see it as issued all the time. */
export const restoreGrouping = (tx: Executor, id: PostMortemId, report_grouped: boolean) =>
  tx
    .updateTable('post_mortems')
    .set({ report_grouped, ...nextVersion('vets') })
    .where('id', '=', id)
    .where('report_grouped', '<>', report_grouped)
    .execute()

/** Soft-deletes the animals of a ticket other than these. */
export const deleteOtherAnimals = (tx: Executor, postMortemId: PostMortemId, ids: AnimalId[]) =>
  sql`update animals set deleted_at = now(), updated_at = now(), version = version + 1
      where post_mortem_id = ${postMortemId} and deleted_at is null and id <> all(${ids}::uuid[])`.execute(tx)

/** Deletes the lesions and treatments of all animals of a ticket. */
export async function deleteLesionsAndTreatments(tx: Executor, postMortemId: PostMortemId): Promise<void> {
  const animals = sql`(select a.id from animals a where a.post_mortem_id = ${postMortemId})`
  await sql`delete from animal_lesions l where l.animal_id in ${animals}`.execute(tx)
  await sql`delete from animal_treatments g where g.animal_id in ${animals}`.execute(tx)
}
