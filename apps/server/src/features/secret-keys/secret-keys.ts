import { NIL } from 'uuid'
import type { UserId } from '../../database/ids.ts'
import { CannotStart } from '../../cannot-start.ts'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Executor, Parts } from '../../http/context.ts'
import { fingerprintOfKey, loadSecretKeys, readSecretKeys, secretKeyFile } from '../../secret-key.ts'
import { audit, operator } from '../audit/index.ts'
import { giveUpSecrets, readableSecrets } from '../second-factor/index.ts'
import * as queries from './secret-keys.queries.ts'

type Place = Pick<Parts['settings'], 'dataDir' | 'secretKey'>

/** What the keys at hand mean to a database. */
interface Verdict {
  /** No key at hand is one the database was used with. */
  isOther: boolean
  /** Whose authenticator apps these keys cannot read. */
  authenticators: UserId[]
  /** Sign-ins that another key ends. */
  signIns: number
}

async function judge(db: Executor, keys: string[]): Promise<Verdict> {
  const kept = await queries.keptFingerprints(db)
  const { readable, unreadable } = await readableSecrets(db, keys)
  // a database of before has no fingerprints: what the keys can read has to tell
  const isOther =
    kept.length > 0
      ? !keys.some((key) => kept.some((one) => one.equals(fingerprintOfKey(key))))
      : keys.length === 0 || (unreadable.length > 0 && readable === 0)
  return { isOther, authenticators: unreadable, signIns: isOther ? await queries.openSignIns(db) : 0 }
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

function whatIsLost({ authenticators, signIns }: Verdict): string {
  return [
    ...(authenticators.length > 0 ? [counted(authenticators.length, 'authenticator app')] : []),
    ...(signIns > 0 ? [counted(signIns, 'sign-in')] : []),
  ].join(' and ')
}

/** Why these keys must not be used; null when nothing is lost by them. */
function refusal(place: Place, keys: string[], verdict: Verdict): string | null {
  const lost = whatIsLost(verdict)
  if (lost === '') return null
  const otherwise = 'or start with --new-secret-key to give them up'
  if (!verdict.isOther)
    return `${lost} cannot be read by the secret key, but by one that is no longer named: set SECRET_KEY=new,old until npx chisholm rotate-key has run, ${otherwise}.`
  const file = secretKeyFile(place)
  if (keys.length === 0)
    return `The secret key ${file} is gone, and ${lost} need it: put it back from a backup, ${otherwise}.`
  const where = place.secretKey === undefined ? `in ${file}` : 'SECRET_KEY'
  return `The secret key ${where} is not the one this database was used with, and ${lost} need that one: put it back (SECRET_KEY=new,old believes two), ${otherwise}.`
}

/** @returns why a server would not start with the keys at hand; null when it would */
export async function lostKeyLine(db: Executor, place: Place): Promise<string | null> {
  const keys = readSecretKeys(place)
  return refusal(place, keys, await judge(db, keys))
}

/**
 * Makes sure that the keys at hand are those the database was used with, and keeps their fingerprints; the first start
 * makes the key. Servers that start at once take turns.
 * @param giveUp  goes on with another key: what needs the lost one is given up, and every sign-in ends
 * @returns what was given up, in words; null when nothing was
 * @throws CannotStart  the key is gone or another one, and something needs it
 */
export const acceptSecretKeys = (
  parts: Pick<Parts, 'db'> & { settings: Place },
  { giveUp = false }: { giveUp?: boolean } = {},
): Promise<string | null> =>
  inTransaction(parts, async (parts) => {
    const { db, settings } = parts
    await oneAtATime(db, 'secret keys')
    const found = readSecretKeys(settings)
    const verdict = await judge(db, found)
    const why = refusal(settings, found, verdict)
    if (why !== null && !giveUp) throw new CannotStart(why)
    const keys = loadSecretKeys(settings)
    await queries.keepFingerprints(db, keys.map(fingerprintOfKey))
    if (why === null) return null
    await giveUpSecrets(db, verdict.authenticators)
    if (verdict.isOther) await queries.endEverySignIn(db)
    const lost = { authenticators: verdict.authenticators.length, sign_ins: verdict.signIns }
    await audit(db, operator, 'secret key given up', { type: 'installation', id: NIL }, null, lost)
    return `Given up with the secret key: ${whatIsLost(verdict)}. Recovery codes and passkeys still work; who has neither asks an Admin to remove the second factor.`
  })
