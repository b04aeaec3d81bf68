import { type RawBuilder, sql, type Transaction } from 'kysely'
import { alphabetical } from '../../database/alphabetical.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { CustomerId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest } from '../../http/pagination.ts'
import type { UseCounts } from './customer-or-site.ts'

export const customerFilters = { id: 'id', name: 'text', retired: 'flag' } as const
export const customerSorts = ['name', 'created_at'] as const
export const sortColumns = { name: alphabetical('c.name'), created_at: sql.ref('c.created_at') } as const

const columns = ['c.id', 'c.name', 'c.retired_at'] as const
/** The column or expression by which each filter compares. `c` is the customers table. */
export const filterColumns: Record<keyof typeof customerFilters, RawBuilder<unknown>> = {
  id: sql.ref('c.id'),
  name: sql.ref('c.name'),
  retired: sql`(c.retired_at is not null)`,
}

/** The customers that have at least one of these sites. */
function visibleCustomers(db: Executor, { ids: siteIds }: AuthorizedSites) {
  const customers = db.selectFrom('customers as c')
  return siteIds
    ? customers.where(sql<boolean>`c.id in (select customer_id from sites where id = any(${siteIds}::uuid[]))`)
    : customers
}

/** Reads one page of the customers that the user may see, and how many there are in total. */
export async function readCustomerPage(
  db: Executor,
  sites: AuthorizedSites,
  list: ListRequest<keyof typeof customerFilters, (typeof customerSorts)[number]>,
) {
  let customers = visibleCustomers(db, sites)
  for (const filter of list.filters) customers = customers.where(condition(filterColumns[filter.field], filter))
  let page = customers.select(columns)
  for (const { field, descending } of list.sorts) page = page.orderBy(sortColumns[field], descending ? 'desc' : 'asc')
  return readPageAndTotal(
    db,
    customers.select(countOfRows),
    page.orderBy('c.id').limit(list.perPage).offset(list.offset),
  )
}

export const customerById = (db: Executor, sites: AuthorizedSites, id: CustomerId) =>
  visibleCustomers(db, sites).select(columns).where('c.id', '=', id).executeTakeFirst()
export type CustomerRow = NonNullable<Awaited<ReturnType<typeof customerById>>>

/** The sites of these customers that the user may see. */
export function sitesOfCustomers(db: Executor, { ids: siteIds }: AuthorizedSites, customerIds: CustomerId[]) {
  const sites = db
    .selectFrom('sites')
    .select(['id', 'name', 'customer_id', 'retired_at', 'time_zone'])
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .orderBy(alphabetical('name'))
    .orderBy('id')
  return (siteIds ? sites.where(sql<boolean>`id = any(${siteIds}::uuid[])`) : sites).execute()
}

/** Locks a customer until the transaction ends, so that nothing new can refer to it. */
export const lockCustomer = (tx: Transaction<Tables>, id: CustomerId) =>
  tx
    .selectFrom('customers as c')
    .select([...columns, 'c.created_by_id'])
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** @returns false if the id or the name is already in use */
export const insertCustomer = (
  tx: Executor,
  customer: { id: CustomerId; name: string; created_by_id: UserId },
): Promise<boolean> => insertIfAbsent(tx, 'customers', customer)

export const changeCustomer = (tx: Executor, id: CustomerId, change: { name: string; retired_at: Date | null }) =>
  tx
    .updateTable('customers')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()

/** Counts what refers to a customer. Tickets belong to sites, so a customer without sites has none. */
export async function countCustomerUses(tx: Executor, id: CustomerId): Promise<UseCounts> {
  const { rows } = await sql<UseCounts>`
    with own as (select id from sites where customer_id = ${id})
    select (select count(*)::int from own) as sites,
           (select coalesce(sum(tickets), 0)::int from ticket_counts where site_id in (select id from own)) as "postMortems",
           (select count(distinct user_id)::int from user_sites where site_id in (select id from own)) as people`.execute(
    tx,
  )
  return rows[0] ?? {}
}
