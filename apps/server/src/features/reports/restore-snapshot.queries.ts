import { sql } from 'kysely'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/** Soft-deletes the animals of a ticket other than these. */
export const deleteOtherAnimals = (tx: Executor, postMortemId: PostMortemId, ids: AnimalId[]) =>
  sql`update animals set deleted_at = now(), updated_at = now(), version = version + 1
      where post_mortem_id = ${postMortemId} and deleted_at is null and id <> all(${ids}::uuid[])`.execute(tx)
