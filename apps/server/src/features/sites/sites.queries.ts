import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { SiteLocation } from '@chisholm/domain/sites'
import { alphabetical } from '../../database/alphabetical.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { CustomerId, SiteId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest } from '../../http/pagination.ts'
import type { UseCounts } from '../customers/index.ts'

export const siteFilters = {
  id: 'id',
  customer_id: 'id',
  name: 'text',
  name_with_customer: 'text',
  retired: 'flag',
} as const
export const siteSorts = ['name', 'customer.name', 'created_at'] as const

export const sortColumns = {
  name: alphabetical('s.name'),
  'customer.name': alphabetical('c.name'),
  created_at: sql.ref('s.created_at'),
} as const
/** The column or expression by which each filter compares. `s` is the sites table, `c` the customers table. */
export const filterColumns: Record<keyof typeof siteFilters, RawBuilder<unknown>> = {
  id: sql.ref('s.id'),
  customer_id: sql.ref('s.customer_id'),
  name: sql.ref('s.name'),
  name_with_customer: sql`(c.name || ' - ' || s.name)`,
  retired: sql`(s.retired_at is not null)`,
}
const columns = [
  's.id',
  's.name',
  's.region',
  's.city',
  's.customer_id',
  's.retired_at',
  's.address',
  's.latitude',
  's.longitude',
  's.phone',
  's.directions',
  's.time_zone',
] as const

const sitesWithCustomer = (db: Executor) =>
  db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select([...columns, 'c.name as customer_name'])

/** Reads one page of these sites, and how many there are in total. */
export async function readSitePage(
  db: Executor,
  { ids: siteIds }: AuthorizedSites,
  list: ListRequest<keyof typeof siteFilters, (typeof siteSorts)[number]>,
) {
  let sites = sitesWithCustomer(db)
  if (siteIds) sites = sites.where(sql<boolean>`s.id = any(${siteIds}::uuid[])`)
  for (const filter of list.filters) sites = sites.where(condition(filterColumns[filter.field], filter))
  let page = sites
  for (const { field, descending } of list.sorts) page = page.orderBy(sortColumns[field], descending ? 'desc' : 'asc')
  return readPageAndTotal(
    db,
    sites.clearSelect().select(countOfRows),
    page.orderBy(alphabetical('s.name')).orderBy('s.id').limit(list.perPage).offset(list.offset),
  )
}

/** A site by id, if the user may see it. */
export const siteById = (db: Executor, { ids: siteIds }: AuthorizedSites, id: SiteId) =>
  sitesWithCustomer(db)
    .where('s.id', '=', id)
    .$if(siteIds !== null, (sites) => sites.where(sql<boolean>`s.id = any(${siteIds}::uuid[])`))
    .executeTakeFirst()
/** The sites with these ids. */
export const sitesByIds = (db: Executor, ids: readonly SiteId[]) =>
  sitesWithCustomer(db)
    .where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .orderBy(alphabetical('s.name'))
    .orderBy('s.id')
    .execute()
export type SiteRow = NonNullable<Awaited<ReturnType<typeof siteById>>>

/**
 * Locks a site until the transaction ends, so that it gets no further tickets or users. The table is locked first,
 * because an import, which locks all of it, would deadlock with a transaction that holds a row and waits to write.
 */
export async function lockSite(tx: Transaction<Tables>, id: SiteId) {
  await sql`lock table sites in row exclusive mode`.execute(tx)
  return sitesWithCustomer(tx).select('s.created_by_id').where('s.id', '=', id).forUpdate('s').executeTakeFirst()
}

/** Locks a customer against deletion until the transaction ends. @returns whether it exists */
export const lockCustomerForShare = async (tx: Transaction<Tables>, id: CustomerId): Promise<boolean> =>
  (await tx.selectFrom('customers').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined

export interface SiteFields extends SiteLocation {
  customer_id: CustomerId
  name: string
  region: string | null
  city: string | null
}

/** @returns false if the id is in use, or this customer already has a site with the name */
export const insertSite = (tx: Executor, site: SiteFields & { id: SiteId; created_by_id: UserId }): Promise<boolean> =>
  insertIfAbsent(tx, 'sites', site)

export const changeSite = (tx: Executor, id: SiteId, change: SiteFields & { retired_at: Date | null }) =>
  tx
    .updateTable('sites')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()

export async function countSiteUses(tx: Executor, id: SiteId): Promise<UseCounts> {
  const { rows } = await sql<UseCounts>`
    select (select count(*)::int from post_mortems where site_id = ${id} and deleted_at is null) as "postMortems",
           (select count(*)::int from post_mortems where site_id = ${id} and deleted_at is not null) as "deletedPostMortems",
           (select count(*)::int from lots where site_id = ${id}) as lots,
           (select count(*)::int from head_counts where site_id = ${id}) as "headCounts",
           (select count(*)::int from user_sites where site_id = ${id}) as people`.execute(tx)
  return rows[0] ?? {}
}

/** Whether a ticket was ever created for a site. Tickets that were deleted since count, too. */
export async function hasEverHadPostMortems(tx: Executor, id: SiteId): Promise<boolean> {
  const { postMortems = 0, deletedPostMortems = 0 } = await countSiteUses(tx, id)
  return postMortems + deletedPostMortems > 0
}

export async function deleteSite(tx: Executor, id: SiteId): Promise<void> {
  // Counters may be left from tickets that were moved to another site.
  await tx.deleteFrom('ticket_counts').where('site_id', '=', id).execute()
  await tx.deleteFrom('sites').where('id', '=', id).execute()
}

/** Locks a site against deletion until the transaction ends. @returns whether one of these sites exists */
export async function lockSiteForShare(
  tx: Transaction<Tables>,
  { ids }: AuthorizedSites,
  id: SiteId,
): Promise<boolean> {
  if (ids !== null && !ids.includes(id)) return false
  const site = await tx.selectFrom('sites').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return site !== undefined
}
