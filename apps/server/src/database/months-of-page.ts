import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './executor.ts'

/** The months (UTC, as their first days) that contain a page, and how many of their rows come before it. */
export interface MonthsOfPage {
  earliest: string
  latest: string
  skip: number
}

/** The number of rows of a month, which is named by its first day. */
export interface MonthCount {
  month: string
  rows: number
}

/** Pages nearer to an end of the list are read from there. */
const far = 200

/** Whether counting months is worth it. */
export const isFarFromEnds = (offset: number, total: number): boolean => Math.min(offset, total - offset) >= far

/**
 * Finds the months that contain a page of a list sorted by time, instead of skipping all rows before it.
 * @param counts  a query of `month` and `rows`, whose sums are the rows of each month
 * @param total  the sum that is expected
 * @returns undefined if the counts do not have this sum, because something changed meanwhile
 */
export async function findMonthsOfPage(
  db: Executor,
  counts: RawBuilder<unknown>,
  { offset, perPage, total, descending }: { offset: number; perPage: number; total: number; descending: boolean },
): Promise<MonthsOfPage | undefined> {
  const { rows: months } = await sql<MonthCount>`
    select month::text, sum(rows)::int as rows from (${counts}) counted group by month
    order by month ${sql.raw(descending ? 'desc' : 'asc')}`.execute(db)
  return sumOf(months) === total ? monthsOfPage(months, { offset, perPage }) : undefined
}

/** The months, given in the order of the list, that contain a page. @returns undefined if it is beyond the last one */
export function monthsOfPage(
  months: readonly MonthCount[],
  { offset, perPage }: { offset: number; perPage: number },
): MonthsOfPage | undefined {
  let before = 0
  const counted = months.map(({ month, rows }) => ({ month, before, upto: (before += rows) }))
  const found = counted.filter((one) => one.upto > offset && one.before < offset + perPage)
  const [first] = found
  if (!first) return undefined
  const names = found.map(({ month }) => month).toSorted()
  return { earliest: names[0] ?? '', latest: names.at(-1) ?? '', skip: offset - first.before }
}

export const sumOf = (months: readonly MonthCount[]): number => months.reduce((sum, { rows }) => sum + rows, 0)

/** Restricts a timestamp to these months. */
export const isWithinMonths = (column: RawBuilder<unknown>, { earliest, latest }: MonthsOfPage): RawBuilder<boolean> =>
  sql`${column} >= ${earliest}::date::timestamp at time zone 'UTC'
    and ${column} < (${latest}::date + interval '1 month') at time zone 'UTC'`
