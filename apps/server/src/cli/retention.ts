import { openDatabase } from '../database/database.ts'
import { createProviderReader } from '../features/provider/index.ts'
import { type ExpiredData, findExpiredData, removeExpiredData } from '../features/retention/index.ts'
import type { Settings } from '../settings.ts'
import { removeOrphanedFiles } from '../storage/orphaned-files.ts'
import { openVerifiedStorage } from '../storage/storage.ts'
import { type CommandResult, progress } from './run-command.ts'

/** Reports what the retention settings would remove. With `apply`, removes it with its files. */
export async function applyRetention(
  settings: Settings,
  { apply = false }: { apply?: boolean },
): Promise<CommandResult> {
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    const ctx = { db: database.db, settings, provider: createProviderReader(settings.provider) }
    const now = new Date()
    const found = apply ? await removeExpiredData(ctx, now) : await findExpiredData(ctx, now)
    const lines = found.map(describe)
    const some = found.some(({ count }) => count > 0)
    if (apply) {
      const warnings: string[] = []
      const log = { info: () => {}, warn: (_details: object, text: string) => void warnings.push(text) }
      await removeOrphanedFiles(database.db, await openVerifiedStorage(settings), log)
      return {
        lines: [...lines, some ? 'Removed.' : 'There was nothing to remove.'],
        result: { apply, found },
        warnings,
      }
    }
    const hint = some
      ? 'Nothing was removed. Add --apply to remove it now; the server does it every night.'
      : 'There is nothing to remove.'
    return { lines: [...lines, hint], result: { apply, found } }
  } finally {
    await database.close()
  }
}

const kindNames: Record<ExpiredData['kind'], string> = {
  drafts: 'abandoned drafts',
  deleted: 'deleted photos, and reports of deleted tickets',
  reports: 'replaced reports',
  audit: 'audit entries',
  invitations: 'people who never used their invitation',
  emails: '.eml files in the outbox',
}

function describe({ kind, setting, days, count, bytes }: ExpiredData): string {
  const amount = days === null ? 'kept for ever' : `${count}, ${(bytes / 1_000_000).toFixed(1)} MB`
  return `${setting}=${days ?? 'forever'}: ${kindNames[kind]}: ${amount}`
}
