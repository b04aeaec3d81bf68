import { formatMonth, type Zone } from '@chisholm/domain/dates'
import type { TurnaroundRow } from '@chisholm/domain/schemas'
import type { Executor } from '../../database/executor.ts'
import type { InsightScope } from './insight-scope.ts'
import { namesById, userNames } from './labels.queries.ts'
import { countTurnaround, type TurnaroundBy } from './turnaround.queries.ts'

/** Waiting times of a scope's tickets for visit and report, sorted by month or by name. */
export async function readTurnaround(
  ctx: { db: Executor },
  scope: InsightScope,
  by: TurnaroundBy,
  zone: Zone,
): Promise<TurnaroundRow[]> {
  const counted = await countTurnaround(ctx.db, scope, by, zone)
  const keys = counted.flatMap(({ key }) => key ?? [])
  const names =
    by === 'month' ? null : await (by === 'site' ? namesById(ctx.db, 'sites', keys) : userNames(ctx.db, keys))
  const labelOf = (key: string | null) =>
    key === null ? 'Unassigned' : (names?.get(key) ?? (by === 'month' ? formatMonth(`${key}-01`) : ''))
  const rows = counted.map(({ key, n, ...row }) => ({
    key,
    label: labelOf(key),
    n,
    to_scheduled_hours: { p50: row.scheduled50, p90: row.scheduled90 },
    to_completed_hours: { p50: row.completed50, p90: row.completed90 },
  }))
  const order = ({ key, label }: TurnaroundRow) => (by === 'month' ? (key ?? '') : label)
  return rows.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
}
