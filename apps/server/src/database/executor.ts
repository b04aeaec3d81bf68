import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The pool or a transaction: for queries that may run in either. */
export type Executor = Kysely<Tables> | Transaction<Tables>
