import { openDatabase } from '../database/database.ts'
import { openProvider } from '../features/provider/index.ts'
import { type Expired, findExpired, removeExpired } from '../features/retention/index.ts'
import type { Settings } from '../settings.ts'
import { removeOrphans } from '../storage/orphans.ts'
import { openWorkingStorage } from '../storage/storage.ts'
import { type Done, progress } from './run.ts'

/** Tells what is kept no longer, by the settings; with `apply` it is removed, its files included. */
export async function applyRetention(settings: Settings, { apply = false }: { apply?: boolean }): Promise<Done> {
  const database = await openDatabase(settings, progress, { beside: true, existing: true })
  try {
    const ctx = { db: database.db, settings, provider: openProvider(settings.provider) }
    const now = new Date()
    const found = apply ? await removeExpired(ctx, now) : await findExpired(ctx, now)
    const lines = found.map(lineOf)
    const some = found.some(({ count }) => count > 0)
    if (apply) {
      const warnings: string[] = []
      const log = { info: () => {}, warn: (_details: object, text: string) => void warnings.push(text) }
      await removeOrphans(database.db, await openWorkingStorage(settings), log)
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

const things: Record<Expired['kind'], string> = {
  drafts: 'abandoned drafts',
  deleted: 'photos and reports that were deleted',
  reports: 'replaced reports',
  audit: 'lines of the audit trail',
  invitations: 'invitations nobody used',
  letters: 'letters in the outbox',
}

function lineOf({ kind, setting, days, count, bytes }: Expired): string {
  const kept = days === null ? 'kept for ever' : `${count}, ${(bytes / 1_000_000).toFixed(1)} MB`
  return `${setting}=${days ?? 'forever'}: ${things[kind]}: ${kept}`
}
