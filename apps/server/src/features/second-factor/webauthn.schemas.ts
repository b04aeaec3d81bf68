import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Type } from 'typebox'

/** The parts of WebAuthn options and responses (level 3, section 5.1) that are used here. */
const credential = Type.Object({
  id: Type.String(),
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})
const requirement = Type.Enum(['discouraged', 'preferred', 'required'])
const challengeFields = {
  challenge: Type.String({ description: 'the challenge to sign, valid once' }),
  timeout: Type.Optional(Type.Number()),
  hints: Type.Optional(Type.Array(Type.Enum(['hybrid', 'security-key', 'client-device']))),
}

export const NewPasskeyOptions = Type.Object(
  {
    ...challengeFields,
    rp: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Number(), type: Type.Literal('public-key') })),
    excludeCredentials: Type.Optional(Type.Array(credential)),
    authenticatorSelection: Type.Optional(
      Type.Object({
        requireResidentKey: Type.Optional(Type.Boolean()),
        residentKey: Type.Optional(requirement),
        userVerification: Type.Optional(requirement),
      }),
    ),
    attestation: Type.Optional(Type.Enum(['direct', 'enterprise', 'indirect', 'none'])),
    extensions: Type.Optional(Type.Object({ credProps: Type.Optional(Type.Boolean()) })),
  },
  { title: 'NewPasskeyOptions' },
)

export const PasskeyOptions = Type.Object(
  {
    ...challengeFields,
    rpId: Type.Optional(Type.String()),
    allowCredentials: Type.Optional(Type.Array(credential)),
    userVerification: Type.Optional(requirement),
  },
  { title: 'PasskeyOptions' },
)

/** The response of a browser as JSON. The library validates the rest of it. */
const credentialResponse = Type.Object({ id: Type.String(), response: Type.Object({}) })
export const PasskeyRegistration = Type.Unsafe<RegistrationResponseJSON>(credentialResponse)
export const PasskeyAssertion = Type.Unsafe<AuthenticationResponseJSON>(credentialResponse)

const example = { id: 'q83vEjRWeJA', rawId: 'q83vEjRWeJA', type: 'public-key', clientExtensionResults: {} }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'
/** Examples of the responses. Only an authenticator can create one that would be accepted. */
export const passkeyExamples = {
  made: { ...example, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } },
  signed: { ...example, response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' } },
}
