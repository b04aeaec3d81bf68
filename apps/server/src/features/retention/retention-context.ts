import type { Kysely } from 'kysely'
import { lowestId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../settings.ts'

export interface RetentionContext {
  db: Kysely<Tables>
  settings: Pick<Settings, 'retain' | 'dataDir'>
  provider: Services['provider']
}

/** A number of items and their size in bytes. */
export interface Amount {
  count: number
  bytes: number
}

export const sumAmounts = (amounts: Amount[]): Amount => ({
  count: amounts.reduce((sum, { count }) => sum + count, 0),
  bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
})

const perPage = 500

/** Reads a query page by page in the order of the ids, so that deleting rows meanwhile does not make it skip others. */
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
