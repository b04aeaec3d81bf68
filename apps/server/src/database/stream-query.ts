import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

interface Streamable<Row> {
  stream(chunkSize: number): AsyncIterable<Row>
}

/**
 * Streams a query through a cursor in one read-only transaction. Aborting the signal cancels the query, even before its
 * first row. Kysely's own support for signals leaks memory: its stream races every chunk against one promise that
 * retains them all.
 */
export async function* streamQuery<Row>(
  db: Kysely<Tables>,
  buildQuery: (within: Kysely<Tables>) => Streamable<Row>,
  chunkSize: number,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  signal.throwIfAborted()
  const transaction = await db.startTransaction().setAccessMode('read only').execute()
  let cancelling: Promise<unknown> | undefined
  let cancel = () => {}
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    cancel = () => {
      // If no connection is free to cancel the query, it runs to its end.
      cancelling ??= sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db).catch(() => {})
    }
    signal.addEventListener('abort', cancel)
    signal.throwIfAborted()
    yield* buildQuery(transaction).stream(chunkSize)
  } finally {
    signal.removeEventListener('abort', cancel)
    // Without waiting, the cancellation could hit the next query on this connection.
    await cancelling
    await transaction.rollback().execute()
  }
}
