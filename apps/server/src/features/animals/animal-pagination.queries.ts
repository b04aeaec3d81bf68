import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { findMonthsOfPage, isFarFromEnds, isWithinMonths, type MonthsOfPage } from '../../database/months-of-page.ts'
import { fromNearerEnd, reverse } from '../../database/page-from-nearer-end.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import { inList, ofSitesAfterwards } from '../../http/filter-conditions.queries.ts'
import { animalsWithPhotoSlots } from '../post-mortems/index.ts'

/** The criteria of a list of animals. Columns are those of `animals a`. */
export interface AnimalCriteria {
  sites: AuthorizedSites
  /** Filters that are compared row by row. */
  conditions: RawBuilder<boolean>[]
  /** Sort columns, most significant first. */
  sorts: { column: RawBuilder<unknown>; descending: boolean }[]
  /** Whether the list is sorted only by creation time. */
  byCreation?: boolean
  /** Whether the trigram index finds the animals, so that their sites are compared afterwards. */
  usesTrigramIndex?: boolean
  /** A condition that limits a list sorted by creation to the months of a page. */
  createdWithin?: RawBuilder<boolean> | undefined
  /** The parenthesised query of the ids to exclude. */
  except?: RawBuilder<unknown>
}
type Page = { perPage: number; offset: number }

/** Restricts the animals of `alias` to these sites; null: all. */
export const andOnSites = (alias: string, { ids: siteIds }: AuthorizedSites): RawBuilder<unknown> =>
  siteIds ? sql`and ${inList(sql.ref(`${alias}.site_id`), siteIds, 'uuid')}` : sql``

/** The criteria as an SQL condition. */
export const matching = ({
  sites,
  conditions,
  except,
  usesTrigramIndex,
}: Omit<AnimalCriteria, 'sorts'>): RawBuilder<boolean> =>
  sql`a.deleted_at is null ${
    usesTrigramIndex && sites.ids
      ? sql`and ${ofSitesAfterwards(sql.ref('a.site_id'), sites.ids)}`
      : andOnSites('a', sites)
  } ${sql.join(
    [...conditions, ...(except ? [sql`a.id not in ${except}`] : [])].map((condition) => sql`and ${condition}`),
    sql` `,
  )}`

/** The sort order; ties are broken by id. */
export function orderBy({ sorts }: Pick<AnimalCriteria, 'sorts'>, id = sql`a.id`): RawBuilder<unknown> {
  const sortSql = (column: RawBuilder<unknown>, descending = false) =>
    sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`
  const keys = sorts.map(({ column, descending }) => sortSql(column, descending))
  return sql.join([...keys, sortSql(id, sorts[0]?.descending)])
}

/** The largest result that is sorted in memory. For a larger one, the page is read from the index of its sort order. */
const sortInMemoryMax = 10_000

/** Reads one page of the matching animals and their total. */
export const readAnimalPage = (db: Executor, criteria: AnimalCriteria, page: Page) =>
  inOneSnapshot(db, async (db) => {
    const total = await readTotal(db, criteria)
    return { total, rows: await readPage(db, criteria, page, total) }
  })

/**
 * Reads the rows of one page without the total.
 * @param total  the approximate total, which decides how the page is read
 */
export async function readPage(db: Executor, criteria: AnimalCriteria, page: Page, total: number) {
  if (page.offset >= total) return []
  const months = await findCreationMonths(db, criteria, page, total)
  const end = months ? { ...page, offset: months.skip, reversed: false } : fromNearerEnd(page, total)
  const ids = pageIdsSql(
    {
      ...criteria,
      sorts: end.reversed ? reverse(criteria.sorts) : criteria.sorts,
      createdWithin: months && isWithinMonths(sql.ref('a.created_at'), months),
    },
    end,
    total > sortInMemoryMax,
  )
  return animalsWithPhotoSlots(db, criteria.sites)
    .where(sql<boolean>`a.id in ${ids}`)
    .orderBy(orderBy(criteria))
    .execute()
}

/** Finds the months that contain a page in the middle of a list that is sorted by creation and has no filters. */
async function findCreationMonths(
  db: Executor,
  { byCreation, conditions, sites, except, sorts }: AnimalCriteria,
  page: Page,
  total: number,
): Promise<MonthsOfPage | undefined> {
  if (!byCreation || conditions.length > 0 || !isFarFromEnds(page.offset, total)) return undefined
  const excluded = except
    ? sql`union all select month_of(a.created_at), -1 from animals a where a.id = any(array${except})`
    : sql``
  const counts = sql`select c.month, c.animals as rows from animal_months c where true ${andOnSites('c', sites)} ${excluded}`
  return findMonthsOfPage(db, counts, { ...page, total, descending: sorts[0]?.descending ?? false })
}

/** Reads the total from the counters if sites are the only criterion, else counts rows. */
export function readTotal(
  db: Executor,
  criteria: Pick<AnimalCriteria, 'sites' | 'conditions' | 'usesTrigramIndex'>,
): Promise<number> {
  return criteria.conditions.length === 0
    ? readCount(
        db,
        sql`select coalesce(sum(c.animals), 0)::int as total from animal_counts c where true ${andOnSites('c', criteria.sites)}`,
      )
    : readCount(db, sql`select count(*)::int as total from animals a where ${matching(criteria)}`)
}

/** Runs a query with one row and one column, `total`. */
export const readCount = async (db: Executor, query: RawBuilder<unknown>): Promise<number> =>
  // cast: the query selects only `total`
  (query as RawBuilder<{ total: number }>).execute(db).then(({ rows }) => rows[0]?.total ?? 0)

/**
 * The parenthesised query of the ids of one page, in order. Limits are literals, so that the planner knows how few rows
 * are needed.
 */
function pageIdsSql(criteria: AnimalCriteria, { perPage, offset }: Page, isLarge: boolean): RawBuilder<unknown> {
  const order = orderBy(criteria)
  const within = criteria.createdWithin ? sql`and ${criteria.createdWithin}` : sql``
  const limitSql = sql`limit ${sql.lit(perPage)} ${offset > 0 ? sql`offset ${offset}` : sql``}`
  if (criteria.sites.ids && criteria.byCreation && criteria.conditions.length === 0)
    return sql`(
      select a.id from unnest(${criteria.sites.ids}::uuid[]) k (site_id) cross join lateral (
        select a.id, a.created_at from animals a
        where a.deleted_at is null and a.site_id = k.site_id ${criteria.except ? sql`and a.id not in ${criteria.except}` : sql``} ${within}
        order by ${order} limit ${sql.lit(offset + perPage)}
      ) a order by ${order} ${limitSql}
    )`
  if (isLarge || criteria.createdWithin)
    return sql`(select a.id from animals a where ${matching(criteria)} ${within} order by ${order} ${limitSql})`
  const keyOf = (index: number) => sql.ref(`key${index}`)
  const keys = criteria.sorts.map(({ column }, index) => sql`${column} as ${keyOf(index)}`)
  const byKeys = criteria.sorts.map(({ descending }, index) => ({ column: keyOf(index), descending }))
  return sql`(
    with found as materialized (select ${sql.join([sql`a.id`, ...keys])} from animals a where ${matching(criteria)})
    select id from found order by ${orderBy({ sorts: byKeys }, sql`id`)} ${limitSql}
  )`
}
