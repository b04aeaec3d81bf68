import { type RawBuilder, sql } from 'kysely'
import { statuses } from '@chisholm/domain/status'
import type { Executor } from '../../http/context.ts'
import { isNarrow, type Scope, scopeOf, type TicketList, within } from './ticket-filters.ts'

/*
 * Limits stand in the text and not among the parameters: a prepared plan that knows how little is wanted reads an
 * index in its order; one that does not sorts everything.
 */

/** From here on a page is found by the counters of each day instead of by skipping over every ticket before it. */
const farOffset = 500

/**
 * Reads one page of the tickets of these sites (null: of all) in whatever shape, and how many there are.
 * @param rowsOf  reads the tickets of a page: a subquery of `id` and `place`, in whose order they are wanted
 */
export async function pageOfTickets<Row>(
  db: Executor,
  siteIds: string[] | null,
  list: TicketList,
  rowsOf: (page: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<{ total: number; tickets: Row[] }> {
  const scope = scopeOf(siteIds, list.filters)
  if ([scope.statuses, scope.siteIds, scope.customerIds].some((some) => some?.length === 0))
    return { total: 0, tickets: [] }
  const page = sql`(select id, row_number() over () as place from ${idsOfPage(db, scope, list)} ids)`
  if (!isNarrow(scope)) {
    const [total, tickets] = await Promise.all([totalOf(db, scope), rowsOf(page)])
    return { total, tickets }
  }
  const tickets = await rowsOf(page)
  const isWhole = list.offset === 0 && tickets.length < list.perPage
  return { total: isWhole ? tickets.length : await totalOf(db, scope), tickets }
}

/** How many tickets a scope holds: from the counters where status and site say it all, else by counting. */
async function totalOf(db: Executor, scope: Scope): Promise<number> {
  const total = sql<number>`coalesce(sum(tickets), 0)::int`.as('total')
  const tickets = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  const counted = within(db, tickets, scope).select(sql<number>`count(*)::int`.as('total'))
  const counters = db
    .selectFrom('ticket_counts')
    .where(sql<boolean>`status = any(${scope.statuses}::text[])`)
    .$if(scope.siteIds !== null, (counts) => counts.where(sql<boolean>`site_id = any(${scope.siteIds}::uuid[])`))
    .$if(scope.customerIds !== null, (counts) =>
      counts.where(
        sql<boolean>`site_id in (select id from sites where customer_id = any(${scope.customerIds}::uuid[]))`,
      ),
    )
    .select(total)
  const found = await (scope.rest.length > 0 ? counted : counters).executeTakeFirstOrThrow()
  return found.total
}

/** The query of the ids of one page in their order, in parentheses. */
function idsOfPage(db: Executor, scope: Scope, list: TicketList): RawBuilder<unknown> {
  const [first] = list.sorts
  const byCreation = list.sorts.length === 1 && first?.field === 'created_at'
  if (!byCreation || scope.customerIds !== null || scope.rest.length > 0) return pageByComparing(db, scope, list)
  if (scope.siteIds === null && scope.statuses.length === 1 && list.offset >= farOffset)
    return pageByDays(scope, list, first.descending)
  if (scope.siteIds === null && scope.statuses.length === statuses.length) return pageByComparing(db, scope, list)
  return pageByMerging(scope, list, first.descending)
}

/** Any filter, any order. */
function pageByComparing(db: Executor, scope: Scope, list: TicketList): RawBuilder<unknown> {
  let page = within(db, db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null), scope).select('t.id')
  for (const { field, descending } of list.sorts) {
    // `nulls last` is left out where nothing is null: the index of the order could not be used
    const ordered = ['created_at', 'updated_at', 'record_at', 'pin', 'status'].includes(field)
    page = page.orderBy(sql.ref(`t.${field}`), (order) => {
      const directed = descending ? order.desc() : order.asc()
      return ordered ? directed : directed.nullsLast()
    })
  }
  return sql`${page
    .orderBy('t.id', list.sorts[0]?.descending ? 'desc' : 'asc')
    .limit(sql.lit(list.perPage))
    .$if(list.offset > 0, (far) => far.offset(list.offset))}`
}

const byAge = (descending: boolean): RawBuilder<unknown> =>
  descending ? sql`order by created_at desc, id desc` : sql`order by created_at, id`

/** The newest tickets of each site and status come from an index in their order; the page is merged from them. */
function pageByMerging({ siteIds, statuses: of }: Scope, list: TicketList, descending: boolean) {
  const order = byAge(descending)
  const streams = siteIds
    ? sql`unnest(${siteIds}::uuid[]) as k (site_id) cross join unnest(${of}::text[]) as j (status)`
    : sql`unnest(${of}::text[]) as j (status)`
  const ofSite = siteIds ? sql`and t.site_id = k.site_id` : sql``
  return sql`(
    select page.id
    from ${streams}
    cross join lateral (
      select t.id, t.created_at from post_mortems t
      where t.status = j.status ${ofSite} and t.deleted_at is null
      ${order} limit ${sql.lit(list.offset + list.perPage)}
    ) page
    ${order} limit ${sql.lit(list.perPage)} ${list.offset > 0 ? sql`offset ${list.offset}` : sql``}
  )`
}

/** A far page of one status of all sites: begins at the day on which it lies, and skips only within that day. */
function pageByDays({ statuses: [status] }: Scope, list: TicketList, descending: boolean) {
  const days = descending ? sql`order by day desc` : sql`order by day`
  const from = descending
    ? sql`t.created_at < (start.day + 1)::timestamp at time zone 'UTC'`
    : sql`t.created_at >= start.day::timestamp at time zone 'UTC'`
  return sql`(
    with start as (
      select day, upto - tickets as before
      from (select day, tickets, sum(tickets) over (${days}) as upto from ticket_days where status = ${status}) counted
      where upto > ${list.offset}::bigint ${days} limit 1
    )
    select page.id from start cross join lateral (
      select t.id from post_mortems t
      where t.status = ${status} and t.deleted_at is null and ${from}
      ${byAge(descending)} limit ${sql.lit(list.perPage)} offset ${list.offset}::bigint - start.before
    ) page
  )`
}
