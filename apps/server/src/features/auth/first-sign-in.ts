import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { Parts } from '../../http/context.ts'
import { type FieldTexts, invalid, unauthenticated } from '../../http/failures.ts'
import * as queries from './auth.queries.ts'
import { openSignIn, type Visit } from './open-sign-in.ts'
import { hashPassword, newPasswordMistake } from './passwords.ts'
import { readToken } from './tokens.ts'

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
  const token = await readToken(parts, 'challenge', answer.session)
  const user = token && (await queries.userById(parts.db, token.userId))
  const open =
    user?.temporary_password_until && user.temporary_password_until > new Date() && user.status !== 'disabled'
  if (!user || !open || (answer.username && user.email.toLowerCase() !== answer.username.toLowerCase()))
    throw unauthenticated(failure.passwordVerification)
  const passwordHash = await hashPassword(answer.password)
  return parts.db.transaction().execute(async (tx) => {
    await queries.setPassword(tx, user.id, passwordHash)
    await queries.activate(tx, user.id, names)
    return openSignIn(tx, parts, visit, user, 'first signed in')
  })
}
