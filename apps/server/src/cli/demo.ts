import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { accountLines } from '../demo/accounts.ts'
import { loadDemo } from '../demo/demo.ts'
import type { Settings } from '../settings.ts'
import { openWorkingStorage } from '../storage/storage.ts'
import { type Done, progress } from './run.ts'

/** Loads the demo practice. @throws CannotStart  the database holds accounts, of a practice or of the demo */
export async function demo(settings: Settings): Promise<Done> {
  const database = await openDatabase(settings, progress, { beside: true })
  try {
    const storage = await openWorkingStorage(settings)
    const loaded = await loadDemo({ database, storage, zone: settings.provider.time_zone })
    if (!loaded) throw new CannotStart('The database holds accounts already: the demo goes into an empty one only.')
    return { lines: accountLines(), result: { loaded } }
  } finally {
    await database.close()
  }
}
