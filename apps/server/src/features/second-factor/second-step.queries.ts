import { sql } from 'kysely'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { milliseconds } from '../../database/milliseconds-sql.ts'

/**
 * Inserts a second step, and deletes the user's expired ones that no longer count for any limit.
 * @param life    how long it can be completed, in milliseconds
 * @param window  how long its tries count for the limit of the account, in milliseconds
 */
export async function insertStep(
  db: Executor,
  step: { id: string; user_id: UserId; session_hash: Buffer; password_fingerprint: string },
  { life, window }: { life: number; window: number },
): Promise<void> {
  await db
    .deleteFrom('second_steps')
    .where('user_id', '=', step.user_id)
    .where('created_at', '<', sql<Date>`now() - ${milliseconds(window)}`)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const expires_at = sql<Date>`now() + ${milliseconds(life)}`
  await db
    .insertInto('second_steps')
    .values({ ...step, expires_at })
    .execute()
}

/** The open second step of a session, with the current hash of the user's password. */
export const openStepBySession = (db: Executor, sessionHash: Buffer, mostTries: number) =>
  db
    .selectFrom('second_steps as step')
    .innerJoin('users', 'users.id', 'step.user_id')
    .select(['step.id', 'step.user_id', 'step.passkey_challenge', 'step.password_fingerprint', 'users.password_hash'])
    .where('step.session_hash', '=', sessionHash)
    .where('step.completed_at', 'is', null)
    .where('step.expires_at', '>', sql<Date>`now()`)
    .where('step.tries', '<', mostTries)
    .executeTakeFirst()

/**
 * The number of a user's failed attempts in the second steps of the last `window` milliseconds, and the seconds until the
 * first of these steps no longer counts.
 */
export const countTries = (db: Executor, userId: UserId, window: number) =>
  db
    .selectFrom('second_steps')
    .select([
      sql<number>`coalesce(sum(tries), 0)::int`.as('count'),
      sql<number>`greatest(1, ceil(extract(epoch from
        min(created_at) filter (where tries > 0) + ${milliseconds(window)} - now())))::int`.as('secondsLeft'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - ${milliseconds(window)}`)
    .executeTakeFirstOrThrow()

/** Counts an attempt before it is checked. A passkey challenge can be used only once. */
export const incrementTries = (tx: Executor, id: string) =>
  tx.updateTable('second_steps').set({ tries: sql`tries + 1`, passkey_challenge: null }).where('id', '=', id).execute()

export const saveChallenge = (db: Executor, id: string, challenge: string) =>
  db.updateTable('second_steps').set({ passkey_challenge: challenge }).where('id', '=', id).execute()

/**
 * Completes a second step. Its last attempt is no longer counted as a failure.
 * @returns false if it was completed before
 */
export async function completeStep(tx: Executor, id: string): Promise<boolean> {
  const completed = await tx
    .updateTable('second_steps')
    .set({ completed_at: sql<Date>`now()`, tries: sql`tries - 1` })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return completed.numUpdatedRows > 0n
}
