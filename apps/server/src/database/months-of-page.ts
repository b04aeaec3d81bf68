import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './executor.ts'

/** The months (UTC, as their first days) that contain a page, and how many of their rows come before it. */
export interface MonthsOfPage {
  earliest: string
  latest: string
  skip: number
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
  const { rows: months } = await sql<{ month: string; upto: number; rows: number }>`
    select month::text, rows::int, sum(rows) over (order by month ${sql.raw(descending ? 'desc' : 'asc')})::int as upto
    from (select month, sum(rows) as rows from (${counts}) counted group by month) months
    order by upto`.execute(db)
  if (months.at(-1)?.upto !== total) return undefined
  const found = months.filter(({ rows, upto }) => upto > offset && upto - rows < offset + perPage)
  const [first] = found
  if (!first) return undefined
  const names = found.map(({ month }) => month).toSorted()
  return { earliest: names[0] ?? '', latest: names.at(-1) ?? '', skip: offset - (first.upto - first.rows) }
}

/** Restricts a timestamp to these months. */
export const isWithinMonths = (column: RawBuilder<unknown>, { earliest, latest }: MonthsOfPage): RawBuilder<boolean> =>
  sql`${column} >= ${earliest}::date::timestamp at time zone 'UTC'
    and ${column} < (${latest}::date + interval '1 month') at time zone 'UTC'`
