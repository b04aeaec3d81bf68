import { randomInt } from 'node:crypto'
import { lifetimes, limits } from '@chisholm/domain/constants'
import { emailMistake } from '@chisholm/domain/email'
import { may, type Role, rolesToInvite } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { type CustomerId, newId, type SiteId, type UserId } from '../../database/ids.ts'
import type { Context, Parts, WriteContext } from '../../http/context.ts'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { InTransaction } from '../../database/transaction.ts'
import { conflict, type FieldTexts, forbidden, invalid } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit } from '../audit/index.ts'
import { hashPassword } from '../auth/index.ts'
import { replaceLinks, sitesOfCustomer } from './site-access.queries.ts'
import { requireAccount } from './users.ts'
import * as queries from './users.queries.ts'

export interface InvitationRequest {
  email: string
  customer_id: CustomerId | null
  sites: SiteId[]
  role: string | null
}

/**
 * Refuses who may not invite, or not to this role, before a password is made for it.
 * @returns the role asked for
 * @throws forbidden; too-many  invitations of this person in an hour
 * @throws invalid  e-mail, customer, sites, in the order of specification section 5
 */
export async function requireInvitation(ctx: Context, request: InvitationRequest): Promise<Role> {
  if (!may(ctx.person, 'user.invite')) throw forbidden()
  const role = rolesToInvite(ctx.person).find((one) => one === (request.role || 'Client'))
  if (!role) throw forbidden()
  await checkInvitation(ctx, request, role)
  await takeTurn(ctx.db, ['invitation', ctx.person.id], limits.invitations)
  return role
}

/**
 * Invites somebody by mail with a temporary password; inviting an address again renews the invitation.
 * @throws invalid  as requireInvitation, or the address has an account
 */
export async function inviteUser(
  ctx: WriteContext,
  request: InvitationRequest & { role: Role },
  { password, secret }: NewPassword,
): Promise<void> {
  await oneAtATime(ctx.db, `account ${request.email.toLowerCase()}`)
  await checkInvitation(ctx, request, request.role)
  const known = await queries.lockUserByEmail(ctx.db, request.email)
  // nor does who was invited to more than this person may invite to become less
  const isTheirs = known?.status === 'invited' && known.roles.every((one) => rolesToInvite(ctx.person).includes(one))
  if (known && !isTheirs) throw invalid({ email: [texts.validation.emailTaken] })
  const id = known?.id ?? newId<UserId>()
  const invitation = { ...secret, roles: [request.role] }
  if (known) await queries.renewInvitation(ctx.db, id, invitation)
  else await queries.insertInvited(ctx.db, { ...invitation, id, email: request.email })
  await replaceLinks(ctx.db, id, request.sites)
  const { email, role, sites } = request
  await audit(ctx.db, ctx, 'user invited', { type: 'user', id }, null, { email, role, sites })
  await sendInvitation(ctx, { email, roles: [role] }, password)
}

/**
 * Sends an invitation once more, with a new temporary password; role and sites stay.
 * @throws as requireAccount
 * @throws conflict  the person has signed in already, or is disabled
 */
export async function inviteAgain(ctx: WriteContext, id: UserId, { password, secret }: NewPassword): Promise<void> {
  const user = await requireAccount(ctx, id)
  if (user.status === 'disabled') throw conflict(texts.refusal.disabledAccount)
  if (user.status !== 'invited') throw conflict(texts.refusal.signedInBefore)
  await takeTurn(ctx.db, ['invitation', ctx.person.id], limits.invitations)
  await queries.renewInvitation(ctx.db, id, { ...secret, roles: user.roles })
  await audit(ctx.db, ctx, 'invitation sent again', { type: 'user', id }, null, { email: user.email })
  await sendInvitation(ctx, user, password)
}

export type NewPassword = Awaited<ReturnType<typeof newPassword>>

/** A password for the first sign-in, and what is kept of it. Takes long on purpose: made before a transaction begins. */
export async function newPassword() {
  const password = temporaryPassword()
  const temporary_password_until = new Date(Date.now() + lifetimes.invitationLife)
  return { password, secret: { password_hash: await hashPassword(password), temporary_password_until } }
}

type Invited = { email: string; roles: readonly Role[] }

async function sendInvitation(ctx: InTransaction<Parts>, { email, roles }: Invited, password: string): Promise<void> {
  const site = await senderOf(ctx)
  const letter = templates.invitation(site, email, password, roles)
  await ctx.jobs.enqueue(ctx.db, 'mail.send', { ...letter, to: email })
}

/**
 * Mails somebody who was imported a temporary password. Once it is made it is on its way: tried again, or invited by
 * hand in the meantime, nobody gets a second one.
 */
export async function mailInvitation(ctx: InTransaction<Parts>, userId: UserId): Promise<void> {
  const user = await queries.lockImported(ctx.db, userId)
  if (!user) return
  const { password, secret } = await newPassword()
  await queries.renewInvitation(ctx.db, userId, { ...secret, roles: user.roles })
  await sendInvitation(ctx, user, password)
}

async function checkInvitation(
  ctx: Context,
  { email, customer_id, sites }: InvitationRequest,
  role: Role,
): Promise<void> {
  const { validation } = texts
  const errors: FieldTexts = {}
  const mistake = emailMistake(email)
  if (mistake) errors['email'] = [mistake]
  if (role === 'Client') {
    if (!customer_id) errors['customer_id'] = [validation.inviteCustomerRequired]
    else {
      const known = (await sitesOfCustomer(ctx.db, customer_id)).map((site) => site.id)
      if (known.length === 0) errors['customer_id'] = [validation.inviteCustomerWithoutSites]
      else if (sites.length === 0 || sites.some((site) => !known.includes(site)))
        errors['sites'] = [validation.inviteSitesRequired]
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Random, and within the rules a password of one's own has to keep. */
export const temporaryPassword = () =>
  `${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}A7!`
