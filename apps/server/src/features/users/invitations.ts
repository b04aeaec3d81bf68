import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import { may, type Role, rolesToInvite } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Context, Parts } from '../../http/context.ts'
import { type FieldTexts, forbidden, invalid } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { messageId } from '../../mail/mail-jobs.ts'
import * as templates from '../../mail/templates.ts'
import { audit } from '../audit/index.ts'
import { hashPassword } from '../auth/index.ts'
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
  const password = temporaryPassword()
  const invitation = {
    password_hash: await hashPassword(password),
    temporary_password_until: new Date(Date.now() + constants.invitationLife),
    roles: [role],
  }
  await ctx.db.transaction().execute(async (tx) => {
    const known = await queries.userByEmail(tx, request.email)
    if (known && known.status !== 'invited') throw invalid({ email: ['This address already has an account.'] })
    const id = known?.id ?? uuidv7()
    if (known) await queries.renewInvitation(tx, id, invitation)
    else await queries.insertInvited(tx, { ...invitation, id, email: request.email })
    await queries.replaceLinks(tx, id, request.sites)
    await audit(tx, ctx, 'user invited', { type: 'user', id }, null, {
      email: request.email,
      role,
      sites: request.sites,
    })
    const site = { url: ctx.settings.publicUrl, provider: ctx.settings.provider.name }
    const letter = templates.invitation(site, request.email, password)
    await ctx.jobs.enqueue(tx, 'mail.send', { ...letter, to: request.email, messageId: messageId(ctx) })
  })
}

/**
 * Mails somebody who was imported a temporary password. Once it is made it is on its way: tried again, or invited by
 * hand in the meantime, nobody gets a second one.
 */
export async function mailInvitation(parts: Parts, userId: string): Promise<void> {
  const password = temporaryPassword()
  const password_hash = await hashPassword(password)
  await parts.db.transaction().execute(async (tx) => {
    const user = await queries.lockImported(tx, userId)
    if (!user) return
    const temporary_password_until = new Date(Date.now() + constants.invitationLife)
    await queries.renewInvitation(tx, userId, { password_hash, temporary_password_until, roles: user.roles })
    const site = { url: parts.settings.publicUrl, provider: parts.settings.provider.name }
    const letter = templates.invitation(site, user.email, password)
    await parts.jobs.enqueue(tx, 'mail.send', { ...letter, to: user.email, messageId: messageId(parts) })
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
      const known = (await queries.sitesOfCustomer(ctx.db, customer_id)).map((site) => site.id)
      if (known.length === 0) errors['customer_id'] = [validation.inviteCustomerWithoutSites]
      else if (sites.length === 0 || sites.some((site) => !known.includes(site)))
        errors['sites'] = [validation.inviteSitesRequired]
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Random, and within the rules a password of one's own has to keep. */
const temporaryPassword = () => `${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}A7!`
