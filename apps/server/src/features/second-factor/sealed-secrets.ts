import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'
import { type Keys, sealAnew, unseal } from './sealed.ts'
import * as queries from './sealed-secrets.queries.ts'

/** Whose authenticator app gives right codes with these keys, and whose does not. */
export async function readableSecrets(
  db: Executor,
  [secretKey, ...oldSecretKeys]: string[],
): Promise<{ readable: number; unreadable: UserId[] }> {
  let readable = 0
  const unreadable: UserId[] = []
  for await (const { user_id, sealed_secret } of queries.sealedSecrets(db)) {
    if (secretKey !== undefined && unseal({ secretKey, oldSecretKeys }, user_id, sealed_secret)) readable++
    else unreadable.push(user_id)
  }
  return { readable, unreadable }
}

const rowsAtOnce = 500

/** Notes whose authenticator apps are given up: their secrets are no reason to refuse a key any more. */
export async function giveUpSecrets(tx: Executor, userIds: UserId[]): Promise<void> {
  for (let first = 0; first < userIds.length; first += rowsAtOnce)
    await queries.markLost(tx, userIds.slice(first, first + rowsAtOnce))
}

/**
 * Seals what an old key sealed by the key of today, so that the old one can be retired. A secret that is used or set up
 * anew at the same moment is left as that made it.
 * @returns how many were sealed anew
 */
export async function sealAllAnew(db: Executor, keys: Keys): Promise<number> {
  let sealed = 0
  for await (const { user_id, sealed_secret } of queries.sealedSecrets(db)) {
    const now = sealAnew(keys, user_id, sealed_secret)
    if (now && (await queries.replaceSealed(db, user_id, sealed_secret, now))) sealed++
  }
  return sealed
}
