import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { One, SignIn } from '@chisholm/domain/shapes'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import type { Parts } from '../../http/context.ts'
import { visitOf } from '../auth/index.ts'
import type { Address } from './passkeys.ts'
import * as use from './second-step.ts'

const Session = Type.Object({ session: Type.Optional(BodyText) })
const Answer = Type.Object({
  ...Session.properties,
  code: Type.Optional(BodyText),
  // read in full by the library that checks it
  passkey: Type.Optional(
    Type.Unsafe<AuthenticationResponseJSON>(Type.Object({ id: Type.String(), response: Type.Object({}) })),
  ),
})
const Ways = Type.Object({
  authenticator: Type.Boolean(),
  passkey: Type.Any({ description: 'what the browser needs to have a passkey sign (WebAuthn), or null' }),
})

/** The second step of a sign-in, after its password. */
export const secondStepRoutes =
  (parts: Parts, addressOf: (request: FastifyRequest) => Address): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { public: true }
    const sessionOf = (body: { session?: BodyText }) => readText(body.session) ?? ''

    app.post(
      '/auth/second-factor/options',
      { config, schema: { body: Session, response: { 200: One(Ways) } } },
      async (request) => ({
        success: true,
        data: await use.readSecondStep(parts, sessionOf(request.body), addressOf(request)),
      }),
    )

    app.post('/auth/second-factor', { config, schema: { body: Answer, response: { 200: SignIn } } }, (request) => {
      const { passkey, code } = request.body
      const proof = passkey ? { passkey } : { code: readText(code) ?? '' }
      return use.completeSignIn(parts, visitOf(request), sessionOf(request.body), proof, addressOf(request))
    })
  }
