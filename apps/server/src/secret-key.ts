import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, reasonOf } from './cannot-start.ts'
import type { Settings } from './settings.ts'

/** Characters a secret key must have at least. */
export const shortestSecret = 32

type Place = Pick<Settings, 'dataDir' | 'secretKey'>

/** Where the key lies that is made while SECRET_KEY is unset. */
export const secretKeyFile = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'secret-key')

/** What tells a key from others without giving it away. */
export const fingerprintOfKey = (key: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', 32)))
    .update('chisholm')
    .digest()

/**
 * The keys that sign sessions: SECRET_KEY, or the one in DATA_DIR. The first signs; those after it are still believed, so
 * that a key can be changed without signing everybody out.
 * @returns none when SECRET_KEY is unset and there is no file
 * @throws CannotStart  the key cannot be read
 */
export function readSecretKeys(settings: Place): string[] {
  if (settings.secretKey !== undefined) return settings.secretKey.split(',').map((key) => key.trim())
  const file = secretKeyFile(settings)
  const key = tried(file, () => readKey(file))
  return key === undefined ? [] : [key]
}

/** As readSecretKeys; a key that is not there is made. @throws CannotStart  it can be neither read nor written */
export function loadSecretKeys(settings: Place): string[] {
  const keys = readSecretKeys(settings)
  if (keys.length > 0) return keys
  const file = secretKeyFile(settings)
  return [tried(file, () => makeKey(file))]
}

function tried<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof CannotStart) throw thrown
    throw new CannotStart(`The secret key ${file} cannot be read or written: ${reasonOf(thrown)}.`)
  }
}

function readKey(file: string): string | undefined {
  let key: string
  try {
    key = readFileSync(file, 'utf8').trim()
  } catch (thrown) {
    // cast: errors of the system carry a code
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw thrown
  }
  if (key.length < shortestSecret)
    throw new CannotStart(`The secret key ${file} is shorter than ${shortestSecret} characters.`)
  return key
}

function makeKey(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    // A link appears whole or not at all, and never replaces a key that another process made first.
    linkSync(scratch, file)
  } catch (thrown) {
    // cast: errors of the system carry a code
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(scratch)
  }
  return readKey(file) ?? ''
}
