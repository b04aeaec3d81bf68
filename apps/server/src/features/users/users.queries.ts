import { type Insertable, sql, type Transaction } from 'kysely'
import type { UserId } from '../../database/ids.ts'
import { adminRoles, type Role } from '@chisholm/domain/permissions'
import type { Tables } from '../../database/tables.ts'
import { lockOutUserImports, lockUsersForChange } from '../../database/lock-users.ts'
import { hasRole } from '../../database/user-sql.ts'
import type { Executor } from '../../database/executor.ts'

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
  db.selectFrom('users').select(userColumns).where(sql<boolean>`lower(email) = lower(${email})`).executeTakeFirst()

/** Users to lock besides the one who changes. */
export interface AdditionalLocks {
  /** Set it if the user may stop being a SuperAdmin, because one has to remain. */
  withSuperAdmins?: boolean
  /** Set it if the user may leave open tickets behind, because Admins are notified of those. */
  withAdmins?: boolean
  /** The user who gets the open tickets. */
  successor?: UserId | null
}

/**
 * Locks a user and all others on whom the change depends.
 * @returns undefined if the user does not exist or is deleted
 */
export async function lockUser(
  tx: Transaction<Tables>,
  id: UserId,
  { successor = null, ...others }: AdditionalLocks = {},
): Promise<UserRow | undefined> {
  await lockUsers(tx, successor === null ? [id] : [id, successor], others)
  return userById(tx, id)
}

export const lockUsers = (
  tx: Transaction<Tables>,
  ids: UserId[],
  { withSuperAdmins = false, withAdmins = false }: Omit<AdditionalLocks, 'successor'> = {},
) => {
  const roles = withAdmins ? adminRoles : withSuperAdmins ? (['SuperAdmin'] as const) : []
  return lockUsersForChange(tx, sql`id = any(${ids}::uuid[]) or ${hasRole('users', roles)}`)
}

/** E-mail addresses of the active Admins. The caller must have locked them. */
export const activeAdmins = (tx: Executor) =>
  tx
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .where(hasRole('users', adminRoles))
    .orderBy('id')
    .execute()

/**
 * Locks the user with an address. The user is read again under the lock, because until then the user may have been
 * erased, got another address or signed in.
 */
export async function lockUserByEmail(
  tx: Transaction<Tables>,
  email: string,
  others: Pick<AdditionalLocks, 'withAdmins'> = {},
): Promise<UserRow | undefined> {
  // an import may be creating the user
  await lockOutUserImports(tx)
  const found = await userByEmail(tx, email)
  if (!found) return undefined
  await lockUsers(tx, [found.id], others)
  return userByEmail(tx, email)
}

/** Increments the version of a user after something else that belongs to the user has changed, like the sites. */
export const touchUser = (tx: Executor, id: UserId) => changeProfile(tx, id, {})

/** Whether a user has never signed in: the password is still the temporary one, or none was sent, as by an import. */
export const hasNeverSignedIn = async (tx: Executor, id: UserId): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('temporary_password_until', 'is not', null), eb('password_hash', 'is', null)]))
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
    // cast: all profile fields are texts
    .set({ ...(profile as Record<string, string | null>), updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Whether there is another SuperAdmin. The caller must have locked all of them (`lockUser`). */
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

export const insertUser = (tx: Executor, user: Insertable<Tables['users']>) =>
  tx.insertInto('users').values(user).execute()

export const insertInvited = (tx: Executor, user: Invitation & { id: UserId; email: string }) =>
  tx
    .insertInto('users')
    .values({ ...user, status: 'invited' })
    .execute()

export const renewInvitation = (tx: Executor, id: UserId, invitation: Invitation) =>
  tx
    .updateTable('users')
    .set({ ...invitation, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** Invalidates the temporary password of a user who will get another one. The invitation stays open until then. */
export const invalidateTemporaryPassword = (tx: Executor, id: UserId, temporary_password_until: Date) =>
  tx.updateTable('users').set({ password_hash: null, temporary_password_until }).where('id', '=', id).execute()

/** Invalidates the temporary password of a user who has one. @returns whether there was one */
export const invalidateCurrentInvitation = async (tx: Executor, id: UserId, until: Date): Promise<boolean> =>
  (await tx
    .updateTable('users')
    .set({ password_hash: null, temporary_password_until: until })
    .where('id', '=', id)
    .where('temporary_password_until', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Locks a user for whom the queue has yet to create a temporary password. Undefined if it exists. */
export async function lockUserAwaitingInvitation(tx: Transaction<Tables>, id: UserId) {
  await lockUsers(tx, [id])
  return tx
    .selectFrom('users')
    .select(['email', 'roles'])
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .where('password_hash', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A savepoint before the action for one of many users: its failure must not undo the others. */
export const setSavepoint = (tx: Executor) => sql`savepoint person`.execute(tx)

/** Releases the savepoint and keeps its changes. */
export const releaseSavepoint = (tx: Executor) => sql`release savepoint person`.execute(tx)

/** Rolls back to the savepoint. The transaction continues. */
export const rollbackToSavepoint = (tx: Executor) => sql`rollback to savepoint person`.execute(tx)
