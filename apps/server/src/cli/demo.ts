import { OperatorError } from '../operator-error.ts'
import { openDatabase } from '../database/database.ts'
import { describeAccounts } from '../demo/accounts.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { removeDemo } from '../demo/remove-demo.ts'
import type { Settings } from '../settings.ts'
import { openVerifiedStorage } from '../storage/storage.ts'
import { type CommandResult, progress } from './run-command.ts'

/** @throws OperatorError  the database already has accounts */
export async function loadDemoCommand(settings: Settings): Promise<CommandResult> {
  const database = await openDatabase(settings, progress, { allowRunning: true })
  try {
    const storage = await openVerifiedStorage(settings)
    const loaded = await loadDemo({ database, storage, settings })
    if (!loaded)
      throw new OperatorError('The database already has accounts: demo data can only be loaded into an empty one.')
    return { lines: describeAccounts(), result: { loaded } }
  } finally {
    await database.close()
  }
}

/**
 * Removes the demo data, including its accounts.
 * @throws OperatorError  there is none, or `--yes` is missing
 */
export async function removeDemoCommand(
  settings: Settings,
  { yes = false }: { yes?: boolean },
): Promise<CommandResult> {
  if (!yes)
    throw new OperatorError(
      'This deletes the demo accounts, and the demo customers with all their tickets and photos: add --yes.',
    )
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    const storage = await openVerifiedStorage(settings)
    const removed = await removeDemo({ database, storage })
    if (!removed) throw new OperatorError('There is no demo practice in this database.')
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
