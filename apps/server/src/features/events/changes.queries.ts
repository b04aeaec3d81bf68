import { sql } from 'kysely'
import type { PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'

/** A change in the format of its trigger. Its scope says who may see it. */
export interface Change {
  id: number
  /** A reader that has seen this change has missed no transaction before this one. */
  horizon: number
  kind: string
  post_mortem_id: PostMortemId | null
  site_id: SiteId | null
  /** These people alone; null: everybody. */
  user_ids: UserId[] | null
  vets_only: boolean
  created_at: string
}

/** Retention of changes in milliseconds. */
export const changesKeptFor = 3_600_000

const selectChanges = (db: Executor) =>
  db
    .selectFrom('changes')
    .select(['id', 'horizon', 'kind', 'post_mortem_id', 'site_id', 'user_ids', 'vets_only'])
    .select(sql<string>`to_json(created_at)#>>'{}'`.as('created_at'))
    .orderBy('id')

const ago = (count: number) => sql<Date>`now() - ${milliseconds(count)}`

/** The changes that were made at most this many milliseconds ago. */
export const changesAfter = (db: Executor, age: number): Promise<Change[]> =>
  selectChanges(db).where('created_at', '>', ago(age)).execute()

/** The changes of the last hour that a reader with this horizon may have missed. */
export const changesSince = (db: Executor, horizon: number): Promise<Change[]> =>
  selectChanges(db).where('xid', '>=', horizon).where('created_at', '>', ago(changesKeptFor)).execute()

/** The ids of the oldest open transaction and of the next one. */
export async function readHorizon(db: Executor): Promise<{ horizon: number; next: number }> {
  const { rows } = await sql<{ horizon: number; next: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no snapshot.')
  return row
}

/**
 * Gives the changes of this transaction the present as their time. Call it at the end of one that takes long, because
 * nobody sees its changes before.
 */
export const renewChanges = (tx: Executor) =>
  tx
    .updateTable('changes')
    .set({ created_at: sql`clock_timestamp()` })
    .where('xid', '=', sql<number>`pg_current_xact_id()::text::bigint`)
    .execute()

export const deleteOldChanges = (db: Executor) =>
  db.deleteFrom('changes').where('created_at', '<', ago(changesKeptFor)).execute()
