import { limits } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { allOf, inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { WriteContext } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { type FieldErrors, invalid, unauthenticated } from '../../http/app-error.ts'
import { resetRateLimit, checkRateLimit, consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { networkOf } from '../../http/source-network.ts'
import { type NewAuditEntry, recordAudit, recordAuditWithoutChange } from '../audit-recorder/index.ts'
import * as queries from './auth.queries.ts'
import { pendingSignIn, createSignIn, type RequestOrigin } from './create-sign-in.ts'
import { verifyPassword } from './passwords.ts'
import { abbreviateAddress, checkAccountLimit, checkSourceLimit, countAccountFailure } from './sign-in-limits.ts'
import { passwordFingerprint, createToken } from './tokens.ts'

const { validation, failure } = texts
/** Starts the second step for a user who has a second factor, and returns its session. Returns null for other users. */
export type BeginSecondStep = (services: InTransaction<Services>, user: queries.UserRow) => Promise<string | null>

interface Credentials {
  /** The e-mail address. */
  username: string
  password: string
}

/**
 * Signs in. With a temporary password, the response is the challenge NEW_PASSWORD_REQUIRED instead of tokens
 * (specification 4.5).
 * @throws invalid          a field is empty
 * @throws unauthenticated  address or password is wrong
 * @throws tooMany          this address or source has failed too often
 */
export async function signIn(
  services: Services,
  origin: RequestOrigin,
  { username, password }: Credentials,
  beginSecondStep: BeginSecondStep,
): Promise<SignIn> {
  const errors: FieldErrors = {}
  if (!username) errors['username'] = [validation.emailRequired]
  if (!password) errors['password'] = [validation.passwordRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = await queries.toLowerCase(services.db, username)
  await checkSignInLimits(services, origin, email)
  const user = await queries.userByEmail(services.db, username)
  const isRight = await verifyPassword(password, user?.status === 'disabled' ? null : (user?.password_hash ?? null))
  const isExpired = user?.temporary_password_until ? user.temporary_password_until < new Date() : false
  // The limits are checked again, because other requests that failed meanwhile may have reached them.
  if (isRight) await checkSignInLimits(services, origin, email)
  const signedIn =
    user && isRight && !isExpired ? await completePasswordStep(services, origin, user, beginSecondStep) : null
  if (!signedIn) {
    // at the same time, so that the time does not reveal whether there was something to record
    await allOf([recordFailedSignIn(services, origin, email, user), countFailedSignIn(services, origin, email, user)])
    throw unauthenticated(failure.login, 'sign-in-failed')
  }
  await resetRateLimit(services.db, rateLimitKey(origin, email))
  return signedIn
}

/**
 * Continues after a correct password.
 * @returns null if the password was changed or the account disabled meanwhile
 */
const completePasswordStep = (
  services: Services,
  origin: RequestOrigin,
  verified: queries.UserRow,
  beginSecondStep: BeginSecondStep,
) =>
  inTransaction(services, async (services): Promise<SignIn | null> => {
    const user = await queries.lockUser(services.db, verified.id)
    if (!user || user.status === 'disabled' || user.password_hash !== verified.password_hash) return null
    if (user.temporary_password_until) {
      const session = await createToken(
        services.secretKey,
        'challenge',
        user.id,
        passwordFingerprint(user.password_hash),
      )
      return { ...pendingSignIn, roles: user.roles, challenge: 'NEW_PASSWORD_REQUIRED', session }
    }
    const session = await beginSecondStep(services, user)
    if (session) return { ...pendingSignIn, roles: [], challenge: 'SECOND_FACTOR', session }
    return createSignIn(services, origin, user, 'signed in')
  })

const rateLimitKey = (origin: RequestOrigin, email: string) => ['sign-in', email, networkOf(origin.source)]

/**
 * @throws tooMany  ten sign-ins for this address failed from this source, or a hundred from this source that is new to
 * the user, or too many for this address
 */
async function checkSignInLimits({ db }: Services, origin: RequestOrigin, email: string): Promise<void> {
  await checkRateLimit(db, rateLimitKey(origin, email), limits.failedSignIns)
  await checkSourceLimit(db, email, origin.source)
  await checkAccountLimit(db, email, origin.source)
}

async function recordFailedSignIn(
  services: Services,
  origin: RequestOrigin,
  email: string,
  user: queries.UserRow | undefined,
): Promise<void> {
  if (!user) return services.recordUnknownSignIn(origin, abbreviateAddress(email))
  const failed: NewAuditEntry = { action: 'sign-in failed', subject: { type: 'user', id: user.id } }
  await recordAuditWithoutChange(services.db, { ...origin, person: null }, failed)
}

async function countFailedSignIn(
  { db }: Services,
  origin: RequestOrigin,
  email: string,
  user: queries.UserRow | undefined,
): Promise<void> {
  await countAccountFailure(db, origin, email, user?.id ?? null)
  await consumeRateLimit(db, ['sign-in', networkOf(origin.source)], limits.failedSignInsPerSource)
  await consumeRateLimit(db, rateLimitKey(origin, email), limits.failedSignIns)
}

/** Ends the session of this request on the server; other sessions of the user go on. */
export async function signOut(ctx: WriteContext): Promise<void> {
  const { id, signInId } = ctx.person
  await queries.revokeSignIn(ctx.db, signInId)
  await recordAudit(ctx.db, ctx, { action: 'signed out', subject: { type: 'user', id }, after: { sign_in: signInId } })
}
