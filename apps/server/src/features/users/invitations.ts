import { lifetimes, limits } from '@chisholm/domain/constants'
import { validateEmail } from '@chisholm/domain/email'
import { isVet, may, type Role, roles, rolesToInvite } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { type CustomerId, newId, type SiteId, type UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { acquireAdvisoryLock } from '../../database/advisory-lock.ts'
import { isUuid } from '../../http/body-fields.ts'
import type { InTransaction } from '../../database/transaction.ts'
import { conflict, type FieldErrors, forbidden, invalid } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { readSender } from '../../mail/email-jobs.ts'
import * as templates from '../../mail/email-templates.ts'
import { randomCode } from '../../random-code.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { hashPassword } from '../auth/index.ts'
import { reassignOpenPostMortems } from './reassign-open-post-mortems.ts'
import { lockOfferedSites, replaceSiteLinks, lockSitesOfCustomer } from './site-access.queries.ts'
import { readAccount, requireAccount } from './users.ts'
import * as queries from './users.queries.ts'

export interface InvitationRequest {
  email: string
  customer_id: CustomerId | null
  /** Ids of sites, each once. */
  sites: string[]
  role: string | null
}

/**
 * Validates an invitation before a password is hashed for it.
 * @returns the role
 * @throws forbidden  the user may not invite to this role
 * @throws tooMany    this Admin has sent too many invitations within the hour
 * @throws invalid    there is no such role; or e-mail, customer or sites, in the order of specification section 5
 */
export async function validateInvitation(ctx: Context, request: InvitationRequest): Promise<Role> {
  if (!may(ctx.person, 'user.invite')) throw forbidden()
  const role = roles.find((one) => one === (request.role || 'Client'))
  if (!role) throw invalid({ role: [texts.validation.oneOf(roles)] })
  if (!rolesToInvite(ctx.person).includes(role)) throw forbidden()
  await validateInvitationFields(ctx, request, role)
  await countInvitations(ctx.db, ctx.person.id, 1)
  return role
}

/**
 * Invites a user by e-mail with a temporary password. Inviting an address again renews the invitation.
 * @throws invalid  the address already has an account; otherwise like `validateInvitation`
 */
export async function inviteUser(
  ctx: WriteContext,
  request: InvitationRequest & { role: Role },
  { password, secret }: TemporaryPassword,
): Promise<void> {
  await acquireAdvisoryLock(ctx.db, `account ${request.email.toLowerCase()}`)
  const siteIds = await validateInvitationFields(ctx, request, request.role)
  const existing = await queries.lockUserByEmail(ctx.db, request.email, { withAdmins: request.role === 'Client' })
  // If somebody was invited to roles that this user may not grant, the invitation is not replaced by lesser ones.
  const mayReinvite =
    existing?.status === 'invited' && existing.roles.every((one) => rolesToInvite(ctx.person).includes(one))
  if (existing && !mayReinvite) throw invalid({ email: [serverTexts.validation.emailTaken] })
  const id = existing?.id ?? newId<UserId>()
  const invitation = { ...secret, roles: [request.role] }
  if (existing) await queries.renewInvitation(ctx.db, id, invitation)
  else await queries.insertInvited(ctx.db, { ...invitation, id, email: request.email })
  await replaceSiteLinks(ctx.db, id, siteIds)
  if (existing && isVet(existing) && request.role === 'Client') await reassignOpenPostMortems(ctx, existing, null)
  const { email, role, sites } = request
  await recordAudit(ctx.db, ctx, {
    action: 'user invited',
    subject: { type: 'user', id },
    after: { email, role, sites },
  })
  await queueInvitationEmail(ctx, { email, roles: [role] }, password)
}

/**
 * Counts invitations of an Admin.
 * @throws tooMany  the limit per hour is reached
 */
export const countInvitations = (db: Executor, adminId: UserId, count: number): Promise<void> =>
  consumeRateLimit(db, ['invitation', adminId], limits.invitations, count)

/** @throws conflict  the user has signed in already, or is disabled */
export function requireInvited({ status }: queries.UserRow): void {
  if (status === 'disabled') throw conflict(serverTexts.refusal.disabledAccount)
  if (status !== 'invited') throw conflict(serverTexts.refusal.signedInBefore)
}

/**
 * Checks whether an invitation may be sent once more. Call it before a password is hashed for that.
 * @throws tooMany  this Admin has sent too many invitations within the hour; otherwise like `inviteAgain`
 */
export async function requireReinvitation(ctx: Context, id: UserId): Promise<void> {
  requireInvited(await readAccount(ctx, id))
  await countInvitations(ctx.db, ctx.person.id, 1)
}

/**
 * Sends an invitation once more, with a new temporary password. Role and sites stay.
 * @throws conflict  the user has signed in already, or is disabled; otherwise like `requireAccount`
 */
export async function inviteAgain(
  ctx: WriteContext,
  id: UserId,
  { password, secret }: TemporaryPassword,
): Promise<void> {
  const user = await requireAccount(ctx, id)
  requireInvited(user)
  await queries.renewInvitation(ctx.db, id, { ...secret, roles: user.roles })
  await recordAudit(ctx.db, ctx, {
    action: 'invitation sent again',
    subject: { type: 'user', id },
    after: { email: user.email },
  })
  await queueInvitationEmail(ctx, user, password)
}

export type TemporaryPassword = Awaited<ReturnType<typeof createTemporaryPassword>>

/** Creates a temporary password and its hash. Hashing is slow on purpose, so call it before a transaction. */
export async function createTemporaryPassword() {
  const password = generateTemporaryPassword()
  const temporary_password_until = new Date(Date.now() + lifetimes.invitationLife)
  return { password, secret: { password_hash: await hashPassword(password), temporary_password_until } }
}

type InvitedUser = { email: string; roles: readonly Role[] }

async function queueInvitationEmail(
  ctx: InTransaction<Services>,
  { email, roles }: InvitedUser,
  password: string,
): Promise<void> {
  const sender = await readSender(ctx)
  const message = templates.invitation(sender, email, password, roles)
  await ctx.jobs.enqueue(ctx.db, 'mail.send', { ...message, to: email })
}

/**
 * Sends a temporary password to a user who was imported. Does nothing if an earlier attempt or an Admin
 * has sent one.
 */
export async function mailInvitation(
  ctx: InTransaction<Services>,
  userId: UserId,
  { password, secret }: TemporaryPassword,
): Promise<void> {
  const user = await queries.lockUserAwaitingInvitation(ctx.db, userId)
  if (!user) return
  await queries.renewInvitation(ctx.db, userId, { ...secret, roles: user.roles })
  await queueInvitationEmail(ctx, user, password)
}

/** @returns the sites, in order */
async function validateInvitationFields(
  ctx: Context,
  { email, customer_id, sites }: InvitationRequest,
  role: Role,
): Promise<SiteId[]> {
  const { validation } = texts
  const errors: FieldErrors = {}
  const error = validateEmail(email)
  if (error) errors['email'] = [error]
  const isClient = role === 'Client'
  const offered = isClient
    ? await (customer_id ? lockSitesOfCustomer(ctx.db, customer_id) : [])
    : await lockOfferedSites(ctx.db, sites.filter(isUuid<SiteId>))
  const siteIds = sites.flatMap((site) => offered.find(({ id }) => id === site)?.id ?? [])
  if (isClient && !customer_id) errors['customer_id'] = [validation.inviteCustomerRequired]
  else if (isClient && offered.length === 0) errors['customer_id'] = [validation.inviteCustomerWithoutSites]
  else if (siteIds.length < Math.max(sites.length, isClient ? 1 : 0)) errors['sites'] = [validation.inviteSitesRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return siteIds
}

const passwordAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Generates a random password that meets the rules for passwords. */
export const generateTemporaryPassword = () => `${randomCode(12, passwordAlphabet)}A7!`
