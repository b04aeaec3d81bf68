import { sql } from 'kysely'
import type { PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/** A change as its trigger tells it. Its scope says who may know of it. */
export interface Change {
  id: number
  /** Whoever has seen this change has missed none of the transactions before this one. */
  horizon: number
  kind: string
  post_mortem_id: PostMortemId | null
  site_id: SiteId | null
  user_id: UserId | null
  vets_only: boolean
  created_at: string
}

/** How long changes are kept, in milliseconds. */
export const changesKeptFor = 3_600_000

const selectChanges = (db: Executor) =>
  db
    .selectFrom('changes')
    .select(['id', 'horizon', 'kind', 'post_mortem_id', 'site_id', 'user_id', 'vets_only'])
    .select(sql<string>`to_json(created_at)#>>'{}'`.as('created_at'))
    .orderBy('id')

const ago = (milliseconds: number) => sql<Date>`now() - ${milliseconds} * interval '1 millisecond'`

/** The changes whose transactions began these many milliseconds ago or later. */
export const changesAfter = (db: Executor, milliseconds: number): Promise<Change[]> =>
  selectChanges(db).where('created_at', '>', ago(milliseconds)).execute()

/** The changes of the last hour that whoever has seen this horizon may have missed. */
export const changesSince = (db: Executor, horizon: number): Promise<Change[]> =>
  selectChanges(db).where('xid', '>=', horizon).where('created_at', '>', ago(changesKeptFor)).execute()

/** The oldest open transaction, and the next one that begins. */
export async function readHorizon(db: Executor): Promise<{ horizon: number; next: number }> {
  const { rows } = await sql<{ horizon: number; next: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database has no snapshot.')
  return row
}

export const deleteOldChanges = (db: Executor) =>
  db.deleteFrom('changes').where('created_at', '<', ago(changesKeptFor)).execute()
