import { constants, lifetimes, limits } from '@chisholm/domain/constants'
import { fullName } from '@chisholm/domain/full-name'
import { may } from '@chisholm/domain/permissions'
import type { BulkAction, BulkOutcome } from '@chisholm/domain/schemas/users'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { lowerCased, type SiteId, type UserId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { isUuid } from '../../http/body-fields.ts'
import { conflict, AppError, forbidden, invalid } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { countOpenPostMortemsOf } from '../post-mortems/index.ts'
import { changeAccount } from './change-account.ts'
import { bulkTexts } from './bulk-action-texts.ts'
import { countInvitations, requireInvited } from './invitations.ts'
import { siteLinksOfUsers } from './site-access.queries.ts'
import { changeSiteAccess } from './site-access.ts'
import { requireAccount } from './users.ts'
import * as queries from './users.queries.ts'

interface BulkRequest {
  action: BulkAction | undefined
  users: string[]
  /** The site that `add-site` adds. */
  site: SiteId | null
}

/**
 * Runs an action for many users by the same rules as for one. A failure for one user is reported and does not affect
 * the others.
 * @returns the outcome for each user, in order
 * @throws forbidden  the user is not an Admin
 * @throws tooMany    the user has sent too many invitations
 * @throws invalid    the action is missing, there are no users or too many, or the site is missing
 */
export async function runBulkAction(ctx: WriteContext, { action, users, site }: BulkRequest): Promise<BulkOutcome[]> {
  if (!may(ctx.person, 'users.manage')) throw forbidden()
  if (action === undefined) throw invalid({ action: [bulkTexts.actionRequired] })
  const ids = [...new Set(users.map(lowerCased))]
  if (ids.length === 0 || ids.length > constants.bulkUsersMax || !ids.every(isUuid<UserId>))
    throw invalid({ users: [bulkTexts.peopleRequired(constants.bulkUsersMax)] })
  if (action === 'add-site' && site === null) throw invalid({ site_id: [texts.validation.siteRequired] })
  await consumeRateLimit(ctx.db, ['bulk', ctx.person.id], limits.imports)
  // All users are locked at once, so that two Admins who act on the same users cannot deadlock.
  await queries.lockUsers(ctx.db, ids, { withAdmins: action === 'disable' })
  // Invitations are counted after the locks are taken, in the same order as in an import.
  if (action === 'invite') await countInvitations(ctx.db, ctx.person.id, ids.length)
  const outcomes: BulkOutcome[] = []
  for (const id of ids) outcomes.push(await runForUser(ctx, id, () => actions[action](ctx, id, site)))
  return outcomes
}

async function runForUser(ctx: WriteContext, id: UserId, act: () => Promise<unknown>): Promise<BulkOutcome> {
  const user = await queries.userById(ctx.db, id)
  const name = user ? fullName(user) || user.email : null
  await queries.setSavepoint(ctx.db)
  try {
    await act()
    await queries.releaseSavepoint(ctx.db)
    return { id, name, done: true, message: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await queries.rollbackToSavepoint(ctx.db)
    return { id, name, done: false, message: error.message }
  }
}

const actions: Record<BulkAction, (ctx: WriteContext, id: UserId, site: SiteId | null) => Promise<unknown>> = {
  invite: queueInvitation,
  disable: (ctx, id) => setStatus(ctx, id, 'disabled'),
  enable: (ctx, id) => setStatus(ctx, id, 'active'),
  'add-site': addSite,
}

async function setStatus(ctx: WriteContext, id: UserId, status: 'active' | 'disabled'): Promise<void> {
  const user = await requireAccount(ctx, id)
  if (id === ctx.person.id) throw conflict(serverTexts.refusal.ownAccount)
  // who is disabled alone can have a successor
  const open = status === 'disabled' ? await countOpenPostMortemsOf(ctx.db, id) : 0
  if (open > 0) throw conflict(bulkTexts.disableAlone(open))
  await changeAccount(ctx, user, { status })
}

/** An invitation is queued, because hashing its password is slow. The previous password is invalid from now on. */
async function queueInvitation(ctx: WriteContext, id: UserId): Promise<void> {
  const user = await requireAccount(ctx, id)
  requireInvited(user)
  await queries.invalidateTemporaryPassword(ctx.db, id, new Date(Date.now() + lifetimes.invitationLife))
  await recordAudit(ctx.db, ctx, {
    action: 'invitation sent again',
    subject: { type: 'user', id },
    after: { email: user.email },
  })
  await ctx.jobs.enqueue(ctx.db, 'mail-invitation', { id })
}

async function addSite(ctx: WriteContext, id: UserId, site: SiteId | null): Promise<void> {
  await requireAccount(ctx, id)
  const before = (await siteLinksOfUsers(ctx.db, [id])).map((link) => link.id)
  if (site && !before.includes(site)) await changeSiteAccess(ctx, id, [...before, site], null)
}
