import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import type { Parts } from '../../http/context.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './auth.ts'

const fields = ['username', 'password', 'session', 'first_name', 'last_name', 'code', 'token'] as const
type Body = Partial<Record<(typeof fields)[number], BodyText>>
const Body = Type.Unsafe<Body>(Type.Object(Object.fromEntries(fields.map((field) => [field, Type.Optional(BodyText)]))))
const Done = Type.Object({ success: Type.Boolean(), state: Type.String(), message: Type.Optional(Type.String()) })
const Refreshed = Type.Pick(SignIn, ['state', 'token', 'refresh', 'roles'])
const Status = Type.Object({
  ...Done.properties,
  authenticated: Type.Boolean(),
  ...Type.Pick(SignIn, ['uuid', 'roles']).properties,
})

/** A field of a body, trimmed; empty when it was not sent. */
const field = (body: Body, name: keyof Body) => readText(body[name]) ?? ''
/** Where a request of somebody not signed in comes from. */
export const visitOf = (request: FastifyRequest): use.Visit => ({
  requestId: request.id,
  source: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
const done = (message?: string) => ({ success: true, state: 'okay', ...(message && { message }) })

export const authRoutes =
  (parts: Parts, askSecondFactor: use.AskSecondFactor): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { public: true }
    const body = Body

    app.post('/auth/login', { config, schema: { body, response: { 200: SignIn } } }, (request) =>
      use.signIn(
        parts,
        visitOf(request),
        field(request.body, 'username'),
        field(request.body, 'password'),
        askSecondFactor,
      ),
    )

    app.post('/auth/challenge', { config, schema: { body, response: { 200: SignIn } } }, (request) =>
      use.answerChallenge(parts, visitOf(request), {
        session: field(request.body, 'session'),
        username: field(request.body, 'username'),
        password: field(request.body, 'password'),
        first_name: field(request.body, 'first_name'),
        last_name: field(request.body, 'last_name'),
      }),
    )

    app.post('/auth/refresh', { config, schema: { body, response: { 200: Refreshed } } }, async (request) => ({
      state: 'okay',
      ...(await use.refreshSignIn(parts, field(request.body, 'token'))),
    }))

    app.post('/auth/reset-password', { config, schema: { body, response: { 200: Done } } }, async (request) => {
      await use.requestReset(parts, field(request.body, 'username'))
      return done(texts.success.resetRequested)
    })

    app.post('/auth/confirm-reset-password', { config, schema: { body, response: { 200: Done } } }, async (request) => {
      const [code, email, password] = (['code', 'username', 'password'] as const).map((name) =>
        field(request.body, name),
      )
      await use.confirmReset(parts, visitOf(request), code ?? '', email ?? '', password ?? '')
      return done(texts.success.passwordUpdated)
    })

    app.post('/auth/logout', { schema: { body, response: { 200: Done } } }, async (request) => {
      await use.signOut(contextOf(request))
      return done()
    })

    app.post('/auth/update-password', { schema: { body, response: { 200: Done } } }, async (request) => {
      await use.updatePassword(contextOf(request), field(request.body, 'password'))
      return done(texts.success.passwordUpdated)
    })

    app.get('/status', { schema: { response: { 200: Status } } }, (request) => {
      const { person } = contextOf(request)
      return { ...done(), authenticated: true, uuid: person.id, roles: person.roles }
    })
  }
