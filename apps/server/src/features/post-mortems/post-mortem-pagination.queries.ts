import { type RawBuilder, sql } from 'kysely'
import { statuses } from '@chisholm/domain/status'
import { fromNearerEnd, reverse } from '../../database/page-from-nearer-end.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { examineByOrder, examineByPageSql } from './examine-by.queries.ts'
import { applyScope, postMortemsOfAnimals } from './post-mortem-filters.queries.ts'
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
type Cut = PostMortemListRequest & { reversed?: boolean }

/**
 * Reads one page of the tickets of these sites (null: all), in any form, and their total.
 * @param readRows  reads the tickets of a page, given a subquery of `id` and `place`, their position in the page
 */
export async function readPage<Row extends { id: string }>(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  readRows: (page: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<{ total: number; postMortems: Row[] }> {
  const scope = parseScope(sites, list.filters)
  if ([scope.statuses, scope.siteIds, scope.customerIds].some((values) => values?.length === 0))
    return { total: 0, postMortems: [] }
  const queryOf = (total: number, cut: Cut) =>
    readRows(sql`(
      select id, ${sql.raw(cut.reversed ? '-' : '')}row_number() over () as place from ${pageIdsSql(db, scope, cut, total)} ids
    )`)
  const read = async (total: number, cut: Cut) =>
    (await sql<Row>`${queryOf(total, cut)} order by page.place`.execute(db)).rows
  if (isSelective(scope)) {
    const postMortems = await read(0, list)
    const isOnlyPage = list.offset === 0 && postMortems.length < list.perPage
    return { total: isOnlyPage ? postMortems.length : await readTotal(db, scope), postMortems }
  }
  if (scope.rowFilters.length === 0 && list.offset < dayCounterOffset) return readWithTotal(db, scope, queryOf(0, list))
  const total = await readTotal(db, scope)
  if (list.offset >= total) return { total, postMortems: [] }
  const end = fromNearerEnd(list, total)
  return {
    total,
    postMortems: await read(total, { ...list, ...end, sorts: end.reversed ? reverse(list.sorts) : list.sorts }),
  }
}

/** Page and total in one statement, because a round trip costs as much as reading a short page. */
async function readWithTotal<Row extends { id: string }>(db: Executor, scope: PostMortemScope, page: RawBuilder<Row>) {
  const { rows } = await sql<{ total: number } & (Row | { id: null })>`
    select counted.total, found.* from (${counters(db, scope)}) counted left join (${page}) found on true
    order by found.place`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    postMortems: rows.filter((row): row is { total: number } & Row => row.id !== null),
  }
}

/** Reads the total of a scope from the counters where status and site are the only criteria, else by counting. */
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

/** With animal filters only, the index of the animals alone answers: animals have the site of their ticket. */
function counted(db: Executor, scope: PostMortemScope) {
  const [only, ...more] = scope.rowFilters
  const total = sql<number>`count(*)::int`.as('total')
  if (only && more.length === 0 && isOfAnimals(only) && isOfAnyStatus(scope) && scope.customerIds === null)
    return db.selectFrom(postMortemsOfAnimals(db, only, scope.siteIds).distinct().as('found')).select(total)
  const postMortems = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  return applyScope(db, postMortems, scope).select(total)
}

const isOfAnyStatus = (scope: PostMortemScope) => scope.statuses.length === statuses.length

/** The parenthesised query of the ids of one page, in order. */
function pageIdsSql(db: Executor, scope: PostMortemScope, cut: Cut, total: number): RawBuilder<unknown> {
  const [first] = cut.sorts
  if (first?.field === 'examine_by' && scope.rowFilters.length === 0)
    return examineByPageSql(scope, { ...cut, reversed: first.descending })
  const byCreation = cut.sorts.length === 1 && first?.field === 'created_at'
  if (!byCreation || scope.customerIds !== null || scope.rowFilters.length > 0)
    return genericPageSql(db, scope, cut, total)
  if (scope.siteIds === null && scope.statuses.length === 1 && cut.offset >= dayCounterOffset)
    return distantPageSql(scope, cut, first.descending)
  if (scope.siteIds === null && isOfAnyStatus(scope)) return genericPageSql(db, scope, cut, total)
  return mergedPageSql(scope, cut, first.descending)
}

/** A page with any filter and order. */
function genericPageSql(db: Executor, scope: PostMortemScope, cut: Cut, total: number): RawBuilder<unknown> {
  const postMortems = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  const one = total > scatteredAtMost ? 'each' : 'found'
  const ids = applyScope(db, postMortems, scope, one).select('t.id')
  const limit = sql`limit ${sql.lit(cut.perPage)} ${cut.offset > 0 ? sql`offset ${cut.offset}` : sql``}`
  const isByClock = cut.sorts.some(({ field }) => field === 'examine_by')
  const isSorted =
    !isByClock &&
    scope.rowFilters.some(
      (filter) =>
        isRange(filter) &&
        filter.field !== cut.sorts[0]?.field &&
        total <= (filter.op === 'like' ? scatteredAtMost : sortedAtMost),
    )
  if (!isSorted) return sql`(${ids} order by ${orderOf(cut, 't')} ${limit})`
  const found = ids.select(cut.sorts.flatMap(({ field }) => (field === 'examine_by' ? [] : [`t.${field}` as const])))
  // `offset 0` prevents PostgreSQL from scanning the ordered index until it has enough matches
  return sql`(select id from (${found} offset 0) found order by ${orderOf(cut, 'found')} ${limit})`
}

const neverEmpty = ['created_at', 'updated_at', 'record_at', 'pin', 'status']

function orderOf({ sorts, reversed }: Cut, table: string): RawBuilder<unknown> {
  const sorted = (field: string, descending = false) =>
    sql`${sql.ref(`${table}.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`
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
function mergedPageSql({ siteIds, statuses: scopeStatuses }: PostMortemScope, list: Cut, descending: boolean) {
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

/** A distant page of one status of all sites: starts at the day that contains it, and skips only within that day. */
function distantPageSql({ statuses: [status] }: PostMortemScope, list: Cut, descending: boolean) {
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
      ${orderByCreation(descending)} limit ${sql.lit(list.perPage)} offset ${list.offset}::bigint - start.before
    ) page
  )`
}
