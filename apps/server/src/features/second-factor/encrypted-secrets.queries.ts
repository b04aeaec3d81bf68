import type { UserId } from '../../database/ids.ts'
import { iteratePages } from '../../database/iterate-pages.ts'
import type { Executor } from '../../database/executor.ts'

/** Iterates over the encrypted secrets of all authenticator apps that are confirmed and not marked as lost. */
export const encryptedSecrets = (db: Executor) =>
  iteratePages((after: UserId, count) =>
    db
      .selectFrom('totp_secrets')
      .select(['user_id as id', 'sealed_secret'])
      .where('confirmed_at', 'is not', null)
      .where('lost_at', 'is', null)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(count)
      .execute(),
  )

/**
 * Replaces an encrypted secret unless it has changed meanwhile.
 * @returns whether it was replaced
 */
export async function replaceEncrypted(tx: Executor, userId: UserId, before: Buffer, after: Buffer): Promise<boolean> {
  const replaced = await tx
    .updateTable('totp_secrets')
    .set({ sealed_secret: after })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', before)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Marks secrets that no known key can decrypt. */
export const markLost = (tx: Executor, userIds: UserId[]) =>
  tx.updateTable('totp_secrets').set({ lost_at: new Date() }).where('user_id', 'in', userIds).execute()
