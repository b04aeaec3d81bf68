import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'

export const signInById = (db: Executor, id: string) =>
  db.selectFrom('sign_ins').select(['created_at', 'password_confirmed_at']).where('id', '=', id).executeTakeFirst()

export const markPasswordConfirmed = (db: Executor, id: string) =>
  db
    .updateTable('sign_ins')
    .set({ password_confirmed_at: new Date(), wrong_passwords: 0 })
    .where('id', '=', id)
    .execute()

/** Counts a wrong password before it is checked, so that tries at once count each. @returns how many there were */
export async function countPasswordTry(db: Executor, id: string): Promise<number> {
  const { wrong_passwords } = await db
    .updateTable('sign_ins')
    .set({ wrong_passwords: sql`wrong_passwords + 1` })
    .where('id', '=', id)
    .returning('wrong_passwords')
    .executeTakeFirstOrThrow()
  return wrong_passwords
}

/** The sign-ins of a person that still hold, the one used last first. @param idleSince  unused since then, it has ended */
export const liveSignIns = (db: Executor, userId: string, idleSince: Date) =>
  db
    .selectFrom('sign_ins')
    .select(['id', 'source', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('last_used_at', '>', idleSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** @returns whether this person had such a sign-in */
export async function endSignIn(db: Executor, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

export const endSignInsOf = (db: Executor, userId: string) =>
  db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
