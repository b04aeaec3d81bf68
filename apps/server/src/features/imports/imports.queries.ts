import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import { libraryEntryFields } from '@chisholm/domain/library'
import { lotKey } from '@chisholm/domain/lots'
import type { SiteLocation } from '@chisholm/domain/sites'
import type { CustomerId, SiteId, UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { hasVetRole } from '../../database/user-sql.ts'
import { inLowerCase } from '../../http/filter-conditions.queries.ts'
import { inChunks, lookupKey } from './import-plan.ts'

/** Blocks writes of other transactions to a table until this one ends. Readers do not wait. */
export const lockTableForWriting = (
  tx: Transaction<Tables>,
  table: 'customers' | 'head_counts' | 'lots' | 'sites' | 'users',
) => sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)

/**
 * Locks the rows that an import changes, in the order of their ids, in which others lock them: its updates would lock
 * them in the order of the file, and deadlock with these.
 */
export const lockRowsForChange = (tx: Transaction<Tables>, table: 'sites' | 'users', ids: (SiteId | UserId)[]) =>
  sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)

export async function customersByName(db: Executor): Promise<Map<string, CustomerId[]>> {
  const all = await db.selectFrom('customers').select(['id', 'name']).orderBy('id').execute()
  const grouped = Map.groupBy(all, ({ name }) => lookupKey(name))
  return new Map([...grouped].map(([name, customers]) => [name, customers.map(({ id }) => id)]))
}

export const insertCustomers = (tx: Executor, customers: readonly Insertable<Tables['customers']>[]) =>
  tx.insertInto('customers').values(customers).execute()

const isRetired = sql<boolean>`coalesce(s.retired_at, c.retired_at) is not null`

const allSites = (db: Executor) =>
  db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['s.id', 's.customer_id', 's.name', 's.region', 's.city'])
    .select(['s.address', 's.latitude', 's.longitude', 's.phone', 's.directions', 's.time_zone'])
    .select(isRetired.as('retired'))
    .orderBy('s.name')
    .execute()
export type ExistingSite = Awaited<ReturnType<typeof allSites>>[number]

export const sitesByName = async (db: Executor) =>
  Map.groupBy(await allSites(db), ({ customer_id, name }) => lookupKey(customer_id, name))

export const sitesByCustomer = async (db: Executor) => Map.groupBy(await allSites(db), ({ customer_id }) => customer_id)

/** Locks sites against deletion, moving and retirement until the transaction ends, and reads them again. */
export const lockSites = (tx: Transaction<Tables>, ids: SiteId[]) =>
  tx
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['s.id', 's.customer_id', isRetired.as('retired')])
    .where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .orderBy('s.id')
    .forShare('s')
    .execute()

export const insertSites = (tx: Executor, sites: Insertable<Tables['sites']>[]) =>
  tx.insertInto('sites').values(sites).execute()

/** The columns of a site that an import may change. */
export interface ImportedSite extends SiteLocation {
  region: string | null
  city: string | null
}

export const updateSites = (tx: Executor, sites: (ImportedSite & { id: SiteId })[]) =>
  sql`update sites set region = i.region, city = i.city, address = i.address, latitude = i.latitude,
        longitude = i.longitude, phone = i.phone, directions = i.directions, time_zone = i.time_zone, updated_at = now()
      from json_to_recordset(${JSON.stringify(sites)}) as i (id uuid, region text, city text, address text,
        latitude double precision, longitude double precision, phone text, directions text, time_zone text)
      where sites.id = i.id`.execute(tx)

const findUsers = (db: Executor, addresses: string[]) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.roles', 'u.deleted_at'])
    .select(
      sql<SiteId[]>`array(select l.site_id from user_sites l where l.user_id = u.id order by l.position)`.as(
        'site_ids',
      ),
    )
    .where(inLowerCase(sql`lower(u.email)`, addresses))
    .execute()
export type ExistingUser = Awaited<ReturnType<typeof findUsers>>[number]

/** Users by e-mail address, including deleted users. */
export const usersByEmail = async (db: Executor, addresses: string[]): Promise<Map<string, ExistingUser>> =>
  new Map(
    (
      await findUsers(
        db,
        addresses.map((address) => lookupKey(address)),
      )
    ).map((user) => [lookupKey(user.email), user]),
  )

export const insertUsers = (tx: Executor, users: Insertable<Tables['users']>[]) =>
  tx.insertInto('users').values(users).execute()

type ImportedUser = Pick<Selectable<Tables['users']>, 'id' | 'first_name' | 'last_name' | 'phone' | 'roles'>

/** Updates only the columns that an import file has, and increments the versions of the users. */
export const updateUsers = (tx: Executor, users: ImportedUser[]) =>
  sql`update users set first_name = imported.first_name, last_name = imported.last_name, phone = imported.phone,
        roles = imported.roles, updated_at = now(), version = version + 1
      from json_to_recordset(${JSON.stringify(users)})
        as imported (id uuid, first_name text, last_name text, phone text, roles text[])
      where users.id = imported.id`.execute(tx)

export const insertUserSites = (tx: Executor, links: readonly Insertable<Tables['user_sites']>[]) =>
  tx.insertInto('user_sites').values(links).execute()

/** All entries of a library list, including retired ones. */
export const libraryEntries = (db: Executor, list: string) =>
  db
    .selectFrom('library_entries')
    .select(['id', ...libraryEntryFields])
    .where('list', '=', list)
    .execute()
export type ExistingEntry = Awaited<ReturnType<typeof libraryEntries>>[number]

/** Inserts entries. In a list with a custom order they come last, in this order. */
export async function insertEntries(
  tx: Executor,
  list: string,
  entries: Insertable<Tables['library_entries']>[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('library_entries')
    .select(sql<number | null>`max(position)`.as('last'))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  const positioned = entries.map((entry, index) => ({ ...entry, position: last ? last + 1 + index : 0 }))
  await inChunks(positioned, (some) => tx.insertInto('library_entries').values(some).execute())
}

export const allLibraryEntries = (db: Executor) =>
  db.selectFrom('library_entries').select(['id', 'list', 'name', 'code']).execute()

/** Users with a vet role, including disabled users. */
export const usersWithVetRole = (db: Executor) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'status'])
    .where(hasVetRole('users'))
    .where('deleted_at', 'is', null)
    .execute()

/** The lots of all sites by site and normalised name. */
export async function lotsByName(db: Executor) {
  const lots = await db
    .selectFrom('lots')
    .select(['id', 'site_id', 'name', 'arrived_at', 'head_in', 'source', 'sex', 'arrival_weight', 'closed_at'])
    .execute()
  return new Map(lots.map((lot) => [lookupKey(lot.site_id, lotKey(lot.name)), lot]))
}

export const headCountsByDay = async (db: Executor, days: string[]) => {
  const counts = await db
    .selectFrom('head_counts')
    .select(['id', 'site_id', 'date', 'head'])
    .where(sql<boolean>`date = any(${days}::date[])`)
    .execute()
  return new Map(counts.map((count) => [lookupKey(count.site_id, count.date), count]))
}

/** Inserts lots, and updates those whose id exists. */
export const writeLots = (tx: Executor, lots: readonly Insertable<Tables['lots']>[]) =>
  tx
    .insertInto('lots')
    .values(lots)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        arrived_at: ref('excluded.arrived_at'),
        head_in: ref('excluded.head_in'),
        source: ref('excluded.source'),
        sex: ref('excluded.sex'),
        arrival_weight: ref('excluded.arrival_weight'),
        closed_at: ref('excluded.closed_at'),
      })),
    )
    .execute()

export const writeHeadCounts = (tx: Executor, counts: readonly Insertable<Tables['head_counts']>[]) =>
  tx
    .insertInto('head_counts')
    .values(counts)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ head: ref('excluded.head') })))
    .execute()
