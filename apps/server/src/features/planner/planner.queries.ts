import { type RawBuilder, sql } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import type { PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { daysOfSites, type SiteDays } from '../../http/site-days.queries.ts'
import { examineByPageSql, examineBySql, readCardsOf } from '../post-mortems/index.ts'

/** Tickets `t` whose date is within these days of their sites `s`. */
async function visitsSql(db: Executor, period: SiteDays): Promise<RawBuilder<unknown>> {
  const { isWithin } = await daysOfSites(db, period)
  return sql`post_mortems t join sites s on s.id = t.site_id
    where t.deleted_at is null and not t.draft and ${isWithin(sql`t.scheduled_at`)}`
}

/** The tickets whose date is within these days, as JSON of cards in the order of time. */
export const visitCards = async (db: Executor, days: SiteDays): Promise<string> =>
  readCardsOf(
    db,
    sql`(select t.id, row_number() over (order by t.scheduled_at, t.pin) as position from ${await visitsSql(db, days)})`,
  )

// as in the condition of the index `tickets_unscheduled`
const isUnscheduled = sql`t.status in ('Pending', 'In Progress') and t.scheduled_at is null`

/** The first sent, open tickets without a date, as JSON of cards in the order of their carcass clocks. */
export function unscheduledCards(db: Executor, max: number): Promise<string> {
  const ids = examineByPageSql(
    { siteIds: null, customerIds: null, statuses: ['Pending', 'In Progress'] },
    { perPage: max, offset: 0, reversed: false },
    sql`and ${isUnscheduled}`,
  )
  return readCardsOf(db, sql`(select id, row_number() over () as position from ${ids} ids)`)
}

/** Number of sent, open tickets without a date. */
export async function countUnscheduled(db: Executor): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from post_mortems t where t.deleted_at is null and ${isUnscheduled}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface VisitRow {
  id: PostMortemId
  site_id: SiteId
  scheduled_for_id: UserId | null
  scheduled_at: Date
  duration_minutes: number
  /** The time zone of the site, if it has its own. */
  time_zone: Zone | null
  isOpen: boolean
}

/** The visits within these days, in the order of time. */
export async function visitRows(db: Executor, days: SiteDays): Promise<VisitRow[]> {
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
export async function openVisitsOf(db: Executor, userId: UserId, days: SiteDays): Promise<OpenVisitRow[]> {
  const { rows } = await sql<OpenVisitRow>`
    select t.id, t.site_id, t.duration_minutes, ${examineBySql} as examine_by
    from ${await visitsSql(db, days)} and t.scheduled_for_id = ${userId} and t.completed_at is null
    order by t.scheduled_at, t.pin`.execute(db)
  return rows
}
