import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'

/** Counts photos whose file is known to be lost. */
export async function countLostFiles(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from photos p join animals a on a.id = p.animal_id
    where p.lost_at is not null and p.deleted_at is null and a.deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
