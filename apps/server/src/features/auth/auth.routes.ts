import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { readText } from '../../http/bodies.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { type Body, schemas } from './auth.schemas.ts'
import { requireNewPassword, updatePassword } from './change-password.ts'
import { answerChallenge } from './first-sign-in.ts'
import type { Visit } from './open-sign-in.ts'
import { confirmPassword } from './recent-sign-in.ts'
import { refreshSignIn } from './refresh.ts'
import { confirmReset, requestReset } from './reset.ts'
import { type AskSecondFactor, signIn, signOut } from './sign-in.ts'

/** A field of a body, trimmed; empty when it was not sent. */
const field = (body: Body, name: keyof Body) => readText(body[name]) ?? ''
/** Where a request of somebody not signed in comes from. */
export const visitOf = (request: FastifyRequest): Visit => ({
  requestId: request.id,
  source: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
const done = (message?: string) => ({ success: true, state: 'okay', ...(message && { message }) })

/** @param askSecondFactor  what of the second factor signing in needs to know */
export const authRoutes =
  (askSecondFactor: AskSecondFactor): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { public: true }
    const secret = { public: true, secret: true }
    const beforeSecondFactor = true

    app.post('/auth/login', { config, schema: schemas.login }, (request) =>
      signIn(
        request.house,
        visitOf(request),
        field(request.body, 'username'),
        field(request.body, 'password'),
        askSecondFactor,
      ),
    )

    app.post('/auth/challenge', { config: secret, schema: schemas.challenge }, (request) =>
      answerChallenge(request.house, visitOf(request), {
        session: field(request.body, 'session'),
        username: field(request.body, 'username'),
        password: field(request.body, 'password'),
        first_name: field(request.body, 'first_name'),
        last_name: field(request.body, 'last_name'),
      }),
    )

    app.post('/auth/refresh', { config, schema: schemas.refresh }, async (request) => ({
      state: 'okay',
      ...(await refreshSignIn(request.house, visitOf(request), field(request.body, 'token'))),
    }))

    app.post('/auth/reset-password', { config, schema: schemas.reset }, async (request) => {
      await requestReset(request.house, visitOf(request), field(request.body, 'username'))
      return done(texts.success.resetRequested)
    })

    app.post('/auth/confirm-reset-password', { config: secret, schema: schemas.confirmReset }, async (request) => {
      const [code, email, password] = (['code', 'username', 'password'] as const).map((name) =>
        field(request.body, name),
      )
      await confirmReset(request.house, visitOf(request), code ?? '', email ?? '', password ?? '')
      return done(texts.success.passwordUpdated)
    })

    app.post('/auth/logout', { config: { beforeSecondFactor }, schema: schemas.logout }, (request, reply) =>
      write(request, reply, async (ctx) => {
        await signOut(ctx)
        return done()
      }),
    )

    app.post(
      '/auth/update-password',
      { config: { secret: true }, schema: schemas.updatePassword },
      async (request, reply) => {
        const passwordHash = await requireNewPassword(contextOf(request), field(request.body, 'password'))
        return write(request, reply, async (ctx) => {
          await updatePassword(ctx, passwordHash)
          return done(texts.success.passwordUpdated)
        })
      },
    )

    const again = { secret: true, beforeSecondFactor }
    app.post('/auth/confirm-password', { config: again, schema: schemas.confirmPassword }, async (request) => {
      await confirmPassword(contextOf(request), field(request.body, 'password'))
      return done()
    })

    app.get('/status', { config: { beforeSecondFactor }, schema: schemas.status }, (request) => {
      const { person } = contextOf(request)
      return { ...done(), authenticated: true, uuid: person.id, roles: person.roles }
    })
  }
