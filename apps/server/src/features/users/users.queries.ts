import { sql } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

export const userFilters = { 'roles.name': 'exact', id: 'id', status: 'exact', email: 'text' } as const
export const userSorts = ['name', 'first_name', 'last_name', 'email', 'created_at'] as const

/** What people who are no Admins filter and sort by: an order by address would tell addresses. */
export const openUserFilters = { 'roles.name': 'exact', id: 'id' } as const
export const openUserSorts = ['name', 'first_name', 'last_name'] as const

const columns = [
  'id',
  'pin',
  'email',
  'first_name',
  'last_name',
  'phone',
  'city',
  'region',
  'country',
  'roles',
  'status',
  'email_verified_at',
  'created_at',
  'updated_at',
  'deleted_at',
  'version',
] as const

type List = ListRequest<keyof typeof userFilters, (typeof userSorts)[number]>

/** One page of the users with one of `onlyRoles` (null: any), and how many there are. */
export async function userPage(db: Executor, onlyRoles: readonly Role[] | null, list: List) {
  let users = db.selectFrom('users').where('deleted_at', 'is', null)
  // who can no longer sign in is offered nowhere, unless asked for
  if (!list.filters.some((filter) => filter.field === 'status')) users = users.where('status', '!=', 'disabled')
  if (onlyRoles) users = users.where(sql<boolean>`roles && ${[...onlyRoles]}::text[]`)
  for (const filter of list.filters) {
    users = users.where(
      filter.field === 'roles.name'
        ? sql<boolean>`roles && ${filter.values}::text[]`
        : condition(sql.ref(filter.field), filter),
    )
  }
  let page = users.select(columns)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'name' ? 'last_name' : field, descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    users.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('first_name').orderBy('id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const userById = (db: Executor, id: string) =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
export type UserRow = NonNullable<Awaited<ReturnType<typeof userById>>>

export const userByEmail = (db: Executor, email: string) =>
  db.selectFrom('users').select(columns).where(sql<boolean>`lower(email) = ${email.toLowerCase()}`).executeTakeFirst()

/** The sites these users are linked to, with their customers, in the order of the links. */
export const linksOf = (db: Executor, userIds: string[]) =>
  db
    .selectFrom('user_sites as l')
    .innerJoin('sites as s', 's.id', 'l.site_id')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['l.user_id', 's.id', 's.name', 's.region', 's.city', 'c.id as customer_id', 'c.name as customer_name'])
    .where(sql<boolean>`l.user_id = any(${userIds}::uuid[])`)
    .orderBy('l.position')
    .orderBy('s.name')
    .execute()

export interface Profile {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
  city?: string | null | undefined
  region?: string | null | undefined
  country?: string | null | undefined
}

export const changeProfile = (tx: Executor, id: string, profile: Profile) =>
  tx
    .updateTable('users')
    .set({ ...(profile as Record<string, string | null>), updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Holds every SuperAdmin for the transaction, so that two of them do not unmake each other. */
export const hasOtherSuperAdmin = async (tx: Executor, id: string): Promise<boolean> => {
  const all = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'SuperAdmin' = any(roles)`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return all.some((user) => user.id !== id)
}

export const changeAccount = (
  tx: Executor,
  id: string,
  account: { email: string; roles: Role[]; status: UserRow['status'] },
) =>
  tx
    .updateTable('users')
    .set({ ...account, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const sitesOfCustomer = (db: Executor, customerId: string) =>
  db.selectFrom('sites').select('id').where('customer_id', '=', customerId).execute()

interface Invitation {
  password_hash: string
  temporary_password_until: Date
  roles: Role[]
}

export const insertInvited = (tx: Executor, user: Invitation & { id: string; email: string }) =>
  tx
    .insertInto('users')
    .values({ ...user, status: 'invited' })
    .execute()

export const renewInvitation = (tx: Executor, id: string, invitation: Invitation) =>
  tx.updateTable('users').set(invitation).where('id', '=', id).execute()

/** Somebody who was imported and has no password yet. */
export const lockImported = (tx: Executor, id: string) =>
  tx
    .selectFrom('users')
    .select(['email', 'roles'])
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .where('password_hash', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Links a user to these sites and to no others. */
export async function replaceLinks(tx: Executor, userId: string, siteIds: string[]): Promise<void> {
  await tx.deleteFrom('user_sites').where('user_id', '=', userId).execute()
  if (siteIds.length === 0) return
  await tx
    .insertInto('user_sites')
    .values(siteIds.map((site_id, position) => ({ user_id: userId, site_id, position })))
    .execute()
}
