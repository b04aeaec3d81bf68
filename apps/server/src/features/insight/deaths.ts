import type { Death } from '@chisholm/domain/schemas/insight'
import type { Executor } from '../../database/executor.ts'
import { monthsOfPage, sumOf } from '../../database/months-of-page.ts'
import { countDeathsByMonth, type DeathsPage, readDeaths } from './deaths.queries.ts'
import type { DeathsScope } from './insight-scope.ts'

/** A page of the deaths that a figure counts, by date of death, and their total, which is that figure. */
export async function listDeaths(
  { db }: { db: Executor },
  scope: DeathsScope,
  page: DeathsPage & { offset: number },
): Promise<{ total: number; rows: Death[] }> {
  const counts = await countDeathsByMonth(db, scope, page)
  const months = monthsOfPage(counts, page)
  return { total: sumOf(counts), rows: months ? await readDeaths(db, scope, months, page) : [] }
}
