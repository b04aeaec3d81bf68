import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { accountLines } from '../demo/accounts.ts'
import { loadDemo } from '../demo/demo.ts'
import { removeDemo } from '../demo/remove-demo.ts'
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

/** Takes the demo practice out, accounts and all. @throws CannotStart  it is not there, or `--yes` is missing */
export async function demoRemove(settings: Settings, { yes = false }: { yes?: boolean }): Promise<Done> {
  if (!yes)
    throw new CannotStart(
      'This deletes the demo accounts, and the demo customers with all their tickets and photos: add --yes.',
    )
  const database = await openDatabase(settings, progress, { beside: true, existing: true })
  try {
    const storage = await openWorkingStorage(settings)
    const removed = await removeDemo({ database, storage })
    if (!removed) throw new CannotStart('There is no demo practice in this database.')
    const { accounts, customers, tickets, photos } = removed
    return {
      lines: [
        `Removed ${accounts} demo accounts and ${customers} customers with ${tickets} tickets and ${photos} photos.`,
      ],
      result: { ...removed },
    }
  } finally {
    await database.close()
  }
}
