import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs queries: the pool or a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>
