import { inTransaction } from '../../database/transaction.ts'
import type { Actor } from '../audit/index.ts'
import { eraseInvited, invitationsEndedBefore } from '../users/index.ts'
import type { Amount, RetentionContext } from './retention-context.ts'

/** People who never used an invitation that ended before. */
export const expiredInvitations = async ({ db }: RetentionContext, before: Date): Promise<Amount> => ({
  count: (await invitationsEndedBefore(db, before)).length,
  bytes: 0,
})

/** Erases them. Who is invited again or signs in meanwhile stays. */
export async function removeInvitations(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount> {
  let count = 0
  for (const { id } of await invitationsEndedBefore(ctx.db, before))
    if (await inTransaction(ctx, (ctx) => eraseInvited(ctx.db, actor, id, before))) count += 1
  return { count, bytes: 0 }
}
