import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

interface Streamable<Row> {
  stream(chunkSize: number): AsyncIterable<Row>
}

/**
 * Reads a query by a cursor, a few rows at a time, as it was when it began. The query ends with the signal, also where
 * it has not found its first row yet. Kysely's own signal will not do: its stream races each chunk against one promise,
 * which then holds every chunk until the end.
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
      cancelling ??= sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db)
    }
    signal.addEventListener('abort', cancel)
    signal.throwIfAborted()
    yield* buildQuery(transaction).stream(chunkSize)
  } finally {
    signal.removeEventListener('abort', cancel)
    // the connection may be anybody's afterwards, whose query must not be the one that is cancelled
    await cancelling
    await transaction.rollback().execute()
  }
}
