import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Passkey, Protection } from '@chisholm/domain/schemas/sign-ins'
import { Type } from 'typebox'
import type { UserId } from '../../database/ids.ts'
import { BodyText } from '../../http/body-fields.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { PasskeyRegistration, NewPasskeyOptions, passkeyExamples } from './webauthn.schemas.ts'

const Id = idParameter()
const User = idParameter<UserId>()
const Done = Type.Object({ success: Type.Boolean(), message: Type.Optional(Type.String()) })
const codesSchema = Type.Array(Type.String(), { description: 'shown only once' })
const recovery_codes = Type.Union([codesSchema, Type.Null()], {
  description: 'with the first second factor, else null',
})
const tags = ['second-factor']
/** The status of the response if the sign-in is not recent. */
const requiresRecentSignIn = [403]

export const schemas = {
  protection: {
    operationId: 'getProtection',
    summary: 'The signed-in user’s second factors',
    tags,
    response: { 200: ItemResponse(Protection) },
  },
  beginAuthenticator: {
    operationId: 'beginAuthenticator',
    summary: 'Create a secret for an authenticator app; it takes effect once a code is confirmed',
    tags,
    problemStatuses: [...requiresRecentSignIn, 409],
    response: {
      200: ItemResponse(
        Type.Object({
          secret: Type.String({ description: 'in base32, for typing' }),
          address: Type.String({ description: 'otpauth://… URL for a QR code' }),
        }),
      ),
    },
  },
  confirmAuthenticator: {
    operationId: 'confirmAuthenticator',
    summary: 'Confirm the authenticator app with its first code',
    tags,
    requiredFields: ['code'],
    problemStatuses: [...requiresRecentSignIn, 409],
    examples: { code: { body: { code: exampleTexts.authenticatorCode } } },
    body: Type.Object({ code: Type.Optional(BodyText) }),
    response: { 200: ItemResponse(Type.Object({ recovery_codes })) },
  },
  removeAuthenticator: {
    operationId: 'removeAuthenticator',
    summary: 'Remove the authenticator app',
    tags,
    problemStatuses: [...requiresRecentSignIn, 404],
    response: { 200: Done },
  },
  beginPasskey: {
    operationId: 'beginPasskey',
    summary: 'Options for registering a passkey in the browser',
    tags,
    problemStatuses: [...requiresRecentSignIn, 409],
    response: { 200: ItemResponse(NewPasskeyOptions) },
  },
  addPasskey: {
    operationId: 'addPasskey',
    summary: 'Add the registered passkey',
    tags,
    requiredFields: ['credential'],
    problemStatuses: [...requiresRecentSignIn, 409],
    examples: { phone: { body: { name: 'My phone', credential: passkeyExamples.made } } },
    body: Type.Object({ name: Type.Optional(BodyText), credential: PasskeyRegistration }),
    response: { 201: ItemResponse(Type.Object({ passkey: Passkey, recovery_codes })) },
  },
  removePasskey: {
    operationId: 'removePasskey',
    summary: 'Remove a passkey of the signed-in user',
    tags,
    problemStatuses: requiresRecentSignIn,
    examples: { passkey: { id: exampleIds.passkey } },
    params: Id,
    response: { 200: Done },
  },
  renewRecoveryCodes: {
    operationId: 'renewRecoveryCodes',
    summary: 'Create new recovery codes; the previous ones become invalid',
    tags,
    problemStatuses: [...requiresRecentSignIn, 409],
    response: { 200: ItemResponse(Type.Object({ recovery_codes: codesSchema })) },
  },
  reset: {
    operationId: 'resetSecondFactor',
    summary: 'As an Admin, remove the second factor of a user who lost it',
    problemStatuses: requiresRecentSignIn,
    examples: { person: { id: exampleIds.personWithSecondFactor } },
    params: User,
    response: { 200: Done },
  },
}
