import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { constants } from '@chisholm/domain/constants'
import { One, Passkey, Protection } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import type { Parts } from '../../http/context.ts'
import { baseUrl, contextOf } from '../../http/sign-in.ts'
import { deviceOf } from './device.ts'
import * as passkeys from './passkeys.ts'
import * as use from './second-factor.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { signInRoutes } from './sign-ins.routes.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Done = Type.Object({ success: Type.Boolean(), message: Type.Optional(Type.String()) })
const Codes = Type.Object({ recovery_codes: Type.Union([Type.Array(Type.String()), Type.Null()]) })
const Code = Type.Object({ code: Type.Optional(BodyText) })
const NewPasskey = Type.Object({
  name: Type.Optional(BodyText),
  // read in full by the library that checks it
  credential: Type.Unsafe<RegistrationResponseJSON>(Type.Object({ id: Type.String(), response: Type.Object({}) })),
})

/** The address a passkey is bound to. */
function addressOf(request: FastifyRequest): passkeys.Address {
  const { origin, hostname } = new URL(baseUrl(request))
  return { origin, hostname }
}

/** Setting up what protects one's own sign-in; and taking it from somebody who lost it. */
export const secondFactorRoutes =
  (parts: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(secondStepRoutes(parts, addressOf))
    await app.register(signInRoutes)
    const config = { beforeSecondFactor: true, secret: true }

    app.get('/auth/protection', { config, schema: { response: { 200: One(Protection) } } }, async (request) => ({
      success: true,
      data: await use.readProtection(contextOf(request)),
    }))

    const Begun = One(Type.Object({ secret: Type.String(), address: Type.String() }))
    app.post('/auth/authenticator', { config, schema: { response: { 200: Begun } } }, async (request) => ({
      success: true,
      data: await use.beginAuthenticator(contextOf(request)),
    }))

    app.post(
      '/auth/authenticator/confirm',
      { config, schema: { body: Code, response: { 200: One(Codes) } } },
      async (request) => {
        const code = readText(request.body.code) ?? ''
        return { success: true, data: { recovery_codes: await use.confirmAuthenticator(contextOf(request), code) } }
      },
    )

    app.delete('/auth/authenticator', { config, schema: { response: { 200: Done } } }, async (request) => {
      await use.removeAuthenticator(contextOf(request))
      return { success: true }
    })

    app.post('/auth/passkeys/options', { config, schema: { response: { 200: One(Type.Any()) } } }, async (request) => ({
      success: true,
      data: await passkeys.beginPasskey(contextOf(request), addressOf(request)),
    }))

    app.post(
      '/auth/passkeys',
      {
        config,
        schema: {
          body: NewPasskey,
          response: { 201: One(Type.Object({ passkey: Passkey, ...Codes.properties })) },
        },
      },
      async (request, reply) => {
        const { body, headers } = request
        const name = (readText(body.name) ?? deviceOf(headers['user-agent'] ?? null)).slice(
          0,
          constants.secondFactor.passkeys.nameMax,
        )
        const added = await passkeys.addPasskey(contextOf(request), addressOf(request), body.credential, name)
        reply.status(201)
        return { success: true, data: { passkey: added.passkey, recovery_codes: added.recoveryCodes } }
      },
    )

    app.delete('/auth/passkeys/:id', { config, schema: { params: Id, response: { 200: Done } } }, async (request) => {
      await passkeys.removePasskey(contextOf(request), request.params.id)
      return { success: true }
    })

    app.post('/auth/recovery-codes', { config, schema: { response: { 200: One(Codes) } } }, async (request) => ({
      success: true,
      data: { recovery_codes: await use.renewRecoveryCodes(contextOf(request)) },
    }))

    app.delete('/users/:id/second-factor', { schema: { params: Id, response: { 200: Done } } }, async (request) => {
      await use.resetSecondFactor(contextOf(request), request.params.id)
      return { success: true, message: texts.success.secondFactorReset }
    })
  }
