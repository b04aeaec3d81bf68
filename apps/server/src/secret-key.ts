import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, reasonOf } from './cannot-start.ts'
import type { Settings } from './settings.ts'

/** Characters a secret key must have at least. */
export const shortestSecret = 32

/**
 * The keys that sign sessions: SECRET_KEY, or the one in DATA_DIR, made at the first call. The first signs; those after
 * it are still believed, so that a key can be changed without signing everybody out.
 * @throws CannotStart  the key can be neither read nor written
 */
export function loadSecretKeys(settings: Settings): string[] {
  if (settings.secretKey !== undefined) return settings.secretKey.split(',').map((key) => key.trim())
  const file = secretKeyFile(settings)
  try {
    return [readKey(file) ?? makeKey(file)]
  } catch (thrown) {
    if (thrown instanceof CannotStart) throw thrown
    throw new CannotStart(`The secret key ${file} cannot be read or written: ${reasonOf(thrown)}.`)
  }
}

/** Where the key lies that is made while SECRET_KEY is unset. */
export const secretKeyFile = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'secret-key')

function readKey(file: string): string | undefined {
  let key: string
  try {
    key = readFileSync(file, 'utf8').trim()
  } catch (thrown) {
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
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    unlinkSync(scratch)
  }
  return readKey(file) ?? ''
}
