import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import { readText } from '../../http/body-fields.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { schemas } from './second-factor.schemas.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  readSignInProtection,
  removeAuthenticator,
  renewRecoveryCodes,
  resetSecondFactor,
} from './second-factor.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { signInRoutes } from './active-sessions.routes.ts'
import { webOriginOf } from './web-origin.ts'

/** Users set up and remove their own second factors. Admins reset those of others. */
export const secondFactorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(secondStepRoutes(webOriginOf))
  await app.register(signInRoutes)
  await app.register(passkeyRoutes)
  const config = { allowWithoutSecondFactor: true, secret: true }

  app.get('/auth/protection', { config, schema: schemas.protection }, async (request) => ({
    success: true,
    data: await readSignInProtection(contextOf(request)),
  }))

  app.post('/auth/authenticator', { config, schema: schemas.beginAuthenticator }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({ success: true, data: await beginAuthenticator(ctx) })),
  )

  app.post('/auth/authenticator/confirm', { config, schema: schemas.confirmAuthenticator }, (request, reply) => {
    const code = readText(request.body.code) ?? ''
    return handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: { recovery_codes: await confirmAuthenticator(ctx, code) },
    }))
  })

  app.delete('/auth/authenticator', { config, schema: schemas.removeAuthenticator }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await removeAuthenticator(ctx)
      return { success: true }
    }),
  )

  app.post('/auth/recovery-codes', { config, schema: schemas.renewRecoveryCodes }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: { recovery_codes: await renewRecoveryCodes(ctx) },
    })),
  )

  app.delete('/users/:id/second-factor', { schema: schemas.reset }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const wasReset = await resetSecondFactor(ctx, request.params.id)
      return { success: true, message: texts.success[wasReset ? 'secondFactorReset' : 'noSecondFactorToReset'] }
    }),
  )
}
