import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import { deleteUnusedIdentities } from '../../database/delete-unused-identities.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Actor, recordAudit } from '../audit-recorder/index.ts'
import { iteratePages } from '../../database/iterate-pages.ts'
import { type Amount, type RetentionContext, sumAmounts } from './retention-context.ts'
import * as queries from './retention.queries.ts'

const abandonedDrafts = ({ db }: RetentionContext, before: Date) =>
  iteratePages((after: PostMortemId, count) => queries.abandonedDrafts(db, before, after, count))

/** Counts abandoned drafts, and the bytes of their photos. */
export async function findExpiredDrafts(ctx: RetentionContext, before: Date): Promise<Amount> {
  const found: Amount[] = []
  for await (const { bytes } of abandonedDrafts(ctx, before)) found.push({ count: 1, bytes: bytes ?? 0 })
  return sumAmounts(found)
}

/**
 * Deletes abandoned drafts, each in its own transaction with an audit entry. A draft that is changed meanwhile stays.
 */
export async function removeDrafts(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount> {
  const removed: Amount[] = []
  for await (const { id } of abandonedDrafts(ctx, before)) {
    const bytes = await inTransaction(ctx, async (ctx) => {
      const draft = await queries.lockAbandonedDraft(ctx.db, id, before)
      if (!draft) return null
      await recordAudit(ctx.db, actor, {
        action: 'abandoned draft removed',
        subject: { type: 'post-mortem', id },
        before: { name: formatTicketNumber(draft.pin) },
      })
      return queries.deletePostMortem(ctx.db, id)
    })
    if (bytes !== null) removed.push({ count: 1, bytes })
  }
  if (removed.length > 0) await deleteUnusedIdentities(ctx.db)
  return sumAmounts(removed)
}
