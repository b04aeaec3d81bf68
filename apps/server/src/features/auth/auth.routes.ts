import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import { exampleTexts } from '../../http/example-values.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './auth.ts'

const fields = [
  'username',
  'password',
  'session',
  'first_name',
  'last_name',
  'code',
  'token',
  'current_password',
] as const
type Body = Partial<Record<(typeof fields)[number], BodyText>>
const bodyOf = (...names: (keyof Body)[]) =>
  Type.Unsafe<Body>(Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(BodyText)]))))
const Done = Type.Object({ success: Type.Boolean(), state: Type.String(), message: Type.Optional(Type.String()) })
const Refreshed = Type.Pick(SignIn, ['state', 'token', 'refresh', 'roles'])
const Status = Type.Object({
  ...Done.properties,
  authenticated: Type.Boolean(),
  ...Type.Pick(SignIn, ['uuid', 'roles']).properties,
})

/** A field of a body, trimmed; empty when it was not sent. */
const field = (body: Body, name: keyof Body) => readText(body[name]) ?? ''
const visitOf = (request: FastifyRequest): use.Visit => ({
  requestId: request.id,
  source: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
const done = (message?: string) => ({ success: true, state: 'okay', ...(message && { message }) })

const { email: username, password, newPassword, session, refresh, resetCode } = exampleTexts
const challenge = { session, username, password: newPassword, first_name: 'Ada', last_name: 'Reyes' }

const schemas = {
  login: {
    operationId: 'signIn',
    summary: 'Sign in',
    needs: ['username', 'password'],
    refuses: [401, 429],
    examples: { person: { body: { username, password } } },
    body: bodyOf('username', 'password'),
    response: { 200: SignIn },
  },
  challenge: {
    operationId: 'answerChallenge',
    summary: 'Answer the challenge of a first sign-in',
    needs: ['session', 'password', 'first_name', 'last_name'],
    refuses: [401],
    examples: { invited: { body: { ...challenge, username: exampleTexts.invitedEmail } } },
    body: bodyOf('session', 'username', 'password', 'first_name', 'last_name'),
    response: { 200: SignIn },
  },
  refresh: {
    operationId: 'refreshSignIn',
    summary: 'Change a refresh token for new tokens',
    needs: ['token'],
    refuses: [401, 429],
    examples: { token: { body: { token: refresh } } },
    body: bodyOf('token'),
    response: { 200: Refreshed },
  },
  reset: {
    operationId: 'requestPasswordReset',
    summary: 'Have a verification code mailed',
    needs: ['username'],
    refuses: [429],
    examples: { person: { body: { username } } },
    body: bodyOf('username'),
    response: { 200: Done },
  },
  confirmReset: {
    operationId: 'confirmPasswordReset',
    summary: 'Set a new password by the mailed code',
    needs: ['code', 'username', 'password'],
    refuses: [429],
    examples: { code: { body: { code: resetCode, username, password: newPassword } } },
    body: bodyOf('code', 'username', 'password'),
    response: { 200: Done },
  },
  logout: {
    operationId: 'signOut',
    summary: 'End this sign-in',
    examples: { token: { body: { token: refresh } } },
    body: bodyOf('token'),
    response: { 200: Done },
  },
  updatePassword: {
    operationId: 'updatePassword',
    summary: 'Set a new password; an old sign-in gives the current one as well; every other sign-in ends',
    needs: ['password'],
    refuses: [429],
    examples: { password: { body: { password: newPassword } } },
    body: bodyOf('token', 'password', 'current_password'),
    response: { 200: Done },
  },
  status: { operationId: 'getStatus', summary: 'Who is signed in', tags: ['auth'], response: { 200: Status } },
}

export const authRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { public: true }

  app.post('/auth/login', { config, schema: schemas.login }, (request) =>
    use.signIn(request.house, visitOf(request), field(request.body, 'username'), field(request.body, 'password')),
  )

  app.post('/auth/challenge', { config, schema: schemas.challenge }, (request) =>
    use.answerChallenge(request.house, visitOf(request), {
      session: field(request.body, 'session'),
      username: field(request.body, 'username'),
      password: field(request.body, 'password'),
      first_name: field(request.body, 'first_name'),
      last_name: field(request.body, 'last_name'),
    }),
  )

  app.post('/auth/refresh', { config, schema: schemas.refresh }, async (request) => ({
    state: 'okay',
    ...(await use.refreshSignIn(request.house, visitOf(request), field(request.body, 'token'))),
  }))

  app.post('/auth/reset-password', { config, schema: schemas.reset }, async (request) => {
    await use.requestReset(request.house, visitOf(request), field(request.body, 'username'))
    return done(texts.success.resetRequested)
  })

  app.post('/auth/confirm-reset-password', { config, schema: schemas.confirmReset }, async (request) => {
    const [code, email, password] = (['code', 'username', 'password'] as const).map((name) => field(request.body, name))
    await use.confirmReset(request.house, visitOf(request), code ?? '', email ?? '', password ?? '')
    return done(texts.success.passwordUpdated)
  })

  app.post('/auth/logout', { schema: schemas.logout }, async (request) => {
    await use.signOut(contextOf(request))
    return done()
  })

  app.post('/auth/update-password', { schema: schemas.updatePassword }, async (request) => {
    const { body } = request
    await use.updatePassword(contextOf(request), field(body, 'password'), field(body, 'current_password'))
    return done(texts.success.passwordUpdated)
  })

  app.get('/status', { schema: schemas.status }, (request) => {
    const { person } = contextOf(request)
    return { ...done(), authenticated: true, uuid: person.id, roles: person.roles }
  })
}
