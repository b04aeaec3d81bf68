import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'
import { findMonthsOfPage, isFarFromEnds, type MonthsOfPage } from '../../database/months-of-page.ts'
import { inList } from '../../http/filter-conditions.queries.ts'
import type { PostMortemListRequest, PostMortemScope } from './post-mortem-filters.ts'

/**
 * Finds the months of completion that contain a page of a list sorted by completion; undefined if the list has another
 * order or filters, or the page is near an end or among the tickets that are not completed.
 * @param totals  the total of the list, and that of its completed tickets
 */
export async function findCompletionMonths(
  db: Executor,
  { statuses, siteIds, customerIds, rowFilters }: PostMortemScope,
  { sorts, offset, perPage }: PostMortemListRequest,
  totals: { all: number; readCompleted: () => Promise<number> },
): Promise<MonthsOfPage | undefined> {
  const [first] = sorts
  const isPlain = customerIds === null && rowFilters.length === 0 && statuses.includes('Completed')
  if (first?.field !== 'completed_at' || !isPlain || !isFarFromEnds(offset, totals.all)) return undefined
  const completed = statuses.length === 1 ? totals.all : await totals.readCompleted()
  // tickets that are not completed come last, in either order
  if (offset + perPage > completed && completed < totals.all) return undefined
  const counts = sql`select month, tickets as rows from completion_months
    where ${siteIds ? inList(sql.ref('site_id'), siteIds, 'uuid') : sql`true`}`
  return findMonthsOfPage(db, counts, { offset, perPage, total: completed, descending: first.descending })
}
