import { sql } from 'kysely'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/** The factors that a user has besides the password. */
export async function readFactors(db: Executor, userId: UserId) {
  const found = await sql<{ authenticator: boolean; passkeys: boolean }>`
    select exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as authenticator,
           exists (select from passkeys where user_id = ${userId}) as passkeys`.execute(db)
  const { authenticator = false, passkeys = false } = found.rows[0] ?? {}
  return { authenticator, passkeys, any: authenticator || passkeys }
}

export const readTotp = (db: Executor, userId: UserId) =>
  db
    .selectFrom('totp_secrets')
    .select(['sealed_secret', 'confirmed_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Saves the secret of an app that is being set up.
 * @returns false if the user already has a confirmed app
 */
export async function beginTotp(db: Executor, userId: UserId, sealed: Buffer): Promise<boolean> {
  const values = { sealed_secret: sealed, created_at: new Date(), last_step: 0, lost_at: null }
  const inserted = await db
    .insertInto('totp_secrets')
    .values({ ...values, user_id: userId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}

/**
 * Uses up the code of a time step, unless a code of that step or a later one was used before.
 * @returns whether it was used up
 */
export async function consumeTotpStep(tx: Executor, userId: UserId, step: number): Promise<boolean> {
  const consumed = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: new Date() })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return consumed.numUpdatedRows > 0n
}

export const confirmTotp = (tx: Executor, userId: UserId) =>
  tx.updateTable('totp_secrets').set({ confirmed_at: new Date() }).where('user_id', '=', userId).execute()

export async function deleteTotp(tx: Executor, userId: UserId): Promise<boolean> {
  const deleted = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(tx: Executor, userId: UserId, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Executor, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Uses up a recovery code.
 * @returns false if the user has no such code, or has used it before
 */
export async function consumeRecoveryCode(tx: Executor, userId: UserId, codeHash: Buffer): Promise<boolean> {
  const consumed = await tx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return consumed.numUpdatedRows > 0n
}

/** Deletes all factors, recovery codes and open second steps of a user. */
export async function deleteFactors(tx: Executor, userId: UserId): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute()
}
