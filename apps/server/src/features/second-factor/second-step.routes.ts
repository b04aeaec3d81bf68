import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, SignIn } from '@chisholm/domain/shapes'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/bodies.ts'
import { exampleTexts } from '../../http/example-values.ts'
import { visitOf } from '../auth/index.ts'
import type { Address } from './passkeys.ts'
import * as use from './second-step.ts'
import { passkeyExamples, PasskeyOptions, SignedByPasskey } from './webauthn.schemas.ts'

const Session = Type.Object({ session: Type.Optional(BodyText) })
const Answer = Type.Object({
  ...Session.properties,
  code: Type.Optional(BodyText),
  passkey: Type.Optional(SignedByPasskey),
})
const Ways = Type.Object({
  authenticator: Type.Boolean({ description: 'whether a code of an app is taken; a recovery code always is' }),
  passkey: Type.Union([PasskeyOptions, Type.Null()]),
})
const { secondStep: session, recoveryCode: code } = exampleTexts
const tags = ['second-factor']

const schemas = {
  ways: {
    operationId: 'readSecondStep',
    summary: 'How the challenge SECOND_FACTOR can be answered; each time a passkey is asked to sign something else',
    tags,
    needs: ['session'],
    refuses: [401],
    examples: { session: { body: { session } } },
    body: Session,
    response: { 200: One(Ways) },
  },
  answer: {
    operationId: 'answerSecondStep',
    summary: 'Answer the challenge SECOND_FACTOR by a code of the app, a recovery code or a passkey',
    tags,
    needs: ['session'],
    refuses: [401, 429],
    examples: { code: { body: { session, code } }, passkey: { body: { session, passkey: passkeyExamples.signed } } },
    body: Answer,
    response: { 200: SignIn },
  },
}

/** The second step of a sign-in, after its password. */
export const secondStepRoutes =
  (addressOf: (request: FastifyRequest) => Address): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { public: true, secret: true }
    const sessionOf = (body: { session?: BodyText }) => readText(body.session) ?? ''

    app.post('/auth/second-factor/options', { config, schema: schemas.ways }, async (request) => ({
      success: true,
      data: await use.readSecondStep(request.house, sessionOf(request.body), addressOf(request)),
    }))

    app.post('/auth/second-factor', { config, schema: schemas.answer }, (request) => {
      const { passkey, code } = request.body
      const proof = passkey ? { passkey } : { code: readText(code) ?? '' }
      return use.completeSignIn(request.house, visitOf(request), sessionOf(request.body), proof, addressOf(request))
    })
  }
