import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'
import { type SecretKeys, reencryptSecret, decryptSecret } from './encrypt-secret.ts'
import * as queries from './encrypted-secrets.queries.ts'

/** Whose authenticator app gives right codes with these keys, and whose does not. */
export async function checkSecretsReadable(
  db: Executor,
  [secretKey, ...previousSecretKeys]: string[],
): Promise<{ readable: number; unreadable: UserId[] }> {
  let readable = 0
  const unreadable: UserId[] = []
  for await (const { user_id, sealed_secret } of queries.encryptedSecrets(db)) {
    if (secretKey !== undefined && decryptSecret({ secretKey, previousSecretKeys }, user_id, sealed_secret)) readable++
    else unreadable.push(user_id)
  }
  return { readable, unreadable }
}

const rowsPerUpdate = 500

/** Notes whose authenticator apps are given up: their secrets are no reason to refuse a key any more. */
export async function markSecretsLost(tx: Executor, userIds: UserId[]): Promise<void> {
  for (let offset = 0; offset < userIds.length; offset += rowsPerUpdate)
    await queries.markLost(tx, userIds.slice(offset, offset + rowsPerUpdate))
}

/**
 * Seals what an old key sealed by the key of today, so that the old one can be retired. A secret that is used or set up
 * anew at the same moment is left as that made it.
 * @returns how many were sealed anew
 */
export async function reencryptSecrets(db: Executor, keys: SecretKeys): Promise<number> {
  let reencrypted = 0
  for await (const { user_id, sealed_secret } of queries.encryptedSecrets(db)) {
    const encrypted = reencryptSecret(keys, user_id, sealed_secret)
    if (encrypted && (await queries.replaceEncrypted(db, user_id, sealed_secret, encrypted))) reencrypted++
  }
  return reencrypted
}
