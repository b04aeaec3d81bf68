import { inTransaction } from '../../database/transaction.ts'
import type { Actor } from '../audit-recorder/index.ts'
import { eraseExpiredInvitation, readExpiredInvitations } from '../users/index.ts'
import type { Amount, RetentionContext } from './retention-context.ts'

/** Counts users who never used an invitation that expired before. */
export const findExpiredInvitations = async ({ db }: RetentionContext, before: Date): Promise<Amount> => ({
  count: (await readExpiredInvitations(db, before)).length,
  bytes: 0,
})

/** Erases these users. One who is invited again or signs in meanwhile stays. */
export async function removeInvitations(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount> {
  let count = 0
  for (const { id } of await readExpiredInvitations(ctx.db, before))
    if (await inTransaction(ctx, (ctx) => eraseExpiredInvitation(ctx.db, actor, id, before))) count += 1
  return { count, bytes: 0 }
}
