import { sql, type Transaction } from 'kysely'
import { alphabetical } from '../../database/alphabetical.ts'
import type { CustomerId, SiteId, UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'

/** The sites to which these users are linked, with their customers, in order. */
export const siteLinksOfUsers = (db: Executor, userIds: UserId[]) =>
  db
    .selectFrom('user_sites as l')
    .innerJoin('sites as s', 's.id', 'l.site_id')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select([
      'l.user_id',
      's.id',
      's.name',
      's.retired_at',
      's.time_zone',
      'c.id as customer_id',
      'c.name as customer_name',
      'c.retired_at as customer_retired_at',
    ])
    .where(sql<boolean>`l.user_id = any(${userIds}::uuid[])`)
    .orderBy('l.position')
    .orderBy(alphabetical('s.name'))
    .orderBy('s.id')
    .execute()

/** Locks the sites of a customer that may be chosen against deletion. A retired customer has none. */
export const lockSitesOfCustomer = (db: Executor, customerId: CustomerId) =>
  offeredSites(db).where('s.customer_id', '=', customerId).execute()

/** Filters these sites by whether they may be chosen, and locks those against deletion. */
export const lockOfferedSites = (db: Executor, siteIds: SiteId[]) =>
  offeredSites(db).where(sql<boolean>`s.id = any(${siteIds}::uuid[])`).execute()

/** Locks these sites against deletion, and reads which of them were retired. Those that do not exist are missing. */
export const lockSites = (tx: Transaction<Tables>, siteIds: SiteId[]) =>
  sitesInOrder(tx)
    .select(sql<boolean>`coalesce(s.retired_at, c.retired_at) is not null`.as('retired'))
    .where(sql<boolean>`s.id = any(${siteIds}::uuid[])`)
    .execute()

const offeredSites = (db: Executor) =>
  sitesInOrder(db).where('s.retired_at', 'is', null).where('c.retired_at', 'is', null)

const sitesInOrder = (db: Executor) =>
  db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select('s.id')
    .orderBy('s.id')
    .forKeyShare('s')

export async function replaceSiteLinks(tx: Executor, userId: UserId, siteIds: SiteId[]): Promise<void> {
  await tx.deleteFrom('user_sites').where('user_id', '=', userId).execute()
  if (siteIds.length === 0) return
  await tx
    .insertInto('user_sites')
    .values(siteIds.map((site_id, position) => ({ user_id: userId, site_id, position })))
    .execute()
}
