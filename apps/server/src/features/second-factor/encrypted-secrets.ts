import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { type SecretKeys, reencryptSecret, decryptSecret } from './encrypt-secret.ts'
import * as queries from './encrypted-secrets.queries.ts'

/** Counts the secrets that these keys can decrypt, and lists the users whose secrets they cannot. */
export async function checkSecretsReadable(
  db: Executor,
  [secretKey, ...previousSecretKeys]: string[],
): Promise<{ readable: number; unreadable: UserId[] }> {
  let readable = 0
  const unreadable: UserId[] = []
  for await (const { id, sealed_secret } of queries.encryptedSecrets(db)) {
    if (secretKey !== undefined && decryptSecret({ secretKey, previousSecretKeys }, id, sealed_secret)) readable++
    else unreadable.push(id)
  }
  return { readable, unreadable }
}

const rowsPerUpdate = 500

/** Marks the secrets of these users as lost, so that they no longer prevent the use of another key. */
export async function markSecretsLost(tx: Executor, userIds: UserId[]): Promise<void> {
  for (let offset = 0; offset < userIds.length; offset += rowsPerUpdate)
    await queries.markLost(tx, userIds.slice(offset, offset + rowsPerUpdate))
}

/**
 * Encrypts secrets with the current key, so that an old key can be retired. A secret that changes at the same time is
 * left alone.
 * @returns how many secrets were encrypted again
 */
export async function reencryptSecrets(db: Executor, keys: SecretKeys): Promise<number> {
  let reencrypted = 0
  for await (const { id, sealed_secret } of queries.encryptedSecrets(db)) {
    const encrypted = reencryptSecret(keys, id, sealed_secret)
    if (encrypted && (await queries.replaceEncrypted(db, id, sealed_secret, encrypted))) reencrypted++
  }
  return reencrypted
}
