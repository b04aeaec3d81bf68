import { plural } from '@chisholm/domain/plural'
import { OperatorError } from '../operator-error.ts'
import { openDatabase } from '../database/database.ts'
import { acceptSecretKeys } from '../features/secret-keys/index.ts'
import { reencryptSecrets } from '../features/second-factor/index.ts'
import { readSecretKeys, secretKeyFile } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { type CommandResult, progress } from './run-command.ts'

/**
 * Encrypts all secrets with the first key of SECRET_KEY.
 * @throws OperatorError  SECRET_KEY is not set, or does not match the database
 */
export async function rotateKey(settings: Settings): Promise<CommandResult> {
  if (settings.secretKey === undefined)
    throw new OperatorError(`Set SECRET_KEY=new,old first; the old key is the content of ${secretKeyFile(settings)}.`)
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    await acceptSecretKeys({ db: database.db, settings })
    const [secretKey = '', ...previousSecretKeys] = readSecretKeys(settings)
    const sealed = await reencryptSecrets(database.db, { secretKey, previousSecretKeys })
    return {
      lines: [
        `Encrypted ${plural(sealed, '1 authenticator app', `${sealed} authenticator apps`)} again; no other key is in use.`,
        ...(previousSecretKeys.length > 0 ? [oldKeyHint] : []),
      ],
      result: { sealed, old_keys: previousSecretKeys.length },
    }
  } finally {
    await database.close()
  }
}

const oldKeyHint =
  'Two hours after all servers run with the new key first, everything that the old key signed has expired. Then set SECRET_KEY to the new key alone, and restart.'
