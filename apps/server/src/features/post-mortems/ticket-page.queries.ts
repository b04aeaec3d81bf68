import { type RawBuilder, sql } from 'kysely'
import { statuses } from '@chisholm/domain/status'
import type { Executor } from '../../http/context.ts'
import { type Scope, scopeOf, type TicketList, within } from './ticket-filters.ts'

/** From here on a page is found by the counters of each day instead of by skipping over every ticket before it. */
const farOffset = 500

/** The ids of one page of the tickets of these sites (null: of all) in their order, and how many there are. */
export async function ticketPageIds(
  db: Executor,
  siteIds: string[] | null,
  list: TicketList,
): Promise<{ total: number; ids: string[] }> {
  const scope = await scopeOf(db, siteIds, list.filters)
  if (scope.statuses.length === 0 || scope.siteIds?.length === 0) return { total: 0, ids: [] }
  const [total, page] = await Promise.all([totalOf(db, scope), pageOf(db, scope, list)])
  return { total, ids: page.map((row) => row.id) }
}

/** How many tickets a scope holds: from the counters where status and site say it all, else by counting. */
async function totalOf(db: Executor, scope: Scope): Promise<number> {
  const total = sql<number>`coalesce(sum(tickets), 0)::int`.as('total')
  const tickets = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  const counted = within(tickets, scope).select(sql<number>`count(*)::int`.as('total'))
  const counters = db
    .selectFrom('ticket_counts')
    .where(sql<boolean>`status = any(${scope.statuses}::text[])`)
    .$if(scope.siteIds !== null, (counts) => counts.where(sql<boolean>`site_id = any(${scope.siteIds}::uuid[])`))
    .select(total)
  const found = await (scope.rest.length > 0 ? counted : counters).executeTakeFirstOrThrow()
  return found.total
}

function pageOf(db: Executor, scope: Scope, list: TicketList): Promise<{ id: string }[]> {
  const [first] = list.sorts
  const byCreation = list.sorts.length === 1 && first?.field === 'created_at'
  if (!byCreation || scope.rest.length > 0) return pageByComparing(db, scope, list)
  if (scope.siteIds === null && scope.statuses.length === 1 && list.offset >= farOffset)
    return pageByDays(db, scope, list, first.descending)
  if (scope.siteIds === null && scope.statuses.length === statuses.length) return pageByComparing(db, scope, list)
  return pageByMerging(db, scope, list, first.descending)
}

/** Any filter, any order. */
function pageByComparing(db: Executor, scope: Scope, list: TicketList): Promise<{ id: string }[]> {
  let page = within(db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null), scope).select('t.id')
  for (const { field, descending } of list.sorts) {
    // `nulls last` is left out where nothing is null: the index of the order could not be used
    const ordered = ['created_at', 'updated_at', 'pin', 'status'].includes(field)
    page = page.orderBy(sql.ref(`t.${field}`), (order) => {
      const directed = descending ? order.desc() : order.asc()
      return ordered ? directed : directed.nullsLast()
    })
  }
  return page
    .orderBy('t.id', list.sorts[0]?.descending ? 'desc' : 'asc')
    .limit(list.perPage)
    .offset(list.offset)
    .execute()
}

const byAge = (descending: boolean): RawBuilder<unknown> =>
  descending ? sql`order by created_at desc, id desc` : sql`order by created_at, id`

/** The newest tickets of each site and status come from an index in their order; the page is merged from them. */
async function pageByMerging(db: Executor, { siteIds, statuses: of }: Scope, list: TicketList, descending: boolean) {
  const order = byAge(descending)
  const streams = siteIds
    ? sql`unnest(${siteIds}::uuid[]) as k (site_id) cross join unnest(${of}::text[]) as j (status)`
    : sql`unnest(${of}::text[]) as j (status)`
  const ofSite = siteIds ? sql`and t.site_id = k.site_id` : sql``
  const found = await sql<{ id: string }>`
    select page.id
    from ${streams}
    cross join lateral (
      select t.id, t.created_at from post_mortems t
      where t.status = j.status ${ofSite} and t.deleted_at is null
      ${order} limit ${list.offset + list.perPage}
    ) page
    ${order} limit ${list.perPage} offset ${list.offset}`.execute(db)
  return found.rows
}

/** A far page of one status of all sites: begins at the day on which it lies, and skips only within that day. */
async function pageByDays(db: Executor, { statuses: [status] }: Scope, list: TicketList, descending: boolean) {
  const days = descending ? sql`order by day desc` : sql`order by day`
  const from = descending
    ? sql`t.created_at < (start.day + 1)::timestamp at time zone 'UTC'`
    : sql`t.created_at >= start.day::timestamp at time zone 'UTC'`
  const found = await sql<{ id: string }>`
    with start as (
      select day, upto - tickets as before
      from (select day, tickets, sum(tickets) over (${days}) as upto from ticket_days where status = ${status}) counted
      where upto > ${list.offset}::int ${days} limit 1
    )
    select page.id from start cross join lateral (
      select t.id from post_mortems t
      where t.status = ${status} and t.deleted_at is null and ${from}
      ${byAge(descending)} limit ${list.perPage} offset ${list.offset}::int - start.before
    ) page`.execute(db)
  return found.rows
}
