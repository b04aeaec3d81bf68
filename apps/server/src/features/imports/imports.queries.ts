import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'
import type { ImportedList } from './plan.ts'
import { key } from './plan.ts'

/** Keeps every other writer out of a table until the transaction ends; who reads does not wait. */
export const lockTable = (tx: Executor, table: ImportedList['table']) =>
  sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)

/** Ids of the customers of each name. */
export async function customersByName(db: Executor): Promise<Map<string, string[]>> {
  const all = await db.selectFrom('customers').select(['id', 'name']).orderBy('id').execute()
  const grouped = Map.groupBy(all, ({ name }) => key(name))
  return new Map([...grouped].map(([name, some]) => [name, some.map(({ id }) => id)]))
}

const allSites = (db: Executor) =>
  db.selectFrom('sites').select(['id', 'customer_id', 'name', 'region', 'city']).orderBy('name').execute()
export type KnownSite = Awaited<ReturnType<typeof allSites>>[number]

/** The sites of each customer and name. */
export const sitesByName = async (db: Executor) =>
  Map.groupBy(await allSites(db), ({ customer_id, name }) => key(customer_id, name))

/** The sites of each customer. */
export const sitesByCustomer = async (db: Executor) => Map.groupBy(await allSites(db), ({ customer_id }) => customer_id)

const usersOf = (db: Executor, addresses: string[]) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.phone', 'u.roles', 'u.deleted_at'])
    .select(
      sql<string[]>`array(select l.site_id from user_sites l where l.user_id = u.id order by l.position)`.as(
        'site_ids',
      ),
    )
    .where(sql<boolean>`lower(u.email) = any(${addresses}::text[])`)
    .execute()
export type KnownUser = Awaited<ReturnType<typeof usersOf>>[number]

/** The accounts of these addresses, deleted ones too. */
export const usersByEmail = async (db: Executor, addresses: string[]): Promise<Map<string, KnownUser>> =>
  new Map(
    (
      await usersOf(
        db,
        addresses.map((address) => key(address)),
      )
    ).map((user) => [key(user.email), user]),
  )
