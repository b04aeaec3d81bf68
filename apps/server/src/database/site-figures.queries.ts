import { sql } from 'kysely'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'

/** The kinds of changes that figures depend on. Every change of an animal or a report also changes its ticket. */
const kinds = ['post_mortem', 'lot', 'head_count', 'site', 'library', 'provider']

/** A change of a site, or of all sites, and the transaction that made it. */
interface SiteChange {
  site_id: SiteId | null
  xid: number
}

interface ChangesRead {
  /** The oldest transaction that was open at the snapshot: the snapshot includes all before it. */
  horizon: number
  /** Milliseconds of the database's clock. */
  readAt: number
  changes: SiteChange[]
}

/**
 * The newest change of each site that this snapshot includes, among those of the last hour from a transaction on.
 */
export async function readSiteChanges(snapshot: Executor, since: number): Promise<ChangesRead> {
  const { rows } = await sql<ChangesRead>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
           (date_part('epoch', now()) * 1000)::float8 as "readAt",
           (select coalesce(json_agg(c), '[]') from (
             select site_id, max(xid) as xid from changes
             where xid >= ${since}::bigint and kind = any(${kinds}) group by site_id
           ) c) as changes`.execute(snapshot)
  const [row] = rows
  if (!row) throw new Error('the query returned no row')
  return row
}
