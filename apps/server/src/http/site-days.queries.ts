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
 * @returns all zones, the one of a site, and the condition for a timestamp
 */
export async function daysOfSites(db: Executor, { from, to, practiceZone }: SiteDays) {
  const zones = [...new Set([practiceZone, ...(await timeZonesOfSites(db))])]
  const zone = sql<Zone>`coalesce(s.time_zone, ${practiceZone})`
  // Not a join of the zones: PostgreSQL would expect few rows, and read all of them before it sorts them.
  const startsOn = (day: Day) => {
    const starts = zones.map((one) => sql`when ${one} then ${startOfDay(day, one)}::timestamptz`)
    return sql`case ${zone} ${sql.join(starts, sql` `)} end`
  }
  const widest = { from: startOfDay(addDays(from, -2), 'UTC'), to: startOfDay(addDays(to, 3), 'UTC') }
  return {
    zones,
    zone,
    /** The first two comparisons are for an index. */
    isWithin: (timestamp: RawBuilder<unknown>) => sql<boolean>`
      ${timestamp} >= ${widest.from}::timestamptz and ${timestamp} < ${widest.to}::timestamptz
      and ${timestamp} >= ${startsOn(from)} and ${timestamp} < ${startsOn(addDays(to, 1))}`,
  }
}
