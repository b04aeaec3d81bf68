import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

export const customerFilters = { id: 'id', name: 'text' } as const
export const customerSorts = ['name', 'created_at'] as const

/** Customers with a site among these (null: all customers). */
function visible(db: Executor, siteIds: string[] | null) {
  const customers = db.selectFrom('customers as c')
  return siteIds
    ? customers.where(sql<boolean>`c.id in (select customer_id from sites where id = any(${siteIds}::uuid[]))`)
    : customers
}

/** One page of the customers this person may see, and how many there are. */
export async function customerPage(
  db: Executor,
  siteIds: string[] | null,
  list: ListRequest<keyof typeof customerFilters, (typeof customerSorts)[number]>,
) {
  let customers = visible(db, siteIds)
  for (const filter of list.filters) customers = customers.where(condition(sql.ref(`c.${filter.field}`), filter))
  let page = customers.select(['c.id', 'c.name'])
  for (const { field, descending } of list.sorts) page = page.orderBy(`c.${field}`, descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    customers.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('c.id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const customerById = (db: Executor, siteIds: string[] | null, id: string) =>
  visible(db, siteIds).select(['c.id', 'c.name']).where('c.id', '=', id).executeTakeFirst()

/** The sites of these customers that this person may see. */
export function sitesOf(db: Executor, siteIds: string[] | null, customerIds: string[]) {
  const sites = db
    .selectFrom('sites')
    .select(['id', 'name', 'customer_id'])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .orderBy('name')
  return (siteIds ? sites.where(sql<boolean>`id = any(${siteIds}::uuid[])`) : sites).execute()
}
