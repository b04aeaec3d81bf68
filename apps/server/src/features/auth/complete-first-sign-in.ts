import { serverConstants } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { collectErrors, validateText } from '@chisholm/domain/validation'
import { inTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { invalid, unauthenticated } from '../../http/app-error.ts'
import * as queries from './auth.queries.ts'
import { createSignIn, type RequestOrigin } from './create-sign-in.ts'
import { hashPassword, validateNewPassword, verifyPassword } from './passwords.ts'
import { passwordFingerprint, verifyToken } from './tokens.ts'

const { validation, failure } = texts

/**
 * Completes a first sign-in: sets the names and a new password, and signs the user in.
 * @throws invalid          a name is missing or too long, the password breaks a rule, or it is the temporary one
 * @throws unauthenticated  the session is no longer valid
 */
export async function answerChallenge(
  services: Services,
  origin: RequestOrigin,
  response: { session: string; username: string; password: string; first_name: string; last_name: string },
): Promise<SignIn> {
  const { max } = serverConstants.cell
  const names = { first_name: response.first_name, last_name: response.last_name }
  const errors = collectErrors({
    first_name: validateText(names.first_name, max, validation.firstNameRequired),
    last_name: validateText(names.last_name, max, validation.lastNameRequired),
    password: await validateNewPassword(response.password, { ...names, email: response.username }),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const session = await verifyToken(services, 'challenge', response.session)
  if (!session) throw unauthenticated(failure.passwordVerification)
  const passwordHash = await hashPassword(response.password)
  return inTransaction(services, async (services) => {
    const user = await queries.lockUser(services.db, session.userId)
    if (!user || !isSessionValid(user, session.signInId) || !hasUsername(user, response.username))
      throw unauthenticated(failure.passwordVerification)
    // The username may have been omitted.
    const ownWords = await validateNewPassword(response.password, { ...names, email: user.email })
    if (ownWords) throw invalid({ password: [ownWords] })
    if (await verifyPassword(response.password, user.password_hash))
      throw invalid({ password: [serverTexts.validation.passwordTemporary] })
    await queries.setPassword(services.db, user.id, passwordHash)
    await queries.activateUser(services.db, user.id, names)
    return createSignIn(services, origin, user, 'first signed in')
  })
}

/** Whether the temporary password with which the session began is still the current one. */
const isSessionValid = (user: queries.UserRow, sessionFingerprint: string) =>
  user.status !== 'disabled' &&
  user.temporary_password_until !== null &&
  user.temporary_password_until > new Date() &&
  sessionFingerprint === passwordFingerprint(user.password_hash)

const hasUsername = (user: queries.UserRow, username: string) =>
  !username || user.email.toLowerCase() === username.toLowerCase()
