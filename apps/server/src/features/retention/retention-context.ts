import type { Kysely } from 'kysely'
import { lowestId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../settings.ts'

/** The services retention needs. */
export interface RetentionContext {
  db: Kysely<Tables>
  settings: Pick<Settings, 'retain' | 'dataDir'>
  provider: Services['provider']
}

/** A number of things and their bytes. */
export interface Amount {
  count: number
  bytes: number
}

/** Sums amounts. */
export const sumAmounts = (amounts: Amount[]): Amount => ({
  count: amounts.reduce((sum, { count }) => sum + count, 0),
  bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
})

const perPage = 500

/** Iterates over the pages of a query in id order, so that concurrent deletions skip nothing. */
export async function* iteratePages<Id extends string, Row extends { id: Id }>(
  page: (after: Id, count: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last = lowestId<Id>()
  for (;;) {
    const rows = await page(last, perPage)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < perPage) return
  }
}
