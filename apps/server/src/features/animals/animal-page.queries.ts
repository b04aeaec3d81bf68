import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../http/context.ts'
import { fromNearerEnd, reverse } from '../../database/nearer-end.ts'
import { oneOf } from '../../http/filters.ts'
import { animalsWithNames } from '../post-mortems/index.ts'

/** What a list of animals asks for. Columns are those of `animals a`. */
export interface Wanted {
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
type Cut = { perPage: number; offset: number }

/** Leaves those of `animals alias` on these sites. */
export const ofSites = (alias: string, { ids: siteIds }: AuthorizedSites): RawBuilder<unknown> =>
  siteIds ? sql`and ${oneOf(sql.ref(`${alias}.site_id`), siteIds, 'uuid')}` : sql``

/** The animals wanted, as a condition. */
export const those = ({ sites, conditions, except }: Omit<Wanted, 'sorts'>): RawBuilder<boolean> =>
  sql`a.deleted_at is null ${ofSites('a', sites)} ${sql.join(
    [...conditions, ...(except ? [sql`a.id not in ${except}`] : [])].map((condition) => sql`and ${condition}`),
    sql` `,
  )}`

/** The order asked for; animals that are the same in it stand by their id. */
export function inOrder({ sorts }: Pick<Wanted, 'sorts'>, id = sql`a.id`): RawBuilder<unknown> {
  const directed = (column: RawBuilder<unknown>, descending = false) =>
    sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`
  const keys = sorts.map(({ column, descending }) => directed(column, descending))
  return sql.join([...keys, directed(id, sorts[0]?.descending)])
}

/**
 * How many animals are wanted at most to be found first and sorted then. Of more, a page is read from the index of
 * their order, in which they lie close enough.
 */
const few = 10_000

/** One page of the animals wanted, and how many there are. */
export async function pageOfAnimals(db: Executor, wanted: Wanted, cut: Cut) {
  const total = await totalOf(db, wanted)
  return { total, rows: await rowsOf(db, wanted, cut, total) }
}

/**
 * The rows of one page alone.
 * @param total  how many animals there are
 */
export async function rowsOf(db: Executor, wanted: Wanted, cut: Cut, total: number) {
  if (cut.offset >= total) return []
  const end = fromNearerEnd(cut, total)
  const ids = idsOfPage({ ...wanted, sorts: end.reversed ? reverse(wanted.sorts) : wanted.sorts }, end, total > few)
  return animalsWithNames(db).where(sql<boolean>`a.id in ${ids}`).orderBy(inOrder(wanted)).execute()
}

/** How many animals are wanted: from the counters where their sites say it all, else by counting. */
export function totalOf(db: Executor, wanted: Pick<Wanted, 'sites' | 'conditions'>): Promise<number> {
  return wanted.conditions.length === 0
    ? numberOf(
        db,
        sql`select coalesce(sum(c.animals), 0)::int as total from animal_counts c where true ${ofSites('c', wanted.sites)}`,
      )
    : numberOf(db, sql`select count(*)::int as total from animals a where ${those(wanted)}`)
}

/** What a query finds in its one row's `total`. */
export const numberOf = async (db: Executor, query: RawBuilder<unknown>): Promise<number> =>
  // cast: the statement names its only column total
  (query as RawBuilder<{ total: number }>).execute(db).then(({ rows }) => rows[0]?.total ?? 0)

/**
 * The query of the ids of one page in their order, in parentheses. Limits stand in the text, for the plan to know how
 * little is wanted.
 */
function idsOfPage(wanted: Wanted, { perPage, offset }: Cut, many: boolean): RawBuilder<unknown> {
  const order = inOrder(wanted)
  const page = sql`limit ${sql.lit(perPage)} ${offset > 0 ? sql`offset ${offset}` : sql``}`
  if (wanted.sites.ids && wanted.byCreation && wanted.conditions.length === 0)
    return sql`(
      select a.id from unnest(${wanted.sites.ids}::uuid[]) k (site_id) cross join lateral (
        select a.id, a.created_at from animals a
        where a.deleted_at is null and a.site_id = k.site_id ${wanted.except ? sql`and a.id not in ${wanted.except}` : sql``}
        order by ${order} limit ${sql.lit(offset + perPage)}
      ) a order by ${order} ${page}
    )`
  if (many) return sql`(select a.id from animals a where ${those(wanted)} order by ${order} ${page})`
  const keyOf = (place: number) => sql.ref(`key${place}`)
  const keys = wanted.sorts.map(({ column }, place) => sql`${column} as ${keyOf(place)}`)
  const byKeys = wanted.sorts.map(({ descending }, place) => ({ column: keyOf(place), descending }))
  return sql`(
    with found as materialized (select ${sql.join([sql`a.id`, ...keys])} from animals a where ${those(wanted)})
    select id from found order by ${inOrder({ sorts: byKeys }, sql`id`)} ${page}
  )`
}
