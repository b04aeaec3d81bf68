import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction, TransactionBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A context whose `db` is a transaction and which does not give access to the pool. A request that asks for a second
 * connection while it holds one deadlocks the server once all requests do so.
 */
export type InTransaction<Ctx extends { db: Kysely<Tables> }> = Omit<Ctx, 'db'> & { db: Transaction<Tables> }

const scope = new AsyncLocalStorage<'beginning' | 'in transaction'>()

export const isInTransaction = (): boolean => scope.getStore() === 'in transaction'

/** Whether the requested connection will begin a transaction. */
export const isBeginningTransaction = (): boolean => scope.getStore() === 'beginning'

/**
 * Runs `work` in one transaction. Name its parameter like the outer context, so that it shadows the pool; `npm run
 * check` enforces this.
 * @throws what `work` throws, after the rollback
 */
export const inTransaction = <Ctx extends { db: Kysely<Tables> }, Result>(
  ctx: Ctx,
  work: (ctx: InTransaction<Ctx>) => Promise<Result>,
): Promise<Result> => execute(ctx.db.transaction(), ctx, work)

/**
 * Runs `work` in a transaction with one snapshot: all its queries see the same data, whatever others commit meanwhile.
 */
export const inSnapshot = <Ctx extends { db: Kysely<Tables> }, Result>(
  ctx: Ctx,
  work: (ctx: InTransaction<Ctx>) => Promise<Result>,
): Promise<Result> =>
  execute(ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), ctx, work)

function execute<Ctx extends { db: Kysely<Tables> }, Result>(
  transaction: TransactionBuilder<Tables>,
  ctx: Ctx,
  work: (ctx: InTransaction<Ctx>) => Promise<Result>,
): Promise<Result> {
  const begin = () => transaction.execute((db) => scope.run('in transaction', () => work({ ...ctx, db })))
  // in another transaction it fails, because it would need a second connection
  return isInTransaction() ? begin() : scope.run('beginning', begin)
}

/**
 * Waits for statements of a transaction that were run at once and are sent together (`createPipeliningKysely`). It also
 * waits for the others after one has failed, unlike `Promise.all`: what they send after the rollback would be executed
 * without a transaction.
 * @returns their results in the same order
 * @throws  what the first that failed throws
 */
export async function allOf<Running extends Promise<unknown>[] | []>(
  running: Running,
): Promise<{ -readonly [Index in keyof Running]: Awaited<Running[Index]> }> {
  await Promise.allSettled(running)
  return Promise.all(running)
}
