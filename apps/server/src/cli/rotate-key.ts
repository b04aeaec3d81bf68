import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { acceptSecretKeys } from '../features/secret-keys/index.ts'
import { sealAllAnew } from '../features/second-factor/index.ts'
import { readSecretKeys, secretKeyFile } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { type Done, progress } from './run.ts'

/**
 * Seals by the first key of SECRET_KEY what those after it sealed, and tells what still needs them.
 * @throws CannotStart  SECRET_KEY is not set, or is not what the database was used with
 */
export async function rotateKey(settings: Settings): Promise<Done> {
  if (settings.secretKey === undefined)
    throw new CannotStart(`Set SECRET_KEY=new,old first; the old key is what ${secretKeyFile(settings)} holds.`)
  const database = await openDatabase(settings, progress, { beside: true, existing: true })
  try {
    await acceptSecretKeys({ db: database.db, settings })
    const [secretKey = '', ...oldSecretKeys] = readSecretKeys(settings)
    const sealed = await sealAllAnew(database.db, { secretKey, oldSecretKeys })
    return {
      lines: [
        `Sealed ${sealed} authenticator app${sealed === 1 ? '' : 's'} anew; nothing is sealed by another key.`,
        ...(oldSecretKeys.length > 0 ? [untilWhen] : []),
      ],
      result: { sealed, old_keys: oldSecretKeys.length },
    }
  } finally {
    await database.close()
  }
}

const untilWhen =
  'What the old key signed ends by itself: access tokens within 15 minutes, addresses of pictures within two hours after every server runs with the new key first. Then name the new key alone in SECRET_KEY, and restart.'
