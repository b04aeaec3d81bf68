import { lowestId, type UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

const pageSize = 1000

/** Iterates over the encrypted secrets of all authenticator apps that are confirmed and not marked as lost. */
export async function* encryptedSecrets(db: Executor): AsyncGenerator<{ user_id: UserId; sealed_secret: Buffer }> {
  let after = lowestId<UserId>()
  for (;;) {
    const rows = await db
      .selectFrom('totp_secrets')
      .select(['user_id', 'sealed_secret'])
      .where('confirmed_at', 'is not', null)
      .where('lost_at', 'is', null)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(pageSize)
      .execute()
    yield* rows
    if (rows.length < pageSize) return
    after = rows.at(-1)?.user_id ?? after
  }
}

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
