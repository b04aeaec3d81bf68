import type { Zone } from '@chisholm/domain/dates'
import type { Executor } from '../database/executor.ts'
import type { SiteId } from '../database/ids.ts'

/** The sites' own time zones, usually none. */
export async function timeZonesOfSites(db: Executor): Promise<Zone[]> {
  const rows = await db.selectFrom('sites').select('time_zone').distinct().where('time_zone', 'is not', null).execute()
  return rows.flatMap(({ time_zone }) => time_zone ?? [])
}

/** The time zone of a site; null: that of the practice. */
export const siteTimeZone = async (db: Executor, id: SiteId): Promise<Zone | null> =>
  (await db.selectFrom('sites').select('time_zone').where('id', '=', id).executeTakeFirst())?.time_zone ?? null
