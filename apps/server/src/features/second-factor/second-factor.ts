import { isVet, mayResetSecondFactor } from '@chisholm/domain/permissions'
import type { Protection } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { CannotStart } from '../../cannot-start.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Context, Executor, Parts, WriteContext } from '../../http/context.ts'
import { conflict, forbidden, notFound, unauthenticated, wrongSecret } from '../../http/failures.ts'
import { senderOf } from '../../mail/mail-jobs.ts'
import { protectionChanged } from '../../mail/templates.ts'
import { type Actor, audit, operator } from '../audit/index.ts'
import { endSignInsOf, lockActiveAccount, requireRecentSignIn } from '../auth/index.ts'
import { hashOfCode, newRecoveryCodes, newSecret, stepOfCode, typedCode } from './codes.ts'
import { passkeysOf } from './passkeys.queries.ts'
import * as queries from './second-factor.queries.ts'

/** Whether a person has to have a second factor (setting REQUIRE_SECOND_FACTOR). */
const mustHaveSecondFactor = ({ settings }: Pick<Parts, 'settings'>, person: Context['person']) =>
  settings.requireSecondFactor === 'vets' && isVet(person)

/** What protects one's own sign-in. */
export async function readProtection(ctx: Context): Promise<Protection> {
  const { id } = ctx.person
  const [totp, passkeys, recovery_codes] = await Promise.all([
    queries.totpOf(ctx.db, id),
    passkeysOf(ctx.db, id),
    queries.recoveryCodesLeft(ctx.db, id),
  ])
  return {
    required: mustHaveSecondFactor(ctx, ctx.person),
    authenticator: Boolean(totp?.confirmed_at),
    authenticator_used_at: totp?.last_used_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ id: passkeyId, name, created_at, last_used_at }) => ({
      id: passkeyId,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes,
  }
}

/** Makes a secret for an app; it counts once a code of it is confirmed. @throws conflict  an app is set up already */
export async function beginAuthenticator(ctx: WriteContext): Promise<{ secret: string; address: string }> {
  await requireRecentSignIn(ctx)
  const user = await queries.userById(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  const { sealed, secret, address } = newSecret(ctx.secretKey, user)
  if (!(await queries.beginTotp(ctx.db, user.id, sealed))) throw conflict(texts.refusal.authenticatorIsOn)
  return { secret, address }
}

/**
 * Confirms the app by its first code.
 * @returns recovery codes with the first factor, else null
 */
export async function confirmAuthenticator(ctx: WriteContext, typed: string): Promise<string[] | null> {
  await requireRecentSignIn(ctx)
  return addFactor(ctx, 'An authenticator app was set up.', async () => {
    const begun = await queries.totpOf(ctx.db, ctx.person.id)
    if (!begun) throw conflict(texts.refusal.authenticatorNotStarted)
    if (begun.confirmed_at) throw conflict(texts.refusal.authenticatorIsOn)
    const step = stepOfCode(ctx, ctx.person.id, begun.sealed_secret, typedCode(typed))
    if (step === null || !(await queries.takeStep(ctx.db, ctx.person.id, step)))
      throw wrongSecret('wrong-code', { code: [texts.validation.secondFactorCode] })
    await queries.confirmTotp(ctx.db, ctx.person.id)
  })
}

export async function removeAuthenticator(ctx: WriteContext): Promise<void> {
  await requireRecentSignIn(ctx)
  await removeFactor(ctx, async () => {
    if (!(await queries.deleteTotp(ctx.db, ctx.person.id))) throw notFound()
    return 'The authenticator app was removed.'
  })
}

/** Gives ten new recovery codes; those of before end. @throws conflict  there is nothing to recover */
export async function renewRecoveryCodes(ctx: WriteContext): Promise<string[]> {
  await requireRecentSignIn(ctx)
  const user = await lockSelf(ctx)
  if (!(await queries.factorsOf(ctx.db, user.id)).any) throw conflict(texts.refusal.noSecondFactor)
  await record(ctx, user, 'New recovery codes were made; the old ones no longer work.')
  return keepRecoveryCodes(ctx.db, user.id)
}

/** Adds a factor with its line in the audit trail and its letter; the first one comes with recovery codes. */
export async function addFactor(ctx: WriteContext, change: string, add: () => Promise<void>): Promise<string[] | null> {
  const user = await lockSelf(ctx)
  const before = await queries.factorsOf(ctx.db, user.id)
  await add()
  await record(ctx, user, change)
  return before.any ? null : keepRecoveryCodes(ctx.db, user.id)
}

/** Removes a factor alike; with the last one the recovery codes go. @param remove  tells what it removed */
export async function removeFactor(ctx: WriteContext, remove: () => Promise<string>): Promise<void> {
  const user = await lockSelf(ctx)
  const change = await remove()
  if (!(await queries.factorsOf(ctx.db, user.id)).any) await queries.deleteFactors(ctx.db, user.id)
  await record(ctx, user, change)
}

async function lockSelf(ctx: WriteContext) {
  const user = await queries.lockUser(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  return user
}

async function keepRecoveryCodes(tx: Executor, userId: UserId): Promise<string[]> {
  const codes = newRecoveryCodes()
  await queries.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode))
  return codes
}

/** Writes the audit line of a change and tells the person by mail. */
async function record(
  ctx: InTransaction<Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>> & Actor,
  user: { id: UserId; email: string },
  change: string,
  action: string = 'sign-in protection changed',
): Promise<void> {
  await audit(ctx.db, ctx, action, { type: 'user', id: user.id }, null, { change })
  const site = await senderOf(ctx)
  const letter = { ...protectionChanged(site, change), to: user.email }
  await ctx.jobs.enqueue(ctx.db, 'mail.send', letter)
}

/**
 * Takes the second factor from somebody who lost it, and ends that person's sign-ins.
 * @throws not-found  no such person, or none to be seen; forbidden  the role does not allow it;
 *         recent-sign-in-required
 */
export async function resetSecondFactor(ctx: WriteContext, userId: UserId): Promise<void> {
  const user = await queries.lockUser(ctx.db, userId)
  const visible = user && (isVet(ctx.person) || isVet(user) || user.id === ctx.person.id)
  if (!visible) throw notFound()
  if (!mayResetSecondFactor(ctx.person, user)) throw forbidden()
  await requireRecentSignIn(ctx)
  await takeAway(ctx, user)
}

/**
 * Takes the second factor from an active account from the command line, as resetSecondFactor does.
 * @throws CannotStart  there is no such account, or it has none
 */
export const removeSecondFactorByOperator = (
  parts: Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>,
  email: string,
): Promise<{ id: string }> =>
  inTransaction(parts, async (parts) => {
    const user = await lockActiveAccount(parts.db, email)
    if (!(await queries.factorsOf(parts.db, user.id)).any) throw new CannotStart(`${email} has no second factor.`)
    await takeAway({ ...parts, ...operator }, user)
    return user
  })

async function takeAway(
  ctx: InTransaction<Pick<Parts, 'db' | 'jobs' | 'settings' | 'provider'>> & Actor,
  user: { id: UserId; email: string },
): Promise<void> {
  await queries.deleteFactors(ctx.db, user.id)
  await endSignInsOf(ctx.db, user.id)
  const change = 'Your second factor was removed by an administrator and your sign-ins were ended.'
  await record(ctx, user, change, 'second factor reset')
}
