import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { invalid } from '../../http/failures.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import { adminEmails } from '../../mail/mail.queries.ts'
import * as templates from '../../mail/templates.ts'
import { mayTakeTickets, reassignTickets } from '../post-mortems/index.ts'

/**
 * Gives the open tickets of somebody who leaves to a successor, or leaves them without a veterinarian and tells the
 * Admins by mail. Call it once the account is closed, with both people locked.
 * @throws invalid  the successor is nobody tickets can be assigned to
 */
export async function handOverTickets(
  ctx: WriteContext,
  leaving: { id: UserId; email: string; first_name: string | null; last_name: string | null },
  successor: UserId | null,
): Promise<void> {
  if (successor !== null && !(await mayTakeTickets(ctx, successor)))
    throw invalid({ reassign_to: [texts.validation.vetRequired] })
  const tickets = await reassignTickets(ctx, leaving.id, successor)
  if (successor !== null || tickets.length === 0) return
  const name = [leaving.first_name, leaving.last_name].filter(Boolean).join(' ') || leaving.email
  const letter = templates.withoutVeterinarian(await senderOf(ctx), name, tickets)
  const admins = await adminEmails(ctx.db)
  await ctx.jobs.enqueueAll(
    ctx.db,
    'mail.send',
    admins.map(({ email }) => ({ ...letter, to: email })),
  )
}
