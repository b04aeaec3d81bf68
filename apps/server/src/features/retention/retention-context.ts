import type { Kysely } from 'kysely'
import { lowestId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Services } from '../../http/context.ts'
import type { Settings } from '../../settings.ts'

/** What retention works with. */
export interface RetentionContext {
  db: Kysely<Tables>
  settings: Pick<Settings, 'retain' | 'dataDir'>
  provider: Services['provider']
}

/** How much of something there is. */
export interface Amount {
  count: number
  bytes: number
}

/** Adds up what was found or removed piece by piece. */
export const sumAmounts = (amounts: Amount[]): Amount => ({
  count: amounts.reduce((sum, { count }) => sum + count, 0),
  bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
})

const perPage = 500

/** Everything a query finds, page by page in the order of ids: what is removed meanwhile skips nothing. */
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
