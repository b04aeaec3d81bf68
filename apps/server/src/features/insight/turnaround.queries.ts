import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { TurnaroundSort } from '@chisholm/domain/insight-lists'
import type { TurnaroundTicket } from '@chisholm/domain/schemas'
import type { Executor } from '../../database/executor.ts'
import { timestampSql } from '../../database/timestamp-sql.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { daysOfSites } from '../../http/site-days.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { deathMatches, inSites, lotKeysOf, siteWithCustomer, valuesOf } from './insight-scope.queries.ts'

export const turnaroundKeys = ['month', 'site', 'veterinarian'] as const
export type TurnaroundBy = (typeof turnaroundKeys)[number]

interface TurnaroundCount {
  key: string | null
  n: number
  scheduled50: number | null
  scheduled90: number | null
  completed50: number | null
  completed90: number | null
}

const hoursUntil = (until: string) => sql`date_part('epoch', ${sql.ref(until)} - t.requested_at) / 3600`
const percentile = (share: number, until: string) =>
  sql`percentile_cont(${sql.lit(share)}) within group (order by ${hoursUntil(until)})`

/** The months that a period reaches into, by their first days. */
function monthsOf({ from, to }: Pick<InsightScope, 'from' | 'to'>): Day[] {
  const months: Day[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = `${addDays(day, 31).slice(0, 7)}-01`) months.push(day)
  return months
}

/** The number of the month in which a ticket was sent. PostgreSQL may know other clock changes than the server. */
function monthNumber(months: Day[], { zones, zone }: SentTickets): RawBuilder<unknown> {
  const starts = zones.map(
    (one) => sql`when ${one} then ${months.map((month) => startOfDay(month, one))}::timestamptz[]`,
  )
  return sql`width_bucket(t.requested_at, case ${zone} ${sql.join(starts, sql` `)} end)`
}

/** What tickets are grouped by, and the text of a group: numbers and ids are sorted faster than texts. */
function groupsOf(by: TurnaroundBy, scope: InsightScope, sent: SentTickets) {
  if (by === 'site') return { group: sql`t.site_id`, key: sql`g.id::text` }
  if (by === 'veterinarian')
    return { group: sql`coalesce(t.completed_by_id, t.scheduled_for_id)`, key: sql`g.id::text` }
  const months = monthsOf(scope)
  return { group: monthNumber(months, sent), key: sql`(${months.map((month) => month.slice(0, 7))}::text[])[g.id]` }
}

/** The hours from sending to the visit and to the report, of the tickets that were sent on these days of their sites. */
export async function countTurnaround(db: Executor, scope: InsightScope, by: TurnaroundBy, practiceZone: Zone) {
  const sent = await sentTickets(db, scope, practiceZone)
  const { group, key } = groupsOf(by, scope, sent)
  const { rows } = await sql<TurnaroundCount>`
    select ${key} as key, g.n, g.scheduled50, g.scheduled90, g.completed50, g.completed90 from (
    select ${group} as id, count(*)::int as n,
           ${percentile(0.5, 't.scheduled_at')} as scheduled50, ${percentile(0.9, 't.scheduled_at')} as scheduled90,
           ${percentile(0.5, 't.completed_at')} as completed50, ${percentile(0.9, 't.completed_at')} as completed90
    ${sent.tickets} group by 1) g`.execute(db)
  return rows
}

export type TurnaroundListRequest = Omit<ListRequest<never, TurnaroundSort>, 'filters'>

/** A page of the tickets that `countTurnaround` counts, with their hours, and their total. Open tickets come last. */
export async function readSentTickets(
  db: Executor,
  scope: InsightScope,
  practiceZone: Zone,
  { offset, perPage, sorts }: TurnaroundListRequest,
): Promise<{ total: number; rows: TurnaroundTicket[] }> {
  const orderOf = (table: '' | 'g.') =>
    sql`${sql.join(
      sorts.map(
        ({ field, descending }) =>
          sql`${sql.ref(`${table}${field}`)} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`,
      ),
    )}, ${sql.ref(`${table}pin`)} desc`
  const { tickets } = await sentTickets(db, scope, practiceZone)
  const { rows: totals } = await sql<{ total: number }>`select count(*)::int as total ${tickets}`.execute(db)
  // The inner query reads only what the index has; status and names are read for the page alone.
  const { rows } = await sql<TurnaroundTicket>`
    select g.id, 'CHM-' || g.pin as title, t.status, ${timestampSql(sql`g.requested_at`)} as requested_at,
           g.to_scheduled_hours, g.to_completed_hours,
           ${siteWithCustomer} as site
    from (
      select t.id, t.pin, t.requested_at,
             ${hoursUntil('t.scheduled_at')} as to_scheduled_hours, ${hoursUntil('t.completed_at')} as to_completed_hours
      ${tickets} order by ${orderOf('')} limit ${perPage} offset ${offset}
    ) g join post_mortems t on t.id = g.id join sites s on s.id = t.site_id join customers c on c.id = s.customer_id
    order by ${orderOf('g.')}`.execute(db)
  return { total: totals[0]?.total ?? 0, rows }
}

type SentTickets = Awaited<ReturnType<typeof sentTickets>>

/** The tickets of a scope that were sent on its days at their sites, from `from` on, with the zones of sites. */
async function sentTickets(db: Executor, scope: InsightScope, practiceZone: Zone) {
  const { isWithin, zones, zone } = await daysOfSites(db, { from: scope.from, to: scope.to, practiceZone })
  const tickets = sql`
    from post_mortems t join sites s on s.id = t.site_id
    where t.deleted_at is null and not t.draft and ${inSites(scope, 't.site_id')}
      and ${isWithin(sql`t.requested_at`)} and ${hasDeath(scope)}`
  return { tickets, zones, zone }
}

/** Whether an animal of the ticket matches the filters. */
const hasDeath = (scope: InsightScope): RawBuilder<boolean> =>
  lotKeysOf(scope) || valuesOf(scope, 'diagnosis_id') || valuesOf(scope, 'system')
    ? sql`exists (select from animals a join deaths d on d.animal_id = a.id
        where a.post_mortem_id = t.id and ${deathMatches(scope)})`
    : sql`true`
