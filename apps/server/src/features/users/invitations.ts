import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { may, type Role, rolesToInvite } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Context, Executor, Parts } from '../../http/context.ts'
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
  customer_id: string | null
  sites: string[]
  role: string | null
}

/**
 * Invites somebody by mail with a temporary password; inviting an address again renews the invitation.
 * @throws forbidden  the person may not invite, or not to this role
 * @throws invalid    e-mail, customer, sites, in the order of specification section 5
 */
export async function inviteUser(ctx: Context, request: InvitationRequest): Promise<void> {
  if (!may(ctx.person, 'user.invite')) throw forbidden()
  const role = (request.role || 'Client') as Role
  if (!rolesToInvite(ctx.person).includes(role)) throw forbidden()
  await checkInvitation(ctx, request, role)
  await takeTurn(ctx.db, ['invitation', ctx.person.id], constants.limits.invitations)
  const { password, secret } = await newPassword()
  const invitation = { ...secret, roles: [role] }
  const sender = await senderOf(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    const known = await queries.userByEmail(tx, request.email)
    // nor does who was invited to more than this person may invite to become less
    const isTheirs = known?.status === 'invited' && known.roles.every((one) => rolesToInvite(ctx.person).includes(one))
    if (known && !isTheirs) throw invalid({ email: [texts.validation.emailTaken] })
    const id = known?.id ?? uuidv7()
    if (known) await queries.renewInvitation(tx, id, invitation)
    else await queries.insertInvited(tx, { ...invitation, id, email: request.email })
    await replaceLinks(tx, id, request.sites)
    await audit(tx, ctx, 'user invited', { type: 'user', id }, null, {
      email: request.email,
      role,
      sites: request.sites,
    })
    await sendInvitation(tx, ctx, sender, request.email, password)
  })
}

/**
 * Sends an invitation once more, with a new temporary password; role and sites stay.
 * @throws as requireAccount
 * @throws conflict  the person has signed in already, or is disabled
 */
export async function inviteAgain(ctx: Context, id: string): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    const user = await requireAccount(tx, ctx, id)
    if (user.status === 'disabled') throw conflict(texts.refusal.disabledAccount)
    if (user.status !== 'invited') throw conflict(texts.refusal.signedInBefore)
    const { password, secret } = await newPassword()
    await takeTurn(tx, ['invitation', ctx.person.id], constants.limits.invitations)
    await queries.renewInvitation(tx, id, { ...secret, roles: user.roles })
    await audit(tx, ctx, 'invitation sent again', { type: 'user', id }, null, { email: user.email })
    await sendInvitation(tx, ctx, sender, user.email, password)
  })
}

/** A password for the first sign-in, and what is kept of it. */
async function newPassword() {
  const password = temporaryPassword()
  const temporary_password_until = new Date(Date.now() + constants.invitationLife)
  return { password, secret: { password_hash: await hashPassword(password), temporary_password_until } }
}

async function sendInvitation(
  tx: Executor,
  { jobs }: Pick<Parts, 'jobs'>,
  { site, messageId }: Awaited<ReturnType<typeof senderOf>>,
  email: string,
  password: string,
): Promise<void> {
  const letter = templates.invitation(site, email, password)
  await jobs.enqueue(tx, 'mail.send', { ...letter, to: email, messageId: messageId() })
}

/**
 * Mails somebody who was imported a temporary password. Once it is made it is on its way: tried again, or invited by
 * hand in the meantime, nobody gets a second one.
 */
export async function mailInvitation(parts: Parts, userId: string): Promise<void> {
  const sender = await senderOf(parts)
  const { password, secret } = await newPassword()
  await parts.db.transaction().execute(async (tx) => {
    const user = await queries.lockImported(tx, userId)
    if (!user) return
    await queries.renewInvitation(tx, userId, { ...secret, roles: user.roles })
    await sendInvitation(tx, parts, sender, user.email, password)
  })
}

async function checkInvitation(
  ctx: Context,
  { email, customer_id, sites }: InvitationRequest,
  role: Role,
): Promise<void> {
  const { validation } = texts
  const errors: FieldTexts = {}
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) errors['email'] = [validation.emailRequired]
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
