import { inTransaction } from '../../database/transaction.ts'
import type { Actor } from '../audit-recorder/index.ts'
import { eraseExpiredInvitation, readExpiredInvitations } from '../users/index.ts'
import type { Amount, RetentionContext } from './retention-context.ts'

/** Counts users whose invitation expired before this time and was never used. */
export const findExpiredInvitations = async ({ db }: RetentionContext, before: Date): Promise<Amount> => ({
  count: (await readExpiredInvitations(db, before)).length,
  bytes: 0,
})

/** Erases these users. A user who is invited again or signs in meanwhile stays. */
export async function removeInvitations(ctx: RetentionContext, before: Date, actor: Actor): Promise<Amount> {
  let count = 0
  for (const { id } of await readExpiredInvitations(ctx.db, before))
    if (await inTransaction(ctx, (ctx) => eraseExpiredInvitation(ctx.db, actor, id, before))) count += 1
  return { count, bytes: 0 }
}
