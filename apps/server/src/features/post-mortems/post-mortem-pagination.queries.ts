import { type RawBuilder, sql } from 'kysely'
import { statuses } from '@chisholm/domain/status'
import { isWithinMonths, type MonthsOfPage } from '../../database/months-of-page.ts'
import { fromNearerEnd, reverse } from '../../database/page-from-nearer-end.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import { inList } from '../../http/filter-conditions.queries.ts'
import { findCompletionMonths } from './completion-months.queries.ts'
import { examineByOrder, examineByPageSql } from './examine-by.queries.ts'
import { preparePartSearch } from './part-search.queries.ts'
import { applyScope, columnOfField, postMortemsOfAnimals } from './post-mortem-filters.queries.ts'
import {
  isSelective,
  isOfAnimals,
  isRange,
  type PostMortemScope,
  parseScope,
  type PostMortemListRequest,
} from './post-mortem-filters.ts'

/*
 * Limits are literals instead of parameters: only a plan that knows how few rows are needed reads them from an index in
 * order; a generic plan would sort all rows.
 */

/** From this offset on, a page is located by the counters per day instead of skipping all tickets before it. */
const dayCounterOffset = 500
/** Range filters with at most this many matches are sorted in memory; with more, the ordered index yields a page sooner. */
const sortedAtMost = 200_000
/** The same for matches by animal or by part of a number, which are scattered over the index. */
const scatteredAtMost = 10_000

/** The page to read: in the requested order, or in reverse from the end. */
type PageRequest = PostMortemListRequest & { reversed?: boolean }

/** A page: the SQL of its ids and their total. */
export interface LocatedPage {
  /** A parenthesised query of `id` and `position` in the page. */
  page: RawBuilder<unknown>
  /** A number, or an expression; null: the number of rows, if that is less than a page (see `readTotalOf`). */
  total: RawBuilder<unknown> | null
}

const numbered = (ids: RawBuilder<unknown>, reversed = false) => sql`(
  select id, ${sql.raw(reversed ? '-' : '')}row_number() over () as position from ${ids} ids
)`
const queryOfPage = (db: Executor, scope: PostMortemScope, page: PageRequest, total: number) =>
  numbered(pageIdsSql(db, scope, page, total), page.reversed)
const noRows = sql`(select null::uuid as id, 0::bigint as position where false)`

/** The page of a list that one statement can read with its total; undefined if `locatePage` has to count first. */
export function pageOfOneStatement(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
): LocatedPage | undefined {
  const scope = parseScope(sites, list.filters)
  if (isEmpty(scope)) return { page: noRows, total: sql`0` }
  if (isSelective(scope)) return { page: queryOfPage(db, scope, list, 0), total: null }
  if (scope.rowFilters.length === 0 && list.offset < dayCounterOffset)
    return { page: queryOfPage(db, scope, list, 0), total: sql`(${counters(db, scope)})` }
  return undefined
}

/** Locates the page of any list of the tickets of these sites (null: all). */
export async function locatePage(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
): Promise<LocatedPage> {
  const known = pageOfOneStatement(db, sites, list)
  if (known) return known
  const scope = await prepareScope(db, parseScope(sites, list.filters))
  const total = await readTotal(db, scope)
  if (list.offset >= total) return { page: noRows, total: sql`${total}::int` }
  const months = await findCompletionMonths(db, scope, list, {
    all: total,
    readCompleted: () => readTotal(db, { ...scope, statuses: ['Completed'] }),
  })
  if (months) return { page: numbered(pageWithinMonthsSql(scope, list, months)), total: sql`${total}::int` }
  const end = fromNearerEnd(list, total)
  const page = { ...list, ...end, sorts: end.reversed ? reverse(list.sorts) : list.sorts }
  return { page: queryOfPage(db, scope, page, total), total: sql`${total}::int` }
}

/** The total of a list whose page was read without one. @param count  rows of the page */
export async function readTotalOf(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  count: number,
): Promise<number> {
  const isOnlyPage = list.offset === 0 && count < list.perPage
  return isOnlyPage ? count : readTotal(db, parseScope(sites, list.filters))
}

const isEmpty = (scope: PostMortemScope) =>
  [scope.statuses, scope.siteIds, scope.customerIds].some((values) => values?.length === 0)

/**
 * Reads one page of the tickets of these sites (null: all), in any form, and their total.
 * @param readRows  reads the tickets of a page, given a subquery of `id` and `position` in the page
 */
export function readPage<Row extends { id: string }>(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  readRows: (page: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<{ total: number; rows: Row[] }> {
  return inOneSnapshot(db, (db) => readLocatedPage(db, sites, list, readRows))
}

async function readLocatedPage<Row extends { id: string }>(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  readRows: (page: RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const located = await locatePage(db, sites, list)
  const found = await sql<{ total: number | null } & (Row | { id: null })>`
    select counted.total, found.* from (select ${located.total ?? sql`null::int`} as total) counted
    left join (${readRows(located.page)}) found on true order by found.position`.execute(db)
  const rows = found.rows.filter((row): row is { total: number } & Row => row.id !== null)
  return { total: found.rows[0]?.total ?? (await readTotalOf(db, sites, list, rows.length)), rows }
}

async function prepareScope(db: Executor, scope: PostMortemScope): Promise<PostMortemScope> {
  const { filters, usesTrigramIndex } = await preparePartSearch(db, scope.siteIds, scope.rowFilters)
  return { ...scope, rowFilters: filters, usesTrigramIndex }
}

/** Reads the total of a scope from the counters if status and site are the only criteria, else counts rows. */
async function readTotal(db: Executor, scope: PostMortemScope): Promise<number> {
  const found = await (scope.rowFilters.length > 0 ? counted(db, scope) : counters(db, scope)).executeTakeFirstOrThrow()
  return found.total
}

const counters = (db: Executor, scope: PostMortemScope) =>
  db
    .selectFrom('ticket_counts')
    .where(sql<boolean>`status = any(${scope.statuses}::text[])`)
    .$if(scope.siteIds !== null, (counts) => counts.where(sql<boolean>`site_id = any(${scope.siteIds}::uuid[])`))
    .$if(scope.customerIds !== null, (counts) =>
      counts.where(
        sql<boolean>`site_id in (select id from sites where customer_id = any(${scope.customerIds}::uuid[]))`,
      ),
    )
    .select(sql<number>`coalesce(sum(tickets), 0)::int`.as('total'))

/** With only animal filters, an index of the animals suffices, because animals have the site of their ticket. */
function counted(db: Executor, scope: PostMortemScope) {
  const [only, ...more] = scope.rowFilters
  const total = sql<number>`count(*)::int`.as('total')
  if (only && more.length === 0 && isOfAnimals(only) && isOfAnyStatus(scope) && scope.customerIds === null)
    return db
      .selectFrom(postMortemsOfAnimals(db, only, scope.siteIds, scope.usesTrigramIndex).distinct().as('found'))
      .select(total)
  const postMortems = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  return applyScope(db, postMortems, scope).select(total)
}

const isOfAnyStatus = (scope: PostMortemScope) => scope.statuses.length === statuses.length

/** The parenthesised query of the ids of one page, in order. */
function pageIdsSql(db: Executor, scope: PostMortemScope, page: PageRequest, total: number): RawBuilder<unknown> {
  const [first] = page.sorts
  if (first?.field === 'examine_by' && scope.rowFilters.length === 0)
    return examineByPageSql(scope, { ...page, reversed: first.descending })
  const byCreation = page.sorts.length === 1 && first?.field === 'created_at'
  if (!byCreation || scope.customerIds !== null || scope.rowFilters.length > 0)
    return genericPageSql(db, scope, page, total)
  const hasOneIndex = scope.siteIds === null && (scope.statuses.length === 1 || isOfAnyStatus(scope))
  if (hasOneIndex && page.offset >= dayCounterOffset) return distantPageSql(scope, page, first.descending)
  if (scope.siteIds === null && isOfAnyStatus(scope)) return genericPageSql(db, scope, page, total)
  return mergedPageSql(scope, page, first.descending)
}

/** A page with any filter and order. */
function genericPageSql(db: Executor, scope: PostMortemScope, page: PageRequest, total: number): RawBuilder<unknown> {
  const postMortems = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  const one = total > scatteredAtMost ? 'each' : 'found'
  const ids = applyScope(db, postMortems, scope, one).select('t.id')
  const limit = sql`limit ${sql.lit(page.perPage)} ${page.offset > 0 ? sql`offset ${page.offset}` : sql``}`
  const isByClock = page.sorts.some(({ field }) => field === 'examine_by')
  const isSorted =
    !isByClock &&
    scope.rowFilters.some(
      (filter) =>
        isRange(filter) &&
        filter.field !== page.sorts[0]?.field &&
        total <= (filter.op === 'like' ? scatteredAtMost : sortedAtMost),
    )
  if (!isSorted) return sql`(${ids} order by ${orderOf(page, (field) => columnOfField(field, scope.viewer))} ${limit})`
  const found = ids.select(
    page.sorts.flatMap(({ field }) => (field === 'examine_by' ? [] : [columnOfField(field, scope.viewer).as(field)])),
  )
  // `offset 0` prevents PostgreSQL from scanning the ordered index until it has enough matches
  return sql`(select id from (${found} offset 0) found order by ${orderOf(page, (field) => sql.ref(`found.${field}`))} ${limit})`
}

/** A page of tickets completed in these months. No completion is null, so the index provides both orders. */
function pageWithinMonthsSql({ siteIds, viewer }: PostMortemScope, list: PostMortemListRequest, months: MonthsOfPage) {
  const ofSites = siteIds ? sql`and ${inList(sql.ref('t.site_id'), siteIds, 'uuid')}` : sql``
  const order = orderOf({ ...list, reversed: !list.sorts[0]?.descending }, (field) => columnOfField(field, viewer))
  return sql`(
    select t.id from post_mortems t
    where t.deleted_at is null and ${isWithinMonths(sql.ref('t.completed_at'), months)} ${ofSites}
    order by ${order} limit ${sql.lit(list.perPage)} offset ${months.skip}
  )`
}

const neverEmpty = ['created_at', 'updated_at', 'record_at', 'pin', 'status']

function orderOf(
  { sorts, reversed }: PageRequest,
  columnOf: (field: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sorted = (field: string, descending = false) => sql`${columnOf(field)} ${sql.raw(descending ? 'desc' : 'asc')}`
  const keys = sorts.map(({ field, descending }) => {
    if (field === 'examine_by') return examineByOrder(descending)
    // omitted if no value is null, because it would prevent the use of the ordered index
    const nulls = neverEmpty.includes(field) ? '' : reversed ? 'nulls first' : 'nulls last'
    return sql`${sorted(field, descending)} ${sql.raw(nulls)}`
  })
  return sql.join([...keys, sorted('id', sorts[0]?.descending)])
}

const orderByCreation = (descending: boolean): RawBuilder<unknown> =>
  descending ? sql`order by created_at desc, id desc` : sql`order by created_at, id`

/** A page merged from the newest tickets of each site and status, which an index provides in order. */
function mergedPageSql({ siteIds, statuses: scopeStatuses }: PostMortemScope, list: PageRequest, descending: boolean) {
  const order = orderByCreation(descending)
  const streams = siteIds
    ? sql`unnest(${siteIds}::uuid[]) as k (site_id) cross join unnest(${scopeStatuses}::text[]) as j (status)`
    : sql`unnest(${scopeStatuses}::text[]) as j (status)`
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

/** A distant page of one status or all, of all sites: starts at the day that contains it, and skips only within that day. */
function distantPageSql({ statuses: included }: PostMortemScope, list: PageRequest, descending: boolean) {
  const days = descending ? sql`order by day desc` : sql`order by day`
  const from = descending
    ? sql`t.created_at < (start.day + 1)::timestamp at time zone 'UTC'`
    : sql`t.created_at >= start.day::timestamp at time zone 'UTC'`
  const ofStatus = (column: string) => (included.length === 1 ? sql`${sql.ref(column)} = ${included[0]}` : sql`true`)
  return sql`(
    with start as (
      select day, upto - tickets as before
      from (
        select day, tickets, sum(tickets) over (${days}) as upto
        from (select day, sum(tickets) as tickets from ticket_days where ${ofStatus('status')} group by day) days
      ) counted
      where upto > ${list.offset}::bigint ${days} limit 1
    )
    select page.id from start cross join lateral (
      select t.id from post_mortems t
      where ${ofStatus('t.status')} and t.deleted_at is null and ${from}
      ${orderByCreation(descending)} limit ${sql.lit(list.perPage)} offset (${list.offset}::bigint - start.before)::bigint
    ) page
  )`
}
