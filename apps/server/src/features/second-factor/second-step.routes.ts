import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { SignIn } from '@chisholm/domain/schemas/sign-ins'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyText, readText } from '../../http/body-fields.ts'
import { exampleTexts } from '../../http/openapi/example-values.ts'
import { requestOrigin } from '../auth/index.ts'
import type { WebOrigin } from './passkeys.ts'
import { completeSignIn, readSecondStep } from './second-step.ts'
import { passkeyExamples, PasskeyOptions, PasskeyAssertion } from './webauthn.schemas.ts'

const Session = Type.Object({ session: Type.Optional(BodyText) })
const SecondStepAnswer = Type.Object({
  ...Session.properties,
  code: Type.Optional(BodyText),
  passkey: Type.Optional(PasskeyAssertion),
})
const SecondStepOptions = Type.Object({
  authenticator: Type.Boolean({
    description: 'whether an authenticator app’s code is accepted; recovery codes always are',
  }),
  passkey: Type.Union([PasskeyOptions, Type.Null()]),
})
const { secondStep: session, recoveryCode: code } = exampleTexts
const tags = ['second-factor']

const schemas = {
  ways: {
    operationId: 'readSecondStep',
    summary: 'Ways to answer the challenge SECOND_FACTOR; every call creates a new passkey challenge',
    tags,
    requiredFields: ['session'],
    problemStatuses: [401],
    examples: { session: { body: { session } } },
    body: Session,
    response: { 200: ItemResponse(SecondStepOptions) },
  },
  answer: {
    operationId: 'answerSecondStep',
    summary: 'Answer the challenge SECOND_FACTOR with a code of the app, a recovery code or a passkey',
    tags,
    requiredFields: ['session'],
    problemStatuses: [401, 429],
    examples: { code: { body: { session, code } }, passkey: { body: { session, passkey: passkeyExamples.signed } } },
    body: SecondStepAnswer,
    response: { 200: SignIn },
  },
}

/** The second step of a sign-in, which follows the password. */
export const secondStepRoutes =
  (addressOf: (request: FastifyRequest) => WebOrigin): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { public: true, secret: true }
    const sessionOf = (body: { session?: BodyText }) => readText(body.session) ?? ''

    app.post('/auth/second-factor/options', { config, schema: schemas.ways }, async (request) => ({
      success: true,
      data: await readSecondStep(request.services, sessionOf(request.body), addressOf(request)),
    }))

    app.post('/auth/second-factor', { config, schema: schemas.answer }, (request) => {
      const { passkey, code } = request.body
      const proof = passkey ? { passkey } : { code: readText(code) ?? '' }
      return completeSignIn(request.services, requestOrigin(request), {
        session: sessionOf(request.body),
        proof,
        webOrigin: addressOf(request),
      })
    })
  }
