import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../http/context.ts'
import { fromNearerEnd, reverse } from '../../database/nearer-end.ts'
import { inList } from '../../http/filters.ts'
import { animalsWithNames } from '../post-mortems/index.ts'

/** What a list of animals asks for. Columns are those of `animals a`. */
export interface AnimalCriteria {
  sites: AuthorizedSites
  /** What is left to be compared. */
  conditions: RawBuilder<boolean>[]
  /** By what they are sorted, first comes first. */
  sorts: { column: RawBuilder<unknown>; descending: boolean }[]
  /** Whether they are sorted by when they were added and by nothing else. */
  byCreation?: boolean
  /** What is left out: the ids of a query in parentheses. */
  except?: RawBuilder<unknown>
}
type Page = { perPage: number; offset: number }

/** Leaves those of `animals alias` on these sites. */
export const andOnSites = (alias: string, { ids: siteIds }: AuthorizedSites): RawBuilder<unknown> =>
  siteIds ? sql`and ${inList(sql.ref(`${alias}.site_id`), siteIds, 'uuid')}` : sql``

/** The animals wanted, as a condition. */
export const matching = ({ sites, conditions, except }: Omit<AnimalCriteria, 'sorts'>): RawBuilder<boolean> =>
  sql`a.deleted_at is null ${andOnSites('a', sites)} ${sql.join(
    [...conditions, ...(except ? [sql`a.id not in ${except}`] : [])].map((condition) => sql`and ${condition}`),
    sql` `,
  )}`

/** The order asked for; animals that are the same in it stand by their id. */
export function orderBy({ sorts }: Pick<AnimalCriteria, 'sorts'>, id = sql`a.id`): RawBuilder<unknown> {
  const sortSql = (column: RawBuilder<unknown>, descending = false) =>
    sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`
  const keys = sorts.map(({ column, descending }) => sortSql(column, descending))
  return sql.join([...keys, sortSql(id, sorts[0]?.descending)])
}

/**
 * How many animals are wanted at most to be found first and sorted then. Of more, a page is read from the index of
 * their order, in which they lie close enough.
 */
const sortInMemoryMax = 10_000

/** One page of the animals wanted, and how many there are. */
export async function readAnimalPage(db: Executor, criteria: AnimalCriteria, page: Page) {
  const total = await readTotal(db, criteria)
  return { total, rows: await readPage(db, criteria, page, total) }
}

/**
 * The rows of one page alone.
 * @param total  how many animals there are
 */
export async function readPage(db: Executor, criteria: AnimalCriteria, page: Page, total: number) {
  if (page.offset >= total) return []
  const end = fromNearerEnd(page, total)
  const ids = pageIdsSql(
    { ...criteria, sorts: end.reversed ? reverse(criteria.sorts) : criteria.sorts },
    end,
    total > sortInMemoryMax,
  )
  return animalsWithNames(db).where(sql<boolean>`a.id in ${ids}`).orderBy(orderBy(criteria)).execute()
}

/** How many animals are wanted: from the counters where their sites say it all, else by counting. */
export function readTotal(db: Executor, criteria: Pick<AnimalCriteria, 'sites' | 'conditions'>): Promise<number> {
  return criteria.conditions.length === 0
    ? readCount(
        db,
        sql`select coalesce(sum(c.animals), 0)::int as total from animal_counts c where true ${andOnSites('c', criteria.sites)}`,
      )
    : readCount(db, sql`select count(*)::int as total from animals a where ${matching(criteria)}`)
}

/** What a query finds in its one row's `total`. */
export const readCount = async (db: Executor, query: RawBuilder<unknown>): Promise<number> =>
  // cast: the statement names its only column total
  (query as RawBuilder<{ total: number }>).execute(db).then(({ rows }) => rows[0]?.total ?? 0)

/**
 * The query of the ids of one page in their order, in parentheses. Limits stand in the text, for the plan to know how
 * little is wanted.
 */
function pageIdsSql(criteria: AnimalCriteria, { perPage, offset }: Page, isLarge: boolean): RawBuilder<unknown> {
  const order = orderBy(criteria)
  const limitSql = sql`limit ${sql.lit(perPage)} ${offset > 0 ? sql`offset ${offset}` : sql``}`
  if (criteria.sites.ids && criteria.byCreation && criteria.conditions.length === 0)
    return sql`(
      select a.id from unnest(${criteria.sites.ids}::uuid[]) k (site_id) cross join lateral (
        select a.id, a.created_at from animals a
        where a.deleted_at is null and a.site_id = k.site_id ${criteria.except ? sql`and a.id not in ${criteria.except}` : sql``}
        order by ${order} limit ${sql.lit(offset + perPage)}
      ) a order by ${order} ${limitSql}
    )`
  if (isLarge) return sql`(select a.id from animals a where ${matching(criteria)} order by ${order} ${limitSql})`
  const keyOf = (index: number) => sql.ref(`key${index}`)
  const keys = criteria.sorts.map(({ column }, index) => sql`${column} as ${keyOf(index)}`)
  const byKeys = criteria.sorts.map(({ descending }, index) => ({ column: keyOf(index), descending }))
  return sql`(
    with found as materialized (select ${sql.join([sql`a.id`, ...keys])} from animals a where ${matching(criteria)})
    select id from found order by ${orderBy({ sorts: byKeys }, sql`id`)} ${limitSql}
  )`
}
