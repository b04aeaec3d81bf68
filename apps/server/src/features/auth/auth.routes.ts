import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { readLine, readText } from '../../http/body-fields.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { type Body, schemas } from './auth.schemas.ts'
import { hashNewPassword, updateOwnPassword } from './change-password.ts'
import { answerChallenge } from './complete-first-sign-in.ts'
import type { RequestOrigin } from './create-sign-in.ts'
import { confirmPassword } from './recent-sign-in.ts'
import { refreshSignIn } from './refresh-sign-in.ts'
import { confirmReset, requestReset } from './reset-password.ts'
import { type BeginSecondStep, signIn, signOut } from './sign-in.ts'

/** Reads a text field, which is empty if it was not sent. */
const readField = (body: Body, name: keyof Body) => readText(body[name]) ?? ''
/** The origin of a request without a sign-in. */
export const requestOrigin = (request: FastifyRequest): RequestOrigin => ({
  requestId: request.id,
  source: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
})
const okay = (message?: string) => ({ success: true, state: 'okay', ...(message && { message }) })

/** @param beginSecondStep  starts the second step of a sign-in, if the user has a second factor */
export const authRoutes =
  (beginSecondStep: BeginSecondStep): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(publicAuthRoutes(beginSecondStep))
    await app.register(signedInAuthRoutes)
  }

/**
 * Routes with which a person signs in or resets a forgotten password.
 * @param beginSecondStep  starts the second step of the sign-in, if the user has a second factor
 */
const publicAuthRoutes =
  (beginSecondStep: BeginSecondStep): FastifyPluginAsyncTypebox =>
  async (app) => {
    const publicRoute = { public: true }
    const publicSecretRoute = { public: true, secret: true }

    app.post('/auth/login', { config: publicRoute, schema: schemas.login }, (request) =>
      signIn(
        request.services,
        requestOrigin(request),
        { username: readField(request.body, 'username'), password: readField(request.body, 'password') },
        beginSecondStep,
      ),
    )

    app.post('/auth/challenge', { config: publicSecretRoute, schema: schemas.challenge }, (request) =>
      answerChallenge(request.services, requestOrigin(request), {
        session: readField(request.body, 'session'),
        username: readField(request.body, 'username'),
        password: readField(request.body, 'password'),
        first_name: readLine(request.body.first_name) ?? '',
        last_name: readLine(request.body.last_name) ?? '',
      }),
    )

    app.post('/auth/refresh', { config: publicRoute, schema: schemas.refresh }, async (request) => ({
      state: 'okay',
      ...(await refreshSignIn(request.services, requestOrigin(request), readField(request.body, 'token'))),
    }))

    app.post('/auth/reset-password', { config: publicRoute, schema: schemas.reset }, async (request) => {
      await requestReset(request.services, requestOrigin(request), readField(request.body, 'username'))
      return okay(texts.success.resetRequested)
    })

    app.post(
      '/auth/confirm-reset-password',
      { config: publicSecretRoute, schema: schemas.confirmReset },
      async (request) => {
        await confirmReset(request.services, requestOrigin(request), {
          code: readField(request.body, 'code'),
          email: readField(request.body, 'username'),
          password: readField(request.body, 'password'),
        })
        return okay(texts.success.passwordUpdated)
      },
    )
  }

/** Routes of a person who is signed in. */
const signedInAuthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const allowWithoutSecondFactor = true

  app.post('/auth/logout', { config: { allowWithoutSecondFactor }, schema: schemas.logout }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await signOut(ctx)
      return okay()
    }),
  )

  app.post(
    '/auth/update-password',
    { config: { secret: true }, schema: schemas.updatePassword },
    async (request, reply) => {
      const passwordHash = await hashNewPassword(contextOf(request), readField(request.body, 'password'))
      return handleWrite(request, reply, async (ctx) => {
        await updateOwnPassword(ctx, passwordHash)
        return okay(texts.success.passwordUpdated)
      })
    },
  )

  const confirmRoute = { secret: true, allowWithoutSecondFactor }
  app.post('/auth/confirm-password', { config: confirmRoute, schema: schemas.confirmPassword }, async (request) => {
    await confirmPassword(contextOf(request), readField(request.body, 'password'))
    return okay()
  })

  app.get('/status', { config: { allowWithoutSecondFactor }, schema: schemas.status }, (request) => {
    const { person } = contextOf(request)
    return { ...okay(), authenticated: true, uuid: person.id, roles: person.roles }
  })
}
