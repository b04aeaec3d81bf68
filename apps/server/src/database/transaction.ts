import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A context whose `db` is a transaction, without access to the pool. Asking for a second connection while holding one
 * deadlocks the server once all connections are held by requests that wait for another.
 */
export type InTransaction<Ctx extends { db: Kysely<Tables> }> = Omit<Ctx, 'db'> & { db: Transaction<Tables> }

const transactionScope = new AsyncLocalStorage<true>()

/** Whether the caller runs inside a transaction. */
export const isInTransaction = (): boolean => transactionScope.getStore() === true

/**
 * Runs `work` in one transaction. Name its parameter like the outer context, so that it shadows the pool; `npm run
 * check` enforces this.
 * @throws what `work` throws, after rolling back
 */
export const inTransaction = <Ctx extends { db: Kysely<Tables> }, Result>(
  ctx: Ctx,
  work: (ctx: InTransaction<Ctx>) => Promise<Result>,
): Promise<Result> => ctx.db.transaction().execute((db) => transactionScope.run(true, () => work({ ...ctx, db })))
