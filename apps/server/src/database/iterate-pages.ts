import { lowestId } from './ids.ts'

const pageSize = 500

/** Reads a query page by page in the order of the ids, so that deleting rows meanwhile does not make it skip others. */
export async function* iteratePages<Id extends string, Row extends { id: Id }>(
  page: (after: Id, count: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last = lowestId<Id>()
  for (;;) {
    const rows = await page(last, pageSize)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < pageSize) return
  }
}
