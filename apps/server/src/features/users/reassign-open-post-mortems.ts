import { fullName } from '@chisholm/domain/full-name'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { invalid } from '../../http/app-error.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import { mayTakePostMortems, reassignPostMortems } from '../post-mortems/index.ts'
import { activeAdmins } from './users.queries.ts'

/**
 * Gives the open tickets of a user who is disabled, erased or no veterinarian any more to a successor, or unassigns them
 * and notifies the Admins. Call it after the account has changed. The user and the successor, or all Admins, must be
 * locked (`lockUser`).
 * @throws invalid  the successor cannot take tickets
 */
export async function reassignOpenPostMortems(
  ctx: WriteContext,
  leaving: { id: UserId; email: string; first_name: string | null; last_name: string | null },
  successor: UserId | null,
): Promise<void> {
  if (successor !== null && !(await mayTakePostMortems(ctx, successor)))
    throw invalid({ reassign_to: [texts.validation.vetRequired] })
  const postMortems = await reassignPostMortems(ctx, leaving.id, successor)
  if (successor !== null || postMortems.length === 0) return
  const name = fullName(leaving) || leaving.email
  const message = templates.withoutVeterinarian(await readSender(ctx), name, postMortems)
  const admins = await activeAdmins(ctx.db)
  await ctx.jobs.enqueueAll(
    ctx.db,
    'mail.send',
    admins.map(({ email }) => ({ ...message, to: email, sites: null })),
  )
}
