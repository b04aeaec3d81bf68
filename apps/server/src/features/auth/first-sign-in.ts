import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { inTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import { type FieldTexts, invalid, unauthenticated } from '../../http/failures.ts'
import * as queries from './auth.queries.ts'
import { openSignIn, type Visit } from './open-sign-in.ts'
import { hashPassword, newPasswordMistake } from './passwords.ts'
import { fingerprintOf, readToken } from './tokens.ts'

const { validation, failure } = texts

/**
 * Answers the challenge of a first sign-in: names, then a password of one's own, and the person is signed in.
 * @throws invalid          a name or the password does not do, in this order
 * @throws unauthenticated  the session is not valid any more
 */
export async function answerChallenge(
  parts: Parts,
  visit: Visit,
  answer: { session: string; username: string; password: string; first_name: string; last_name: string },
): Promise<SignIn> {
  const errors: FieldTexts = {}
  if (!answer.first_name) errors['first_name'] = [validation.firstNameRequired]
  if (!answer.last_name) errors['last_name'] = [validation.lastNameRequired]
  const names = { first_name: answer.first_name, last_name: answer.last_name }
  const mistake = await newPasswordMistake(answer.password, { ...names, email: answer.username })
  if (mistake) errors['password'] = [mistake]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const session = await readToken(parts, 'challenge', answer.session)
  if (!session) throw unauthenticated(failure.passwordVerification)
  const passwordHash = await hashPassword(answer.password)
  return inTransaction(parts, async (parts) => {
    const user = await queries.lockUser(parts.db, session.userId)
    if (!user || !isOpen(user, session.signInId) || !isNamed(user, answer.username))
      throw unauthenticated(failure.passwordVerification)
    await queries.setPassword(parts.db, user.id, passwordHash)
    await queries.activate(parts.db, user.id, names)
    return openSignIn(parts, visit, user, 'first signed in')
  })
}

/** A session opens one first sign-in, by the temporary password it was begun with. */
const isOpen = (user: queries.UserRow, begunWith: string) =>
  user.status !== 'disabled' &&
  user.temporary_password_until !== null &&
  user.temporary_password_until > new Date() &&
  begunWith === fingerprintOf(user.password_hash)

const isNamed = (user: queries.UserRow, username: string) =>
  !username || user.email.toLowerCase() === username.toLowerCase()
