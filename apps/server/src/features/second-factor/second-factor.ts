import type { AuditAction } from '@chisholm/domain/audit-sentences'
import { isVet, mayResetSecondFactor } from '@chisholm/domain/permissions'
import type { Protection } from '@chisholm/domain/schemas/sign-ins'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { UserId } from '../../database/ids.ts'
import { OperatorError } from '../../operator-error.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { conflict, forbidden, notFound, unauthenticated, invalidCredential } from '../../http/app-error.ts'
import { readSender } from '../../mail/email-jobs.ts'
import { protectionChanged } from '../../mail/email-templates.ts'
import { type Actor, recordAudit, operator } from '../audit-recorder/index.ts'
import { endSignInsOfUser, lockActiveAccount, lockUser, requireRecentSignIn } from '../auth/index.ts'
import {
  hashRecoveryCode,
  createRecoveryCodes,
  createTotpSecret,
  verifyTotpCode,
  normalizeCode,
} from './totp-and-recovery-codes.ts'
import { passkeysOfUser } from './passkeys.queries.ts'
import * as queries from './second-factor.queries.ts'

/** Whether a user must have a second factor (REQUIRE_SECOND_FACTOR). */
const mustHaveSecondFactor = ({ settings }: Pick<Services, 'settings'>, person: Context['person']) =>
  settings.requireSecondFactor === 'vets' && isVet(person)

export async function readSignInProtection(ctx: Context): Promise<Protection> {
  const { id } = ctx.person
  const [totp, passkeys, recovery_codes] = await Promise.all([
    queries.readTotp(ctx.db, id),
    passkeysOfUser(ctx.db, id),
    queries.countRecoveryCodes(ctx.db, id),
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

/**
 * Creates a secret for an authenticator app. The app becomes a factor when the user confirms a code.
 * @throws conflict  the user already has an app
 */
export async function beginAuthenticator(ctx: WriteContext): Promise<{ secret: string; address: string }> {
  await requireRecentSignIn(ctx)
  const user = await lockOwnUser(ctx)
  const { sealed, secret, address } = createTotpSecret(ctx.secretKey, user)
  if (!(await queries.beginTotp(ctx.db, user.id, sealed))) throw conflict(serverTexts.refusal.authenticatorIsOn)
  return { secret, address }
}

/**
 * Confirms an app by its first code.
 * @returns recovery codes if it is the user's first second factor, else null
 */
export async function confirmAuthenticator(ctx: WriteContext, typed: string): Promise<string[] | null> {
  await requireRecentSignIn(ctx)
  return addFactor(ctx, serverTexts.secondFactorChange.authenticatorAdded, async () => {
    const totp = await queries.readTotp(ctx.db, ctx.person.id)
    if (!totp) throw conflict(serverTexts.refusal.authenticatorNotStarted)
    if (totp.confirmed_at) throw conflict(serverTexts.refusal.authenticatorIsOn)
    const step = verifyTotpCode(ctx, ctx.person.id, totp.sealed_secret, normalizeCode(typed))
    if (step === null || !(await queries.consumeTotpStep(ctx.db, ctx.person.id, step)))
      throw invalidCredential('wrong-code', { code: [serverTexts.validation.secondFactorCode] })
    await queries.confirmTotp(ctx.db, ctx.person.id)
  })
}

export async function removeAuthenticator(ctx: WriteContext): Promise<void> {
  await requireRecentSignIn(ctx)
  await removeFactor(ctx, async () => {
    if (!(await queries.deleteTotp(ctx.db, ctx.person.id))) throw notFound()
    return serverTexts.secondFactorChange.authenticatorRemoved
  })
}

/**
 * Replaces the recovery codes by ten new ones.
 * @throws conflict  the user has no second factor
 */
export async function renewRecoveryCodes(ctx: WriteContext): Promise<string[]> {
  await requireRecentSignIn(ctx)
  const user = await lockOwnUser(ctx)
  if (!(await queries.readFactors(ctx.db, user.id)).any) throw conflict(serverTexts.refusal.noSecondFactor)
  await recordAndNotify(ctx, user, serverTexts.secondFactorChange.newRecoveryCodes)
  return saveNewRecoveryCodes(ctx.db, user.id)
}

/** Adds a factor, audits it and notifies the user by e-mail. The first factor comes with recovery codes. */
export async function addFactor(ctx: WriteContext, change: string, add: () => Promise<void>): Promise<string[] | null> {
  const user = await lockOwnUser(ctx)
  const before = await queries.readFactors(ctx.db, user.id)
  await add()
  await recordAndNotify(ctx, user, change)
  return before.any ? null : saveNewRecoveryCodes(ctx.db, user.id)
}

/**
 * Removes a factor, audits it and notifies the user by e-mail. Removing the last factor also removes the recovery
 * codes.
 * @param remove  returns the name of the removed factor
 */
export async function removeFactor(ctx: WriteContext, remove: () => Promise<string>): Promise<void> {
  const user = await lockOwnUser(ctx)
  const change = await remove()
  if (!(await queries.readFactors(ctx.db, user.id)).any) await queries.deleteFactors(ctx.db, user.id)
  await recordAndNotify(ctx, user, change)
}

async function lockOwnUser(ctx: WriteContext) {
  const user = await lockUser(ctx.db, ctx.person.id)
  if (!user) throw unauthenticated()
  return user
}

async function saveNewRecoveryCodes(tx: Executor, userId: UserId): Promise<string[]> {
  const codes = createRecoveryCodes()
  await queries.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Records a change in the audit log and notifies the user by e-mail. */
async function recordAndNotify(
  ctx: InTransaction<Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>> & Actor,
  user: { id: UserId; email: string },
  change: string,
  action: AuditAction = 'sign-in protection changed',
): Promise<void> {
  await recordAudit(ctx.db, ctx, { action, subject: { type: 'user', id: user.id }, after: { change } })
  const sender = await readSender(ctx)
  const email = { ...protectionChanged(sender, change), to: user.email }
  await ctx.jobs.enqueue(ctx.db, 'mail.send', email)
}

/**
 * Removes the second factor of a user who lost it, and ends the user's sign-ins. Without one it changes nothing.
 * @returns whether there was one
 * @throws notFound                 there is no such user, or the caller may not see the user
 * @throws forbidden                the caller's role does not allow it
 * @throws recent-sign-in-required  the caller has to confirm the password first
 */
export async function resetSecondFactor(ctx: WriteContext, userId: UserId): Promise<boolean> {
  const user = await lockUser(ctx.db, userId)
  const isVisible = user && (isVet(ctx.person) || isVet(user) || user.id === ctx.person.id)
  if (!isVisible) throw notFound()
  if (!mayResetSecondFactor(ctx.person, user)) throw forbidden()
  await requireRecentSignIn(ctx)
  if (!(await queries.readFactors(ctx.db, userId)).any) return false
  await removeAllFactors(ctx, user)
  return true
}

/**
 * For the command line: removes the second factor of an active account.
 * @throws OperatorError  there is no such account, or it has no second factor
 */
export const removeSecondFactorByOperator = (
  services: Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>,
  email: string,
): Promise<{ id: string }> =>
  inTransaction(services, async (services) => {
    const user = await lockActiveAccount(services.db, email)
    if (!(await queries.readFactors(services.db, user.id)).any)
      throw new OperatorError(`${email} has no second factor.`)
    await removeAllFactors({ ...services, ...operator }, user)
    return user
  })

async function removeAllFactors(
  ctx: InTransaction<Pick<Services, 'db' | 'jobs' | 'settings' | 'provider'>> & Actor,
  user: { id: UserId; email: string },
): Promise<void> {
  await queries.deleteFactors(ctx.db, user.id)
  await endSignInsOfUser(ctx.db, user.id)
  await recordAndNotify(ctx, user, serverTexts.secondFactorChange.reset, 'second factor reset')
}
