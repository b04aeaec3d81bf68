import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { firstCharacters } from '@chisholm/domain/validation'
import { contextOf } from '../../http/authentication.ts'
import { readText } from '../../http/body-fields.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { describeDevice } from './device-name.ts'
import * as passkeys from './passkeys.ts'
import { schemas } from './second-factor.schemas.ts'
import { webOriginOf } from './web-origin.ts'

/** Users add and remove their own passkeys. */
export const passkeyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const config = { allowWithoutSecondFactor: true, secret: true }

  app.post('/auth/passkeys/options', { config, schema: schemas.beginPasskey }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => ({
      success: true,
      data: await passkeys.beginPasskey(ctx, webOriginOf(request)),
    })),
  )

  app.post('/auth/passkeys', { config, schema: schemas.addPasskey }, async (request, reply) => {
    const { body, headers } = request
    const { nameMax } = constants.secondFactor.passkeys
    const name = firstCharacters(readText(body.name) ?? describeDevice(headers['user-agent'] ?? null), nameMax)
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
}
