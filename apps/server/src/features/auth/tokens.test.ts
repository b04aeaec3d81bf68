import { hkdfSync } from 'node:crypto'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { newId, type UserId } from '../../database/ids.ts'
import { createToken, verifyToken } from './tokens.ts'

const secretKey = 'a secret key of this test, long enough'
const secrets = { secretKey, previousSecretKeys: [] }
const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'tokens', 32))
const soon = Math.floor(Date.now() / 1000) + 600

const person = newId<UserId>()
const right = { sub: person, sid: 'sign-in', use: 'access', iss: 'chisholm', aud: 'chisholm-api', exp: soon }
const signed = (claims: JWTPayload, header: JWTHeaderParameters = { alg: 'HS256', typ: 'JWT' }) =>
  new SignJWT(claims).setProtectedHeader(header).sign(key)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

test('a token is valid for its own use only', async () => {
  const token = await createToken(secretKey, 'access', person, 'sign-in')
  expect(await verifyToken(secrets, 'access', token)).toMatchObject({ userId: person, signInId: 'sign-in' })
  expect(await verifyToken(secrets, 'challenge', token)).toBeNull()
  expect(await verifyToken(secrets, 'access', await signed(right))).toMatchObject({ userId: person })
})

test.each([
  ['has run out', { ...right, exp: soon - 1200 }],
  ['counts only later', { ...right, nbf: soon }],
  ['never ends', { ...right, exp: undefined }],
  ['is of another issuer', { ...right, iss: 'elsewhere' }],
  ['is for another audience', { ...right, aud: 'elsewhere' }],
  ['is for nobody', { ...right, sub: undefined }],
  ['is for another use', { ...right, use: 'challenge' }],
  ['names no use', { ...right, use: undefined }],
])('a token that %s is refused, though our key signed it', async (_why, claims) => {
  // JSON leaves out a claim that is undefined.
  expect(await verifyToken(secrets, 'access', await signed(JSON.parse(JSON.stringify(claims))))).toBeNull()
})

test('another algorithm, none, another key and changed claims are rejected', async () => {
  const [header = '', , signature = ''] = (await signed(right)).split('.')
  const forged = [
    await signed(right, { alg: 'HS512' }),
    `${encoded({ alg: 'none' })}.${encoded(right)}.`,
    `${header}.${encoded({ ...right, sub: 'somebody else' })}.${signature}`,
    await createToken('another secret key, long enough as well', 'access', person, 'sign-in'),
  ]
  for (const token of forged) expect(await verifyToken(secrets, 'access', token)).toBeNull()
})

test('a key embedded in the token is ignored', async () => {
  const own = new Uint8Array(32)
  const header = {
    alg: 'HS256',
    jwk: { kty: 'oct', k: Buffer.from(own).toString('base64url') },
    jku: 'https://x.example',
  }
  const token = await new SignJWT(right).setProtectedHeader(header).sign(own)
  expect(await verifyToken(secrets, 'access', token)).toBeNull()
})
