import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deriveKey } from './derive-key.ts'
import { OperatorError, errorMessage } from './operator-error.ts'
import type { Settings } from './settings.ts'

/** Minimum length in characters. */
export const minSecretLength = 32

type SecretKeySettings = Pick<Settings, 'dataDir' | 'secretKey'>

/** Path of the generated key, used if SECRET_KEY is unset. */
export const secretKeyFile = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'secret-key')

/** Identifies a key without revealing it. */
export const keyFingerprint = (key: string): Buffer =>
  createHmac('sha256', deriveKey(key, 'fingerprint')).update('chisholm').digest()

/**
 * SECRET_KEY, or the generated key. The first key signs, the others are still accepted, so that a key can be rotated
 * without ending sessions.
 * @returns none if SECRET_KEY is unset and there is no file
 * @throws OperatorError  the key cannot be read
 */
export function readSecretKeys(settings: SecretKeySettings): string[] {
  if (settings.secretKey !== undefined) return settings.secretKey.split(',').map((key) => key.trim())
  const file = secretKeyFile(settings)
  const key = withReadableError(file, () => readKey(file))
  return key === undefined ? [] : [key]
}

/** Like readSecretKeys, but creates the file if needed. @throws OperatorError  it can be neither read nor written */
export function loadSecretKeys(settings: SecretKeySettings): string[] {
  const keys = readSecretKeys(settings)
  if (keys.length > 0) return keys
  const file = secretKeyFile(settings)
  return [withReadableError(file, () => createKey(file))]
}

function withReadableError<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof OperatorError) throw thrown
    throw new OperatorError(`The secret key ${file} cannot be read or written: ${errorMessage(thrown)}.`)
  }
}

function readKey(file: string): string | undefined {
  let key: string
  try {
    key = readFileSync(file, 'utf8').trim()
  } catch (thrown) {
    // cast: system errors have a code
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw thrown
  }
  if (key.length < minSecretLength)
    throw new OperatorError(`The secret key ${file} is shorter than ${minSecretLength} characters.`)
  return key
}

function createKey(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const tempFile = `${file}.${process.pid}`
  writeFileSync(tempFile, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    // link() is atomic and never replaces a key that another process created.
    linkSync(tempFile, file)
  } catch (thrown) {
    // cast: system errors have a code
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(tempFile)
  }
  return readKey(file) ?? ''
}
