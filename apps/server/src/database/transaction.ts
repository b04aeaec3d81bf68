import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A context inside a transaction: its `db` is the transaction, and no way to the pool is left. A second connection asked
 * for while one is held stops the server as soon as every connection of the pool is held by a request that waits for
 * another one.
 */
export type InTransaction<Ctx extends { db: Kysely<Tables> }> = Omit<Ctx, 'db'> & { db: Transaction<Tables> }

const transactionScope = new AsyncLocalStorage<true>()

/** Whether this is called from inside a transaction: the pool must then not be asked for a second connection. */
export const isInTransaction = (): boolean => transactionScope.getStore() === true

/**
 * Runs `work` in one transaction: all of it happens, or none. Name the parameter of `work` like the context handed over,
 * so that the pool is out of reach inside; `npm run check` asks for it.
 * @throws what `work` throws, after everything is rolled back
 */
export const inTransaction = <Ctx extends { db: Kysely<Tables> }, Result>(
  ctx: Ctx,
  work: (ctx: InTransaction<Ctx>) => Promise<Result>,
): Promise<Result> => ctx.db.transaction().execute((db) => transactionScope.run(true, () => work({ ...ctx, db })))
