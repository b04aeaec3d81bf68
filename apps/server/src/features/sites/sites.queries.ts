import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

export const siteFilters = { id: 'id', customer_id: 'id', name: 'text' } as const
export const siteSorts = ['name', 'customer.name', 'created_at'] as const

const columns = { name: 's.name', 'customer.name': 'c.name', created_at: 's.created_at' } as const

const sitesWithCustomer = (db: Executor) =>
  db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['s.id', 's.name', 's.region', 's.city', 's.customer_id', 'c.name as customer_name'])

/** One page of these sites (null: of all), and how many there are. */
export async function sitePage(
  db: Executor,
  siteIds: string[] | null,
  list: ListRequest<keyof typeof siteFilters, (typeof siteSorts)[number]>,
) {
  let sites = sitesWithCustomer(db)
  if (siteIds) sites = sites.where(sql<boolean>`s.id = any(${siteIds}::uuid[])`)
  for (const filter of list.filters) sites = sites.where(condition(sql.ref(`s.${filter.field}`), filter))
  let page = sites
  for (const { field, descending } of list.sorts) page = page.orderBy(columns[field], descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    sites.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('s.name').orderBy('s.id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const siteById = (db: Executor, id: string) => sitesWithCustomer(db).where('s.id', '=', id).executeTakeFirst()
