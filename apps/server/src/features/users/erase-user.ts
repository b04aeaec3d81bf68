import type { Transaction } from 'kysely'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { UserId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import { conflict } from '../../http/app-error.ts'
import { type Actor, recordAudit } from '../audit-recorder/index.ts'
import * as queries from './erase-user.queries.ts'
import { reassignOpenPostMortems } from './reassign-open-post-mortems.ts'
import { requireAccount, requireUserMatch } from './users.ts'
import { hasOtherSuperAdmin, lockUser } from './users.queries.ts'

/**
 * Erases a user (docs/decisions/0025-retention-and-erasure.md). The row stays as 'Former user', so that the user's
 * actions keep an author. It cannot sign in, has no personal data, and its address is free again.
 * @throws stale     the user has changed since the caller read it
 * @throws conflict  it is the caller's own account, or the last SuperAdmin; otherwise like `requireAccount`
 */
export async function eraseUser(ctx: WriteContext, id: UserId, expected: IfMatch): Promise<void> {
  const user = await requireAccount(ctx, id, { withAdmins: true })
  await requireUserMatch(ctx, user, expected)
  const isLast = user.roles.includes('SuperAdmin') && !(await hasOtherSuperAdmin(ctx.db, id))
  if (isLast) throw conflict(serverTexts.refusal.lastSuperAdmin)
  if (id === ctx.person.id) throw conflict(serverTexts.refusal.ownErasure)
  await queries.erasePersonalData(ctx.db, user)
  await reassignOpenPostMortems(ctx, { id, email: '', first_name: 'A former', last_name: 'user' }, null)
  await recordAudit(ctx.db, ctx, { action: 'user erased', subject: { type: 'user', id } })
}

/**
 * Erases a user whose invitation has expired unused.
 * @returns false if the invitation was renewed or used meanwhile
 */
export async function eraseExpiredInvitation(
  tx: Transaction<Tables>,
  actor: Actor,
  id: UserId,
  before: Date,
): Promise<boolean> {
  await lockUser(tx, id)
  const [user] = await queries.readExpiredInvitations(tx, before, id)
  if (!user) return false
  await queries.erasePersonalData(tx, user)
  await recordAudit(tx, actor, { action: 'user erased', subject: { type: 'user', id } })
  return true
}
