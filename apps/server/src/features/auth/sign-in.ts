import { limits } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Parts, WriteContext } from '../../http/context.ts'
import { type FieldTexts, invalid, unauthenticated } from '../../http/failures.ts'
import { giveTurnsBack, requireTurn, takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import { emptySignIn, openSignIn, type Visit } from './open-sign-in.ts'
import { isPassword } from './passwords.ts'
import { countAccountFailure, requireAccountTry, shortAddress } from './sign-in-limits.ts'
import { fingerprintOf, makeToken } from './tokens.ts'

const { validation, failure } = texts
/** Gives the session a person with a second factor answers it with; null for a person without. */
export type AskSecondFactor = (parts: InTransaction<Parts>, user: queries.UserRow) => Promise<string | null>

/**
 * Signs in. A temporary password gives no token but the challenge NEW_PASSWORD_REQUIRED (specification 4.5).
 * @throws invalid  a field is empty; unauthenticated  wrong; too-many  failures of this address or source
 */
export async function signIn(
  parts: Parts,
  visit: Visit,
  username: string,
  password: string,
  askSecondFactor: AskSecondFactor,
): Promise<SignIn> {
  const errors: FieldTexts = {}
  if (!username) errors['username'] = [validation.emailRequired]
  if (!password) errors['password'] = [validation.passwordRequired]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const email = username.toLowerCase()
  await requireGuess(parts, visit, email)
  const user = await queries.userByEmail(parts.db, email)
  const right = await isPassword(password, user?.status === 'disabled' ? null : (user?.password_hash ?? null))
  const expired = user?.temporary_password_until ? user.temporary_password_until < new Date() : false
  // of many tries at once the right one does not pass once the others have used the turns up
  if (right) await requireGuess(parts, visit, email)
  const answer = user && right && !expired ? await admit(parts, visit, user, askSecondFactor) : null
  if (!answer) {
    if (user)
      await audit(parts.db, { ...visit, person: null }, 'sign-in failed', { type: 'user', id: user.id }, null, null)
    else parts.noteUnknownSignIn(visit, shortAddress(email))
    await countGuess(parts, visit, email, user?.id ?? null)
    throw unauthenticated(failure.login, 'sign-in-failed')
  }
  await giveTurnsBack(parts.db, guessOf(visit, email))
  return answer
}

/**
 * Goes on with who gave the right password.
 * @returns null when meanwhile the password was changed or the account disabled
 */
const admit = (parts: Parts, visit: Visit, verified: queries.UserRow, askSecondFactor: AskSecondFactor) =>
  inTransaction(parts, async (parts): Promise<SignIn | null> => {
    const user = await queries.lockUser(parts.db, verified.id)
    if (!user || user.status === 'disabled' || user.password_hash !== verified.password_hash) return null
    if (user.temporary_password_until) {
      const session = await makeToken(parts.secretKey, 'challenge', user.id, fingerprintOf(user.password_hash))
      return { ...emptySignIn, roles: user.roles, challenge: 'NEW_PASSWORD_REQUIRED', session }
    }
    const session = await askSecondFactor(parts, user)
    if (session) return { ...emptySignIn, roles: [], challenge: 'SECOND_FACTOR', session }
    return openSignIn(parts, visit, user, 'signed in')
  })

const guessOf = (visit: Visit, email: string) => ['sign-in', email, visit.source]

/** @throws too-many  ten sign-ins of this address failed from here, a hundred of any address, or of this one anywhere */
async function requireGuess({ db }: Parts, visit: Visit, email: string): Promise<void> {
  await requireTurn(db, guessOf(visit, email), limits.failedSignIns)
  await requireTurn(db, ['sign-in', visit.source], limits.failedSignInsOfSource)
  await requireAccountTry(db, email, visit.source)
}

async function countGuess({ db }: Parts, visit: Visit, email: string, userId: UserId | null): Promise<void> {
  await countAccountFailure(db, visit, email, userId)
  await takeTurn(db, ['sign-in', visit.source], limits.failedSignInsOfSource)
  await takeTurn(db, guessOf(visit, email), limits.failedSignIns)
}

/** Ends the sign-in that asks. */
export async function signOut(ctx: WriteContext): Promise<void> {
  const { id, signInId } = ctx.person
  await queries.revokeSignIn(ctx.db, signInId)
  await audit(ctx.db, ctx, 'signed out', { type: 'user', id }, null, { sign_in: signInId })
}
