import type { Zone } from '@chisholm/domain/dates'
import type { TurnaroundSort } from '@chisholm/domain/insight-lists'
import type { TurnaroundPostMortem } from '@chisholm/domain/schemas/insight'
import quickselect from 'quickselect'
import type { ListRequest, SortField } from '../../http/pagination.ts'
import type { InsightScope } from './insight-scope.ts'
import { figureName, idsOf, sitesInScope } from './insight-scope.queries.ts'
import { select } from './percentiles.ts'
import { readSentPostMortems, type SentPostMortemRange, type SentPostMortems } from './sent-post-mortems.ts'
import type { FigureContext } from '../../database/site-figures.ts'
import { readPostMortemsByPin } from './sent-post-mortems.queries.ts'

export type TurnaroundListRequest = Omit<ListRequest<never, TurnaroundSort>, 'filters'>

const columns = {
  requested_at: 'requestedAt',
  to_scheduled_hours: 'toScheduledHours',
  to_completed_hours: 'toCompletedHours',
} as const satisfies Record<TurnaroundSort, keyof SentPostMortems>

/** A page of the tickets that `readTurnaround` counts, with their hours, and their total. Unknown hours come last. */
export async function listSentPostMortems(
  ctx: FigureContext,
  scope: InsightScope,
  practiceZone: Zone,
  { offset, perPage, sorts }: TurnaroundListRequest,
): Promise<{ total: number; rows: TurnaroundPostMortem[] }> {
  const sites = await sitesInScope(ctx.db, scope)
  const { total, pins } = await ctx.siteFigures.readTogether(ctx.db, idsOf(sites), {
    name: figureName(scope, 'list of sent tickets', practiceZone, sorts, offset, perPage),
    compute: async () => {
      const ranges = await readSentPostMortems(ctx, scope, sites, practiceZone)
      const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
      return { total, pins: sortedPins(ranges, total, sorts, offset + perPage).slice(offset) }
    },
    bytesOf: ({ pins }) => pins.length * 10,
  })
  return { total, rows: pins.length === 0 ? [] : await readPostMortemsByPin(ctx.db, scope, pins) }
}

/** The numbers of the first tickets in an order; the newest is first among equal ones. */
function sortedPins(
  ranges: readonly SentPostMortemRange[],
  total: number,
  sorts: readonly SortField<TurnaroundSort>[],
  count: number,
): number[] {
  const pins = joinColumns(ranges, ({ pin }) => pin, new Uint32Array(total))
  const keys = sorts.map(({ field, descending }) =>
    ascending(
      joinColumns(ranges, (tickets) => tickets[columns[field]], new Float64Array(total)),
      descending ? -1 : 1,
    ),
  )
  const compare = (one: number, other: number): number => {
    for (const values of keys) {
      const [a, b] = [values[one] ?? 0, values[other] ?? 0]
      if (a !== b) return a < b ? -1 : 1
    }
    return (pins[other] ?? 0) - (pins[one] ?? 0)
  }
  const positions = firstPositions(keys, count)
  if (count < positions.length) quickselect(positions, count, 0, positions.length - 1, compare)
  return positions
    .slice(0, count)
    .sort(compare)
    .map((position) => pins[position] ?? 0)
}

/** Changes values so that their ascending order is the one that is wanted, with unknown hours last. */
function ascending(values: Float64Array, sign: 1 | -1): Float64Array {
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    values[index] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value
  }
  return values
}

/** The positions of the smallest values, and of all that equal the last of them. */
function firstPositions([values]: readonly Float64Array[], count: number): number[] {
  if (!values) return []
  const reordered = values.slice()
  if (count < values.length) select(reordered, count)
  const largest = reordered[count] ?? Number.POSITIVE_INFINITY
  const positions: number[] = []
  for (let position = 0; position < values.length; position++)
    if ((values[position] ?? 0) <= largest) positions.push(position)
  return positions
}

function joinColumns<Column extends Float64Array | Uint32Array>(
  ranges: readonly SentPostMortemRange[],
  columnOf: (tickets: SentPostMortems) => Column,
  joined: Column,
): Column {
  let position = 0
  for (const { tickets, start, end } of ranges) {
    joined.set(columnOf(tickets).subarray(start, end), position)
    position += end - start
  }
  return joined
}
