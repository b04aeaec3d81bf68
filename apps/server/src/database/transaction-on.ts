import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/**
 * Begins a transaction on an open connection, which may also send statements that Kysely does not have, like COPY.
 * Closing the connection rolls it back.
 */
export async function transactionOn(client: pg.Client): Promise<ControlledTransaction<Tables>> {
  const connection = { query: client.query.bind(client), release: () => {}, processID: 0 }
  const pool = { connect: async () => connection, end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).startTransaction().execute()
}
