import { CannotStart } from '../cannot-start.ts'
import type { Repository, Run } from './repository.ts'

const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
const shown = 5

/**
 * Chooses a backup: the newest, or the newest of a day (UTC) or moment and before.
 * @throws CannotStart  there is none, or `at` is no day and no moment
 */
export async function chooseRun(repository: Repository, at: string | undefined): Promise<Run> {
  const runs = await repository.runs()
  if (runs.length === 0) throw new CannotStart(`${repository.folder} holds no backup yet.`)
  const latest = at === undefined ? Number.POSITIVE_INFINITY : readLatest(at)
  const run = runs.findLast((one) => one.at.getTime() <= latest)
  if (run) return run
  const oldest = runs.slice(0, shown).map((one) => one.at.toISOString())
  throw new CannotStart(`There is no backup of ${at} or before; the oldest are ${oldest.join(', ')}.`)
}

/** The last millisecond that counts; of a day its end. */
function readLatest(at: string): number {
  const isDay = at.length === 10
  const moment = new Date(isDay ? `${at}T23:59:59.999Z` : at)
  if (!pattern.test(at) || Number.isNaN(moment.getTime()))
    throw new CannotStart(`--at takes a day or a moment, like 2026-11-22 or 2026-11-22T05:00:00Z; not '${at}'.`)
  return moment.getTime()
}
