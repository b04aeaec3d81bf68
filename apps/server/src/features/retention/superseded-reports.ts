import type { PostMortemId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { currentContentHash } from '../reports/index.ts'
import { allPages, type Amount, type RetentionContext, sumOf } from './retention-context.ts'
import * as queries from './retention.queries.ts'

/** Reports that a newer one of their ticket replaced. One whose content is that of the ticket today is not among them. */
export const expiredReports = (ctx: RetentionContext, before: Date): Promise<Amount> =>
  each(ctx, before, async () => {})

/** Deletes their rows. */
export const removeReports = (ctx: RetentionContext, before: Date): Promise<Amount> =>
  each(ctx, before, queries.deleteReplacedReports)

async function each(
  ctx: RetentionContext,
  before: Date,
  work: (...replaced: Parameters<typeof queries.deleteReplacedReports>) => Promise<unknown>,
): Promise<Amount> {
  const found: Amount[] = []
  const { db } = ctx
  const tickets = allPages((after: PostMortemId, count) => queries.ticketsWithReplacedReports(db, before, after, count))
  for await (const { id } of tickets)
    found.push(
      await inTransaction(ctx, async (ctx) => {
        // nobody changes what its report shows until this ends
        if (!(await queries.lockTicket(ctx.db, id))) return { count: 0, bytes: 0 }
        const current = await currentContentHash(ctx, id)
        const amount = await queries.countReplacedReports(ctx.db, id, current, before)
        await work(ctx.db, id, current, before)
        return amount
      }),
    )
  return sumOf(found)
}
