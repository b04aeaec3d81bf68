import type { PostMortemId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { currentContentHash } from '../reports/index.ts'
import { iteratePages, type Amount, type RetentionContext, sumAmounts } from './retention-context.ts'
import * as queries from './retention.queries.ts'

/** Counts superseded reports, which no longer show the current content of their ticket. */
export const findExpiredReports = (ctx: RetentionContext, before: Date): Promise<Amount> =>
  forEachPostMortem(ctx, before, async () => {})

/** Deletes the reports that the function above counts. */
export const removeReports = (ctx: RetentionContext, before: Date): Promise<Amount> =>
  forEachPostMortem(ctx, before, queries.deleteSupersededReports)

async function forEachPostMortem(
  ctx: RetentionContext,
  before: Date,
  work: (...replaced: Parameters<typeof queries.deleteSupersededReports>) => Promise<unknown>,
): Promise<Amount> {
  const found: Amount[] = []
  const { db } = ctx
  const postMortems = iteratePages((after: PostMortemId, count) =>
    queries.postMortemsWithSupersededReports(db, before, after, count),
  )
  for await (const { id } of postMortems)
    found.push(
      await inTransaction(ctx, async (ctx) => {
        // The lock keeps the content of the report from changing.
        if (!(await queries.lockPostMortem(ctx.db, id))) return { count: 0, bytes: 0 }
        const current = await currentContentHash(ctx, id)
        const amount = await queries.countSupersededReports(ctx.db, id, current, before)
        await work(ctx.db, id, current, before)
        return amount
      }),
    )
  return sumAmounts(found)
}
