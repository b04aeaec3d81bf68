import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { readText } from '../../http/body-fields.ts'
import { baseUrl, contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { describeDevice } from './device-name.ts'
import * as passkeys from './passkeys.ts'
import { schemas } from './second-factor.schemas.ts'
import * as use from './second-factor.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { signInRoutes } from './active-sessions.routes.ts'

/** The origin to which passkeys are bound. */
function webOriginOf(request: FastifyRequest): passkeys.WebOrigin {
  const { origin, hostname } = new URL(baseUrl(request))
  return { origin, hostname }
}

/** Users set up and remove their own second factors. Admins reset those of others. */
export const secondFactorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(secondStepRoutes(webOriginOf))
  await app.register(signInRoutes)
  const config = { allowWithoutSecondFactor: true, secret: true }

  app.get('/auth/protection', { config, schema: schemas.protection }, async (request) => ({
    success: true,
    data: await use.readSignInProtection(contextOf(request)),
  }))

  app.post('/auth/authenticator', { config, schema: schemas.beginAuthenticator }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({ success: true, data: await use.beginAuthenticator(ctx) })),
  )

  app.post('/auth/authenticator/confirm', { config, schema: schemas.confirmAuthenticator }, (request, reply) => {
    const code = readText(request.body.code) ?? ''
    return handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: { recovery_codes: await use.confirmAuthenticator(ctx, code) },
    }))
  })

  app.delete('/auth/authenticator', { config, schema: schemas.removeAuthenticator }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await use.removeAuthenticator(ctx)
      return { success: true }
    }),
  )

  app.post('/auth/passkeys/options', { config, schema: schemas.beginPasskey }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: await passkeys.beginPasskey(ctx, webOriginOf(request)),
    })),
  )

  app.post('/auth/passkeys', { config, schema: schemas.addPasskey }, async (request, reply) => {
    const { body, headers } = request
    const { nameMax } = constants.secondFactor.passkeys
    const name = (readText(body.name) ?? describeDevice(headers['user-agent'] ?? null)).slice(0, nameMax)
    const verified = await passkeys.verifyPasskey(contextOf(request), webOriginOf(request), body.credential)
    return handleWrite(request, reply, async (ctx) => {
      const added = await passkeys.addPasskey(ctx, verified, name)
      reply.status(201)
      return { success: true, data: { passkey: added.passkey, recovery_codes: added.recoveryCodes } }
    })
  })

  app.delete('/auth/passkeys/:id', { config, schema: schemas.removePasskey }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await passkeys.removePasskey(ctx, request.params.id)
      return { success: true }
    }),
  )

  app.post('/auth/recovery-codes', { config, schema: schemas.renewRecoveryCodes }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: { recovery_codes: await use.renewRecoveryCodes(ctx) },
    })),
  )

  app.delete('/users/:id/second-factor', { schema: schemas.reset }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await use.resetSecondFactor(ctx, request.params.id)
      return { success: true, message: texts.success.secondFactorReset }
    }),
  )
}
