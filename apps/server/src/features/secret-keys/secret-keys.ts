import { NIL } from 'uuid'
import { plural } from '@chisholm/domain/plural'
import type { UserId } from '../../database/ids.ts'
import { OperatorError } from '../../operator-error.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Executor } from '../../database/executor.ts'
import type { Services } from '../../services.ts'
import { keyFingerprint, loadSecretKeys, readSecretKeys, secretKeyFile } from '../../secret-key.ts'
import { recordAudit, operator } from '../audit-recorder/index.ts'
import { markSecretsLost, checkSecretsReadable } from '../second-factor/index.ts'
import * as queries from './secret-keys.queries.ts'

type SecretKeySettings = Pick<Services['settings'], 'dataDir' | 'secretKey'>

/** The consequences of using these keys with a database. */
interface KeyAssessment {
  /** Whether the database was used with none of these keys. */
  isUnknownKey: boolean
  /** Users whose authenticator secrets these keys cannot decrypt. */
  authenticators: UserId[]
  /** Number of sign-ins that would end. */
  signIns: number
}

async function assessKeys(db: Executor, keys: string[]): Promise<KeyAssessment> {
  const fingerprints = await queries.readFingerprints(db)
  const { readable, unreadable } = await checkSecretsReadable(db, keys)
  // A database without fingerprints is assessed by whether the keys can decrypt its secrets.
  const isUnknownKey =
    fingerprints.length > 0
      ? !keys.some((key) => fingerprints.some((fingerprint) => fingerprint.equals(keyFingerprint(key))))
      : keys.length === 0 || (unreadable.length > 0 && readable === 0)
  return { isUnknownKey, authenticators: unreadable, signIns: isUnknownKey ? await queries.countOpenSignIns(db) : 0 }
}

function describeLoss({ authenticators: { length: apps }, signIns }: KeyAssessment): string {
  return [
    apps > 0 && plural(apps, '1 authenticator app', `${apps} authenticator apps`),
    signIns > 0 && plural(signIns, '1 sign-in', `${signIns} sign-ins`),
  ]
    .filter(Boolean)
    .join(' and ')
}

/** Explains why these keys must not be used; null if nothing would be lost. */
function explainConflict(settings: SecretKeySettings, keys: string[], assessment: KeyAssessment): string | null {
  const lost = describeLoss(assessment)
  if (lost === '') return null
  const giveUpHint = 'or start with --new-secret-key to give them up'
  if (!assessment.isUnknownKey)
    return `${lost} cannot be read by the secret key, but by one that is no longer named: set SECRET_KEY=new,old until npx chisholm rotate-key has run, ${giveUpHint}.`
  const file = secretKeyFile(settings)
  if (keys.length === 0)
    return `The secret key ${file} is missing, and ${lost} need it: restore it from a backup, ${giveUpHint}.`
  const location = settings.secretKey === undefined ? `in ${file}` : 'SECRET_KEY'
  return `The secret key ${location} is not the key of this database, and ${lost} need that key: set it again (SECRET_KEY=new,old accepts two), ${giveUpHint}.`
}

/** Explains why a server would not start with the current keys; null if it would. */
export async function explainLostKey(db: Executor, settings: SecretKeySettings): Promise<string | null> {
  const keys = readSecretKeys(settings)
  return explainConflict(settings, keys, await assessKeys(db, keys))
}

/**
 * Checks that the database was used with these keys before, and stores their fingerprints. The first start creates the
 * key. Servers that start at the same time wait for each other.
 * @param giveUp  whether to accept another key, and give up everything that needs the lost one, including all sign-ins
 * @returns a description of the loss, or null if nothing was lost
 * @throws OperatorError  the key is missing or another one, and something needs it
 */
export const acceptSecretKeys = (
  services: Pick<Services, 'db'> & { settings: SecretKeySettings },
  { giveUp = false }: { giveUp?: boolean } = {},
): Promise<string | null> =>
  inTransaction(services, async (services) => {
    const { db, settings } = services
    await acquireAdvisoryLock(db, 'secret keys')
    const existing = readSecretKeys(settings)
    const assessment = await assessKeys(db, existing)
    const conflict = explainConflict(settings, existing, assessment)
    if (conflict !== null && !giveUp) throw new OperatorError(conflict)
    const keys = loadSecretKeys(settings)
    await queries.replaceFingerprints(db, keys.map(keyFingerprint))
    if (conflict === null) return null
    await markSecretsLost(db, assessment.authenticators)
    if (assessment.isUnknownKey) await queries.endEverySignIn(db)
    const lost = { authenticators: assessment.authenticators.length, sign_ins: assessment.signIns }
    await recordAudit(db, operator, {
      action: 'secret key given up',
      subject: { type: 'installation', id: NIL },
      after: lost,
    })
    return `Lost with the secret key: ${describeLoss(assessment)}. Recovery codes and passkeys still work; who has neither asks an Admin to remove the second factor.`
  })
