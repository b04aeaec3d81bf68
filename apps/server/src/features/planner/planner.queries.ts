import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { timeZonesOfSites } from '../../http/site-time-zones.queries.ts'
import { examineByOrder, examineBySql, readCardsOf } from '../post-mortems/index.ts'

/** Days of a site's time zone, from the first to the last. */
export interface Days {
  from: Day
  to: Day
  /** For sites without their own zone. */
  practiceZone: Zone
}

/** Joins the moments at which the days of each site begin and end. Zones are computed here, not by PostgreSQL. */
async function visitsSql(db: Executor, { from, to, practiceZone }: Days): Promise<RawBuilder<unknown>> {
  const zones = new Set([practiceZone, ...(await timeZonesOfSites(db))])
  const rows = [...zones].map(
    (zone) => sql`(${zone}, ${startOfDay(from, zone)}::timestamptz, ${startOfDay(addDays(to, 1), zone)}::timestamptz)`,
  )
  const widest = { from: startOfDay(addDays(from, -2), 'UTC'), to: startOfDay(addDays(to, 3), 'UTC') }
  return sql`post_mortems t
    join sites s on s.id = t.site_id
    join (values ${sql.join(rows)}) as days (zone, begins, ends) on days.zone = coalesce(s.time_zone, ${practiceZone})
    where t.deleted_at is null and not t.draft
      and t.scheduled_at >= ${widest.from}::timestamptz and t.scheduled_at < ${widest.to}::timestamptz
      and t.scheduled_at >= days.begins and t.scheduled_at < days.ends`
}

/** The tickets whose date is within these days, as JSON of cards in the order of time. */
export const visitCards = async (db: Executor, days: Days): Promise<string> =>
  readCardsOf(
    db,
    sql`(select t.id, row_number() over (order by t.scheduled_at, t.pin) as place from ${await visitsSql(db, days)})`,
  )

/** The sent, open tickets without a date, as JSON of cards in the order of their carcass clocks. */
export const unscheduledCards = (db: Executor): Promise<string> =>
  readCardsOf(
    db,
    sql`(select t.id, row_number() over (order by ${examineByOrder(false)}) as place from post_mortems t
      where t.deleted_at is null and t.status in ('Pending', 'In Progress') and t.scheduled_at is null)`,
  )

export interface VisitRow {
  id: PostMortemId
  site_id: SiteId
  scheduled_for_id: UserId | null
  scheduled_at: Date
  duration_minutes: number
  /** That of the site, if it has its own. */
  time_zone: Zone | null
  isOpen: boolean
}

/** The visits within these days, in the order of time. */
export async function visitRows(db: Executor, days: Days): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select t.id, t.site_id, t.scheduled_for_id, t.scheduled_at, t.duration_minutes, s.time_zone,
      t.completed_at is null as "isOpen"
    from ${await visitsSql(db, days)} order by t.scheduled_at, t.pin`.execute(db)
  return rows
}

export interface OpenVisitRow extends Pick<VisitRow, 'id' | 'site_id' | 'duration_minutes'> {
  examine_by: Date | null
}

/** The open visits of a veterinarian within these days, in the order of time. */
export async function openVisitsOf(db: Executor, userId: UserId, days: Days): Promise<OpenVisitRow[]> {
  const { rows } = await sql<OpenVisitRow>`
    select t.id, t.site_id, t.duration_minutes, ${examineBySql} as examine_by
    from ${await visitsSql(db, days)} and t.scheduled_for_id = ${userId} and t.completed_at is null
    order by t.scheduled_at, t.pin`.execute(db)
  return rows
}
