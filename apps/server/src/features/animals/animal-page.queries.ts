import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import { oneOf } from '../../http/filters.ts'
import { animalsWithNames } from '../post-mortems/index.ts'

/** What a list of animals asks for. Columns are those of `animals a`. */
export interface Wanted {
  /** Null: all sites. */
  siteIds: string[] | null
  /** What is left to be compared. */
  conditions: RawBuilder<boolean>[]
  /** By what they are sorted, first comes first. */
  sorts: { column: RawBuilder<unknown>; descending: boolean }[]
  /** Whether they are sorted by when they were added and by nothing else. */
  byCreation?: boolean
}
type Cut = { perPage: number; offset: number }

/** The animals wanted, as a condition. */
export const those = ({ siteIds, conditions }: Pick<Wanted, 'siteIds' | 'conditions'>): RawBuilder<boolean> =>
  sql`${sql.join(
    [sql`a.deleted_at is null`, ...(siteIds ? [oneOf(sql`a.site_id`, siteIds, 'uuid')] : []), ...conditions],
    sql` and `,
  )}`

/** The order asked for; animals that are the same in it stand by their id. */
export function inOrder({ sorts }: Pick<Wanted, 'sorts'>, id = sql`a.id`): RawBuilder<unknown> {
  const directed = (column: RawBuilder<unknown>, descending = false) =>
    sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`
  const keys = sorts.map(({ column, descending }) => directed(column, descending))
  return sql.join([...keys, directed(id, sorts[0]?.descending)])
}

/** One page of the animals wanted, and how many there are. */
export async function pageOfAnimals(db: Executor, wanted: Wanted, cut: Cut) {
  const [total, rows] = await Promise.all([totalOf(db, wanted), rowsOf(db, wanted, cut)])
  return { total, rows }
}

/** The rows of one page alone. */
export const rowsOf = (db: Executor, wanted: Wanted, cut: Cut) =>
  animalsWithNames(db)
    .where(sql<boolean>`a.id in ${idsOfPage(wanted, cut)}`)
    .orderBy(inOrder(wanted))
    .execute()

/** How many animals are wanted: from the counters where their sites say it all, else by counting. */
async function totalOf(db: Executor, wanted: Wanted): Promise<number> {
  const { siteIds, conditions } = wanted
  const ofSites = siteIds ? sql`where site_id = any(${siteIds}::uuid[])` : sql``
  return conditions.length === 0
    ? numberOf(db, sql`select coalesce(sum(animals), 0)::int as total from animal_counts ${ofSites}`)
    : numberOf(db, sql`select count(*)::int as total from animals a where ${those(wanted)}`)
}

/** What a query finds in its one row's `total`. */
export const numberOf = async (db: Executor, query: RawBuilder<unknown>): Promise<number> =>
  (query as RawBuilder<{ total: number }>).execute(db).then(({ rows }) => rows[0]?.total ?? 0)

/**
 * The query of the ids of one page in their order, in parentheses. Limits stand in the text, for the plan to know how
 * little is wanted. Animals of all sites are read from the index of their order; those of some are found first and
 * sorted then, because in any other order a small site's lie far apart.
 */
function idsOfPage(wanted: Wanted, { perPage, offset }: Cut): RawBuilder<unknown> {
  const order = inOrder(wanted)
  const page = sql`limit ${sql.lit(perPage)} ${offset > 0 ? sql`offset ${offset}` : sql``}`
  if (wanted.siteIds === null) return sql`(select a.id from animals a where ${those(wanted)} order by ${order} ${page})`
  if (wanted.byCreation && wanted.conditions.length === 0)
    return sql`(
      select a.id from unnest(${wanted.siteIds}::uuid[]) k (site_id) cross join lateral (
        select a.id, a.created_at from animals a where a.deleted_at is null and a.site_id = k.site_id
        order by ${order} limit ${sql.lit(offset + perPage)}
      ) a order by ${order} ${page}
    )`
  const keyOf = (place: number) => sql.ref(`key${place}`)
  const keys = wanted.sorts.map(({ column }, place) => sql`${column} as ${keyOf(place)}`)
  const byKeys = wanted.sorts.map(({ descending }, place) => ({ column: keyOf(place), descending }))
  return sql`(
    with found as materialized (select ${sql.join([sql`a.id`, ...keys])} from animals a where ${those(wanted)})
    select id from found order by ${inOrder({ sorts: byKeys }, sql`id`)} ${page}
  )`
}
