import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** The part of CBOR (RFC 8949) that an attestation needs. Lengths must be below 256. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

interface PublicKeyOptions {
  challenge: string
}

/** A virtual authenticator with one key. It returns what a browser would send (WebAuthn level 2, section 6). */
export function createVirtualAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  const encodeClientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  /** Flags: 1 means present, 4 verified, 64 that a new credential follows. */
  const authData = (flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, more])
  }

  const make = ({ challenge }: PublicKeyOptions) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    // In COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData(0x45, credential)),
    ])
    const response = {
      clientDataJSON: encodeClientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  /**
   * Signs the challenge of a sign-in.
   * @param counter  the signature counter; by default one more than last time
   */
  const answer = ({ challenge }: PublicKeyOptions, counter = uses + 1) => {
    uses = counter
    const clientData = encodeClientData('webauthn.get', challenge)
    const data = authData(0x05)
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
    }
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  return { id, make, answer }
}
