import { lifetimes } from '@chisholm/domain/constants'
import { isEmail } from '@chisholm/domain/email'
import { isVet, type Role, roles as allRoles, rolesToGrant } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { WriteContext } from '../../http/context.ts'
import { conflict, forbidden, invalid } from '../../http/app-error.ts'
import { deleteStoredResponses } from '../../http/idempotency.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { deleteResetCode, endSignInsOfUser, requireRecentSignIn } from '../auth/index.ts'
import { deleteNotificationsOfPostMortems } from '../notifications/index.ts'
import { reassignOpenPostMortems } from './reassign-open-post-mortems.ts'
import * as queries from './users.queries.ts'

/** The fields of an account that an Admin may change. A field that is undefined stays as it is. */
export interface AccountPatch {
  email?: string | null | undefined
  roles?: string[] | undefined
  status?: string | null | undefined
  /** The user who gets the open tickets of a veterinarian who is disabled. Null and undefined mean nobody. */
  reassignTo?: UserId | null | undefined
}

/**
 * Changes address, roles or status of an account. New roles and disabling end the user's sign-ins. Disabling also
 * reassigns the user's open tickets, and so does the loss of every vet role, which also deletes the notifications of
 * tickets. The loss of a role deletes the responses that the user could have repeated. A new address invalidates what
 * was sent to the former one.
 * @throws forbidden  this Admin may not grant or revoke one of the roles; only a SuperAdmin makes Admins
 * @throws invalid  the role is missing or unknown, the address is missing or taken, or the successor takes no tickets
 * @throws recentSignInRequired  the caller changes an address, which could be used to reset the password, and has to
 * confirm the own password first
 * @throws conflict  these are the caller's own roles or status, or those of the last SuperAdmin
 */
export async function changeAccount(ctx: WriteContext, row: queries.UserRow, patch: AccountPatch) {
  const { db: tx } = ctx
  const roles = patch.roles === undefined ? row.roles : validateRoles(patch.roles)
  const email = patch.email === undefined ? row.email : await validateNewEmail(tx, row, patch.email)
  const status = patch.status === undefined ? row.status : await validateStatus(tx, row, patch.status)
  const rolesChange = roles.join() !== row.roles.join()
  const statusChanges = status !== row.status
  if (patch.reassignTo !== undefined && status !== 'disabled')
    throw invalid({ reassign_to: [serverTexts.validation.reassignWhenDisabled] })
  if (!rolesChange && !statusChanges && email === row.email) return
  const affectedRoles = [...new Set([...roles, ...row.roles])]
  if (affectedRoles.some((role) => !rolesToGrant(ctx.person).includes(role))) throw forbidden()
  if (email !== row.email) await requireRecentSignIn(ctx)
  if ((rolesChange || statusChanges) && row.id === ctx.person.id) throw conflict(serverTexts.refusal.ownAccount)
  const losesSuperAdmin = row.roles.includes('SuperAdmin') && (!roles.includes('SuperAdmin') || status === 'disabled')
  if (losesSuperAdmin && !(await queries.hasOtherSuperAdmin(tx, row.id)))
    throw conflict(serverTexts.refusal.lastSuperAdmin)
  await queries.changeAccount(tx, row.id, { email, roles, status })
  if (rolesChange || status === 'disabled') await endSignInsOfUser(tx, row.id)
  if (row.roles.some((role) => !roles.includes(role))) await deleteStoredResponses(tx, row.id)
  if (email !== row.email) await invalidateMailedSecrets(ctx, row, status)
  const losesVetRole = isVet(row) && !isVet({ roles })
  if ((statusChanges && status === 'disabled') || losesVetRole)
    await reassignOpenPostMortems(ctx, row, patch.reassignTo ?? null)
  if (losesVetRole) await deleteNotificationsOfPostMortems(tx, row.id)
  const [before, after] = [row, { email, roles, status }].map(({ email, roles, status }) => ({ email, roles, status }))
  await recordAudit(tx, ctx, { action: 'account changed', subject: { type: 'user', id: row.id }, before, after })
}

/** Invalidates the secrets sent to the former address. An invited user gets a new invitation. */
async function invalidateMailedSecrets(ctx: WriteContext, row: queries.UserRow, status: queries.UserRow['status']) {
  await deleteResetCode(ctx.db, row.id)
  const until = new Date(Date.now() + lifetimes.invitationLife)
  const wasInvited = await queries.invalidateCurrentInvitation(ctx.db, row.id, until)
  if (wasInvited && status === 'invited') await ctx.jobs.enqueue(ctx.db, 'mail-invitation', { id: row.id })
}

function validateRoles(sent: string[]): Role[] {
  const roles = allRoles.filter((role) => sent.includes(role))
  if (roles.length === 0 || roles.length !== new Set(sent).size)
    throw invalid({ roles: [texts.validation.rolesRequired] })
  return roles
}

async function validateNewEmail(tx: Executor, row: queries.UserRow, sent: string | null): Promise<string> {
  if (!sent || !isEmail(sent)) throw invalid({ email: [texts.validation.emailInvalid] })
  const existing = await queries.userByEmail(tx, sent)
  if (existing && existing.id !== row.id) throw invalid({ email: [serverTexts.validation.emailTaken] })
  return sent
}

async function validateStatus(
  tx: Executor,
  row: queries.UserRow,
  sent: string | null,
): Promise<queries.UserRow['status']> {
  if (sent === row.status || sent === 'disabled') return sent
  // A user who was disabled before the first sign-in becomes invited again.
  if (sent === 'active') return (await queries.hasNeverSignedIn(tx, row.id)) ? 'invited' : 'active'
  throw invalid({ status: [serverTexts.validation.statusUnknown] })
}
