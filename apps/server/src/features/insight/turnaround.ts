import { compareNames } from '@chisholm/domain/compare-names'
import { addDays, type Day, formatMonth, type Zone } from '@chisholm/domain/dates'
import type { TurnaroundRow } from '@chisholm/domain/schemas/insight'
import type { InsightScope } from './insight-scope.ts'
import { figureName, idsOf, sitesInScope } from './insight-scope.queries.ts'
import { namesById, userNames } from './labels.queries.ts'
import { percentiles, type Values } from './percentiles.ts'
import type { FigureContext } from '../../database/site-figures.ts'
import { firstSent, readSentPostMortems, secondsAtStart, type SentPostMortemRange } from './sent-post-mortems.ts'

export const turnaroundKeys = ['month', 'site', 'veterinarian'] as const
export type TurnaroundBy = (typeof turnaroundKeys)[number]

type Key = string | null
/** The tickets of a key, and their hours as far as they are known. */
interface Hours {
  n: number
  scheduled: Values
  completed: Values
}

/** Waiting times of a scope's tickets for visit and report, sorted by month or by name. */
export async function readTurnaround(
  ctx: FigureContext,
  scope: InsightScope,
  by: TurnaroundBy,
  zone: Zone,
): Promise<TurnaroundRow[]> {
  const sites = await sitesInScope(ctx.db, scope)
  const counted = await ctx.siteFigures.readTogether(ctx.db, idsOf(sites), {
    name: figureName(scope, 'turnaround', by, zone),
    compute: async () => countRows(await readSentPostMortems(ctx, scope, sites, zone), scope, by),
    bytesOf: (rows) => rows.length * 200,
  })
  const labelOf = await labels(
    ctx,
    by,
    counted.map(({ key }) => key),
  )
  const order = ({ key, label }: TurnaroundRow) => (by === 'month' ? (key ?? '') : label)
  return counted
    .map((row) => ({ ...row, label: labelOf(row.key) }))
    .sort((one, other) => compareNames(order(one), order(other)))
}

const countRows = (ranges: readonly SentPostMortemRange[], scope: InsightScope, by: TurnaroundBy) =>
  [...collectHours(ranges, scope, by)].map(([key, { n, scheduled, completed }]) => ({
    key,
    n,
    to_scheduled_hours: medianAndNinthDecile(scheduled),
    to_completed_hours: medianAndNinthDecile(completed),
  }))

function medianAndNinthDecile(hours: Values) {
  const [p50, p90] = percentiles(hours, 0.5, 0.9)
  return { p50, p90 }
}

async function labels({ db }: FigureContext, by: TurnaroundBy, keys: readonly Key[]): Promise<(key: Key) => string> {
  if (by === 'month') return (key) => formatMonth(`${key}-01`)
  const ids = keys.filter((key) => key !== null)
  const names = await (by === 'site' ? namesById(db, 'sites', ids) : userNames(db, ids))
  return (key) => (key === null ? 'Unassigned' : (names.get(key) ?? ''))
}

/** Counts first, because arrays that grow to a million numbers take longer than all the rest. */
function collectHours(ranges: readonly SentPostMortemRange[], scope: InsightScope, by: TurnaroundBy): Map<Key, Hours> {
  const groupings = groupsOf[by](ranges, scope)
  const counts = new Map<Key, number>()
  for (const { keys, groups } of groupings) {
    const ofGroups = new Uint32Array(keys.length)
    for (const group of groups) ofGroups[group] = (ofGroups[group] ?? 0) + 1
    keys.forEach((key, group) => counts.set(key, (counts.get(key) ?? 0) + (ofGroups[group] ?? 0)))
  }
  const none = (n: number): Values => ({ values: new Float64Array(n), length: 0 })
  const hours = new Map<Key, Hours>()
  for (const [key, n] of counts) if (n > 0) hours.set(key, { n, scheduled: none(n), completed: none(n) })
  for (const { range, keys, groups } of groupings) {
    const { tickets, start } = range
    const ofGroups = keys.map((key) => hours.get(key))
    groups.forEach((group, position) => {
      const ofGroup = ofGroups[group]
      if (!ofGroup) return
      addKnown(ofGroup.scheduled, tickets.toScheduledHours[start + position])
      addKnown(ofGroup.completed, tickets.toCompletedHours[start + position])
    })
  }
  return hours
}

function addKnown(known: Values, value = Number.NaN): void {
  if (!Number.isNaN(value)) known.values[known.length++] = value
}

/** The key of each ticket of a range: `keys[groups[n]]`. */
interface Grouping {
  range: SentPostMortemRange
  keys: Key[]
  groups: Uint16Array
}

const groupsOf: Record<TurnaroundBy, (ranges: readonly SentPostMortemRange[], scope: InsightScope) => Grouping[]> = {
  site: (ranges) =>
    ranges.map((range) => ({ range, keys: [range.site], groups: new Uint16Array(range.end - range.start) })),
  veterinarian: (ranges) =>
    ranges.map((range) => ({
      range,
      keys: range.tickets.veterinarians,
      groups: range.tickets.veterinarian.subarray(range.start, range.end),
    })),
  month(ranges, scope) {
    const months = monthsOf(scope)
    const keys = months.map((month) => month.slice(0, 7))
    const startsByZone = new Map<Zone, number[]>()
    return ranges.map((range) => {
      const { zone, tickets, start, end } = range
      const starts = startsByZone.get(zone) ?? months.map((month) => secondsAtStart(month, zone))
      startsByZone.set(zone, starts)
      const groups = new Uint16Array(end - start)
      // each month overwrites those after its beginning
      starts.forEach((begin, month) => groups.fill(month, Math.max(0, firstSent(tickets, begin) - start)))
      return { range, keys, groups }
    })
  },
}

/** The months that a period reaches into, by their first days. */
function monthsOf({ from, to }: Pick<InsightScope, 'from' | 'to'>): Day[] {
  const months: Day[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = `${addDays(day, 31).slice(0, 7)}-01`) months.push(day)
  return months
}
