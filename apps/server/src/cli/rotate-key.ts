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
    throw new OperatorError(`Set SECRET_KEY=new,old first; the old key is what ${secretKeyFile(settings)} holds.`)
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    await acceptSecretKeys({ db: database.db, settings })
    const [secretKey = '', ...previousSecretKeys] = readSecretKeys(settings)
    const sealed = await reencryptSecrets(database.db, { secretKey, previousSecretKeys })
    return {
      lines: [
        `Sealed ${sealed} authenticator app${sealed === 1 ? '' : 's'} anew; nothing is sealed by another key.`,
        ...(previousSecretKeys.length > 0 ? [oldKeyHint] : []),
      ],
      result: { sealed, old_keys: previousSecretKeys.length },
    }
  } finally {
    await database.close()
  }
}

const oldKeyHint =
  'What the old key signed ends by itself: access tokens within 15 minutes, addresses of pictures within two hours after every server runs with the new key first. Then name the new key alone in SECRET_KEY, and restart.'
