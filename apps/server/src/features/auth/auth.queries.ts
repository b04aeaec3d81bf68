import { sql, type Transaction } from 'kysely'
import { lowestId, type SiteId, type UserId } from '../../database/ids.ts'
import { lockUsersForChange } from '../../database/lock-users.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'

const userColumns = [
  'id',
  'email',
  'roles',
  'status',
  'password_hash',
  'temporary_password_until',
  'first_name',
  'last_name',
] as const

/**
 * An address in lower case, as `userByEmail` compares it: whoever guesses at one account must not get more attempts by
 * another spelling. JavaScript's lower case differs for some letters, like `İ`.
 */
export const toLowerCase = async (db: Executor, address: string): Promise<string> =>
  (await sql<{ address: string }>`select lower(${address}::text) as address`.execute(db)).rows[0]?.address ?? ''

/** E-mail addresses are compared without regard to case. */
export const userByEmail = (db: Executor, email: string) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** A user with what signing in needs; undefined if there is none, or the user was erased. */
export const userById = (db: Executor, id: UserId) =>
  db.selectFrom('users').select(userColumns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export type UserRow = NonNullable<Awaited<ReturnType<typeof userById>>>

/** Locks a user for a change, and reads the user under the lock. */
export async function lockUser(tx: Transaction<Tables>, id: UserId): Promise<UserRow | undefined> {
  await lockUsersForChange(tx, sql`id = ${id}`)
  return userById(tx, id)
}

/**
 * Selects the user of a valid sign-in as a text, with sites in the order of their links and the version of the practice's
 * details; no row once it has ended.
 */
export const sessionQuery = (signInId: string, userId: UserId) => sql<{ session: string }>`
  select row_to_json(person)::text as session from (
    select u.id, u.email, u.roles, u.first_name, u.last_name,
           array(select l.site_id from user_sites l where l.user_id = u.id order by l.position, l.site_id) as site_ids,
           (select max(d.version) from provider_details d) as practice_version
    from sign_ins s
    join users u on u.id = s.user_id
    where s.id = ${signInId} and u.id = ${userId} and s.revoked_at is null and s.expires_at > now()
      and u.status = 'active' and u.deleted_at is null) person`

/** The roles and sites of an active user. */
export const activeUserWithSites = (db: Executor, id: UserId) =>
  db
    .selectFrom('users as u')
    .select(['u.roles', sql<SiteId[]>`array(select l.site_id from user_sites l where l.user_id = u.id)`.as('site_ids')])
    .where('u.id', '=', id)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

export const insertSignIn = (
  db: Executor,
  signIn: {
    id: string
    user_id: UserId
    refresh_hash: Buffer
    expires_at: Date
    source: string
    user_agent: string | null
  },
) => db.insertInto('sign_ins').values(signIn).execute()

export const signInById = (db: Executor, id: string) =>
  db
    .selectFrom('sign_ins')
    .select(['created_at', 'password_confirmed_at'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export const markPasswordConfirmed = (db: Executor, id: string) =>
  db.updateTable('sign_ins').set({ password_confirmed_at: new Date() }).where('id', '=', id).execute()

const signInColumns = ['id', 'user_id', 'refresh_hash', 'last_used_at', 'expires_at', 'revoked_at'] as const

/**
 * Finds and locks the sign-in of a refresh token.
 * @returns `rotatedFor` is how long ago the token was replaced, in milliseconds by the clock of the database, which all
 *   servers share; null for the current one
 */
export async function lockSignInByRefreshToken(tx: Transaction<Tables>, hash: Buffer) {
  const current = await tx
    .selectFrom('sign_ins')
    .select(signInColumns)
    .where('refresh_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
  if (current) return { signIn: current, rotatedFor: null }
  // The token was rotated earlier, or by a request for which this one has just waited.
  const rotated = await tx
    .selectFrom('rotated_refresh_tokens')
    .select(['sign_in_id', sql<number>`extract(epoch from clock_timestamp() - rotated_at) * 1000`.as('rotatedFor')])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!rotated) return undefined
  const signIn = await tx
    .selectFrom('sign_ins')
    .select(signInColumns)
    .where('id', '=', rotated.sign_in_id)
    .forUpdate()
    .executeTakeFirst()
  return signIn && { signIn, rotatedFor: rotated.rotatedFor }
}

/** Replaces the refresh token of a sign-in, and stores the old one as rotated. */
export async function rotateRefreshToken(tx: Executor, signIn: { id: string; refresh_hash: Buffer }, next: Buffer) {
  const now = sql<Date>`clock_timestamp()`
  await tx
    .insertInto('rotated_refresh_tokens')
    .values({ hash: signIn.refresh_hash, sign_in_id: signIn.id, rotated_at: now })
    .execute()
  await tx
    .updateTable('sign_ins')
    // The previous version of the server reads these columns.
    .set({ refresh_hash: next, previous_refresh_hash: signIn.refresh_hash, rotated_at: now, last_used_at: now })
    .where('id', '=', signIn.id)
    .execute()
}

export const revokeSignIn = (db: Executor, id: string) =>
  db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()

export const endSignInsOfUser = (db: Executor, userId: UserId) => endSignInsOfUsers(db, [userId])

export const endSignInsOfUsers = (db: Executor, userIds: UserId[]) =>
  db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('revoked_at', 'is', null)
    .execute()

/**
 * Revokes the sign-ins of a user.
 * @param except  the sign-in that stays, or null
 */
export const revokeSignInsExcept = (db: Executor, userId: UserId, except: string | null) =>
  db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', '!=', except ?? lowestId())
    .execute()

export const setPassword = (db: Executor, userId: UserId, passwordHash: string) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, temporary_password_until: null, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()

export const activateUser = (db: Executor, userId: UserId, names: { first_name: string; last_name: string }) =>
  db
    .updateTable('users')
    .set({
      ...names,
      status: 'active',
      email_verified_at: new Date(),
      updated_at: new Date(),
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute()

/** Saves a reset code, which replaces an earlier one. @param life  in milliseconds */
export function saveResetCode(db: Executor, userId: UserId, codeHash: Buffer, life: number) {
  const code = {
    code_hash: codeHash,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + ${milliseconds(life)}`,
  }
  return db
    .insertInto('reset_codes')
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...code, attempts: 0 }))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
}

/** Counts an attempt and returns the hash of the code. Returns undefined if no attempt is left. */
export const countResetAttempt = (db: Executor, userId: UserId, maxAttempts: number) =>
  db
    .updateTable('reset_codes')
    .set({ attempts: sql`attempts + 1` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', maxAttempts)
    .returning('code_hash')
    .executeTakeFirst()

/** @returns false if another request has used the code */
export const consumeResetCode = async (tx: Executor, userId: UserId, codeHash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('reset_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const deleteResetCode = (db: Executor, userId: UserId) =>
  db.deleteFrom('reset_codes').where('user_id', '=', userId).execute()
