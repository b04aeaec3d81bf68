import { OperatorError } from '../operator-error.ts'
import type { Repository, BackupFile } from './repository.ts'

const timestampPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
const maxShown = 5

/**
 * Chooses the newest backup.
 * @param at  latest allowed day (UTC) or timestamp of the backup
 * @throws OperatorError  there is no such backup, or `at` is neither a day nor a timestamp
 */
export async function chooseBackup(repository: Repository, at: string | undefined): Promise<BackupFile> {
  const runs = await repository.backups()
  if (runs.length === 0) throw new OperatorError(`${repository.folder} holds no backup yet.`)
  const latest = at === undefined ? Number.POSITIVE_INFINITY : parseLatest(at)
  const run = runs.findLast((one) => one.at.getTime() <= latest)
  if (run) return run
  const oldest = runs.slice(0, maxShown).map((one) => one.at.toISOString())
  throw new OperatorError(`There is no backup of ${at} or before; the oldest are ${oldest.join(', ')}.`)
}

/** The latest time in milliseconds. For a day, this is its last millisecond. */
function parseLatest(at: string): number {
  const isDay = at.length === 10
  const timestamp = new Date(isDay ? `${at}T23:59:59.999Z` : at)
  if (!timestampPattern.test(at) || Number.isNaN(timestamp.getTime()))
    throw new OperatorError(`--at takes a day or a time, like 2026-11-22 or 2026-11-22T05:00:00Z; not '${at}'.`)
  return timestamp.getTime()
}
