import { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { Type } from 'typebox'
import { BodyText } from '../../http/body-fields.ts'
import { exampleTexts } from '../../http/openapi/example-values.ts'

const fieldNames = ['username', 'password', 'session', 'first_name', 'last_name', 'code', 'token'] as const
export type Body = Partial<Record<(typeof fieldNames)[number], BodyText>>
const bodySchema = (...names: (keyof Body)[]) =>
  Type.Unsafe<Body>(Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(BodyText)]))))
const Done = Type.Object({ success: Type.Boolean(), state: Type.String(), message: Type.Optional(Type.String()) })
const Refreshed = Type.Object({
  ...Type.Pick(SignIn, ['state', 'roles']).properties,
  token: Type.String(),
  refresh: Type.String(),
})
const Status = Type.Object({
  ...Done.properties,
  authenticated: Type.Boolean(),
  ...Type.Pick(SignIn, ['uuid', 'roles']).properties,
})

const { email: username, password, newPassword, session, refresh, resetCode } = exampleTexts
const challenge = { session, username, password: newPassword, first_name: 'Ada', last_name: 'Reyes' }

export const schemas = {
  login: {
    operationId: 'signIn',
    summary: 'Sign in',
    requiredFields: ['username', 'password'],
    problemStatuses: [401, 429],
    examples: { person: { body: { username, password } } },
    body: bodySchema('username', 'password'),
    response: { 200: SignIn },
  },
  challenge: {
    operationId: 'answerChallenge',
    summary: 'Answer the challenge of a first sign-in',
    requiredFields: ['session', 'password', 'first_name', 'last_name'],
    problemStatuses: [401],
    examples: { invited: { body: { ...challenge, username: exampleTexts.invitedEmail } } },
    body: bodySchema('session', 'username', 'password', 'first_name', 'last_name'),
    response: { 200: SignIn },
  },
  refresh: {
    operationId: 'refreshSignIn',
    summary: 'Exchange a refresh token for new tokens',
    requiredFields: ['token'],
    problemStatuses: [401, 429],
    examples: { token: { body: { token: refresh } } },
    body: bodySchema('token'),
    response: { 200: Refreshed },
  },
  reset: {
    operationId: 'requestPasswordReset',
    summary: 'Request a verification code by e-mail',
    requiredFields: ['username'],
    problemStatuses: [429],
    examples: { person: { body: { username } } },
    body: bodySchema('username'),
    response: { 200: Done },
  },
  confirmReset: {
    operationId: 'confirmPasswordReset',
    summary: 'Set a new password with the e-mailed code',
    requiredFields: ['code', 'username', 'password'],
    problemStatuses: [429],
    examples: { code: { body: { code: resetCode, username, password: newPassword } } },
    body: bodySchema('code', 'username', 'password'),
    response: { 200: Done },
  },
  logout: {
    operationId: 'signOut',
    summary: 'End this session',
    examples: { token: { body: { token: refresh } } },
    body: bodySchema('token'),
    response: { 200: Done },
  },
  updatePassword: {
    operationId: 'updatePassword',
    summary:
      'Set a new password and end all other sign-ins; unless the sign-in is recent, confirm the current password first',
    requiredFields: ['password'],
    examples: { password: { body: { password: newPassword } } },
    body: bodySchema('token', 'password'),
    response: { 200: Done },
  },
  confirmPassword: {
    operationId: 'confirmPassword',
    summary: 'Confirm the password, so that the current session counts as recent',
    requiredFields: ['password'],
    examples: { password: { body: { password } } },
    body: bodySchema('password'),
    response: { 200: Done },
  },
  status: { operationId: 'getStatus', summary: 'The signed-in user', tags: ['auth'], response: { 200: Status } },
}
