import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { Executor } from '../database/executor.ts'
import { timeZonesOfSites } from './site-time-zones.queries.ts'

/** Days of a site's time zone, from the first to the last. */
export interface SiteDays {
  from: Day
  to: Day
  /** For sites without their own zone. */
  practiceZone: Zone
}

/**
 * Matches rows of sites `s` that have a timestamp within these days. Zones are computed here, not by PostgreSQL.
 * @returns a join of `days`, which has the zone of the site, the condition for a moment, and all zones
 */
export async function joinSiteDays(db: Executor, { from, to, practiceZone }: SiteDays) {
  const zones = new Set([practiceZone, ...(await timeZonesOfSites(db))])
  const rows = [...zones].map(
    (zone) => sql`(${zone}, ${startOfDay(from, zone)}::timestamptz, ${startOfDay(addDays(to, 1), zone)}::timestamptz)`,
  )
  const widest = { from: startOfDay(addDays(from, -2), 'UTC'), to: startOfDay(addDays(to, 3), 'UTC') }
  // PostgreSQL replaces a single row of values by its constants, and then estimates the number of matches correctly.
  const isZoneOfSite = zones.size === 1 ? sql`true` : sql`days.zone = coalesce(s.time_zone, ${practiceZone})`
  return {
    zones: [...zones],
    days: sql`join (values ${sql.join(rows)}) as days (zone, begins, ends) on ${isZoneOfSite}`,
    /** The first two comparisons are for an index. */
    isWithin: (timestamp: RawBuilder<unknown>) => sql<boolean>`
      ${timestamp} >= ${widest.from}::timestamptz and ${timestamp} < ${widest.to}::timestamptz
      and ${timestamp} >= days.begins and ${timestamp} < days.ends`,
  }
}
