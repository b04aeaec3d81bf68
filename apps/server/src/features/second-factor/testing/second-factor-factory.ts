import { Secret, TOTP } from 'otpauth'
import type { Role } from '@chisholm/domain/permissions'
import type { TestResponse, Factory, TestUser } from '../../../testing/factory.ts'

const password = 'Cattle#2026'

/** Creates users with a second factor, and signs them in. */
export function createSecondFactorFactory(factory: Factory) {
  /** The code that an app shows now, or `later` steps of 30 seconds later. */
  const codeOf = (secret: string, later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

  const login = ({ email }: TestUser) => factory.anonymous.post('/auth/login', { username: email, password })

  const sessionOf = async (person: TestUser): Promise<string> => String((await login(person)).body.session)

  /** Signs in with the password, then answers the second step with `body`. */
  const answer = async (person: TestUser, body: object): Promise<TestResponse> =>
    factory.anonymous.post('/auth/second-factor', { session: await sessionOf(person), ...body })

  const withAuthenticator = async (role: Role = 'Veterinarian') => {
    const person = await factory.user(role)
    const { secret } = (await person.post('/auth/authenticator')).body.data
    const firstCode = codeOf(secret)
    const confirmed = await person.post('/auth/authenticator/confirm', { code: firstCode })
    const recoveryCodes: string[] = confirmed.body.data.recovery_codes
    return { person, secret: String(secret), firstCode, recoveryCodes }
  }

  return { codeOf, login, sessionOf, answer, withAuthenticator }
}
