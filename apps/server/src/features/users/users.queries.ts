import { sql } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'

export const userColumns = [
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

export const userById = (db: Executor, id: UserId) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
export type UserRow = NonNullable<Awaited<ReturnType<typeof userById>>>

export const userByEmail = (db: Executor, email: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()

/** Who is locked together with a person. */
export interface AdditionalLocks {
  withSuperAdmins?: boolean
  successor?: UserId | null
}

/**
 * Locks a person, and in the same order by id whoever else the change rests on: every SuperAdmin where one may lose that
 * role, and the successor of who is disabled. Concurrent changes wait for each other instead of deadlocking.
 */
export async function lockUser(
  tx: Executor,
  id: UserId,
  { withSuperAdmins = false, successor = null }: AdditionalLocks = {},
): Promise<UserRow | undefined> {
  await lockUsers(tx, successor === null ? [id] : [id, successor], withSuperAdmins)
  return userById(tx, id)
}

/** Locks several people, as lockUser does one. */
export const lockUsers = (tx: Executor, ids: UserId[], withSuperAdmins: boolean) =>
  tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[]) or (${withSuperAdmins} and roles && array['SuperAdmin'])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Locks the account of an address, and asks for it again behind the lock: until then it may be erased, get another address
 * or be signed in to.
 */
export async function lockUserByEmail(tx: Executor, email: string): Promise<UserRow | undefined> {
  const found = await userByEmail(tx, email)
  if (!found) return undefined
  await lockUsers(tx, [found.id], false)
  return userByEmail(tx, email)
}

/** Gives a person its next version because something of it changed. */
export const touchUser = (tx: Executor, id: UserId) => changeProfile(tx, id, {})

/** Says whether a person has signed in never yet: the password is still the temporary one. */
export const hasTemporaryPassword = async (tx: Executor, id: UserId): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('temporary_password_until', 'is not', null)
    .executeTakeFirst()) !== undefined

export interface Profile {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
  city?: string | null | undefined
  region?: string | null | undefined
  country?: string | null | undefined
}

export const changeProfile = (tx: Executor, id: UserId, profile: Profile) =>
  tx
    .updateTable('users')
    // cast: a profile has texts only
    .set({ ...(profile as Record<string, string | null>), updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Says whether there is another SuperAdmin. Asked of who holds them all: see `lockUser`. */
export const hasOtherSuperAdmin = async (tx: Executor, id: UserId): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`roles && array['SuperAdmin']`)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const changeAccount = (
  tx: Executor,
  id: UserId,
  account: { email: string; roles: Role[]; status: UserRow['status'] },
) =>
  tx
    .updateTable('users')
    .set({ ...account, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

interface Invitation {
  password_hash: string
  temporary_password_until: Date
  roles: Role[]
}

export const insertInvited = (tx: Executor, user: Invitation & { id: UserId; email: string }) =>
  tx
    .insertInto('users')
    .values({ ...user, status: 'invited' })
    .execute()

export const renewInvitation = (tx: Executor, id: UserId, invitation: Invitation) =>
  tx.updateTable('users').set(invitation).where('id', '=', id).execute()

/** Ends the temporary password of somebody who will get another; until then the invitation stands open. */
export const invalidateTemporaryPassword = (tx: Executor, id: UserId, temporary_password_until: Date) =>
  tx.updateTable('users').set({ password_hash: null, temporary_password_until }).where('id', '=', id).execute()

/** Somebody who was imported and has no password yet, or whose invitation is to be made anew. */
export const lockUserAwaitingInvitation = (tx: Executor, id: UserId) =>
  tx
    .selectFrom('users')
    .select(['email', 'roles'])
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .where('password_hash', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
