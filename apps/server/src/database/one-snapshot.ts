import { type Compilable, sql } from 'kysely'
import type { Executor } from './executor.ts'
import { inSnapshot } from './transaction.ts'

/**
 * Runs `work` on one snapshot, so that its queries agree whatever others commit meanwhile: in the transaction that is
 * running, or in one of its own.
 */
export const inOneSnapshot = <Result>(db: Executor, work: (db: Executor) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : inSnapshot({ db }, ({ db }) => work(db))

/** The number of all rows of a list, for `readPageAndTotal`. */
export const countOfRows = sql<number>`count(*)::int`.as('total')

/** Reads one page of a list and the number of all its rows, from one snapshot. */
export const readPageAndTotal = <Row, Count extends { total: number }>(
  db: Executor,
  count: Compilable<Count>,
  page: Compilable<Row>,
): Promise<{ total: number; counts: Count; rows: Row[] }> =>
  inOneSnapshot(db, async (db) => {
    const counts = (await db.executeQuery(count)).rows[0]
    if (!counts) throw new Error('a count has no row')
    return { total: counts.total, counts, rows: (await db.executeQuery(page)).rows }
  })
