import { createHash, createHmac, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { lifetimes } from '@chisholm/domain/constants'
import { deriveKey } from '../../derive-key.ts'
import type { UserId } from '../../database/ids.ts'
import type { Services } from '../../services.ts'

const issuer = 'chisholm'
const audience = 'chisholm-api'
const keys = new Map<string, Uint8Array>()

function signingKey(secretKey: string): Uint8Array {
  const key = keys.get(secretKey) ?? deriveKey(secretKey, 'tokens')
  keys.set(secretKey, key)
  return key
}

type TokenUse = 'access' | 'challenge'
const lifetimeByUse: Record<TokenUse, number> = {
  access: lifetimes.accessTokenLife,
  challenge: lifetimes.accessTokenLife,
}

/** Creates a token for one use. It expires after 15 minutes. */
export const createToken = (secretKey: string, use: TokenUse, userId: UserId, signInId: string) =>
  new SignJWT({ use, sid: signInId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + lifetimeByUse[use]))
    .sign(signingKey(secretKey))

type SecretKeys = Pick<Services, 'secretKey' | 'previousSecretKeys'>

interface TokenSubject {
  userId: UserId
  signInId: string
  /** Expiry time in milliseconds. */
  until: number
}

/**
 * Tokens that were verified. The result of a verification stays the same until the token expires. Whether its sign-in
 * has ended is checked at every request nevertheless.
 */
const verified = new Map<string, TokenSubject>()
const maxVerified = 10_000

/**
 * Verifies a token.
 * @returns its user and sign-in, or null if it is invalid, expired or meant for another use
 */
export async function verifyToken(secrets: SecretKeys, use: TokenUse, token: string): Promise<TokenSubject | null> {
  for (const secretKey of [secrets.secretKey, ...secrets.previousSecretKeys]) {
    const subject = await verifyTokenWith(secretKey, use, token)
    if (subject) return subject
  }
  return null
}

async function verifyTokenWith(secretKey: string, use: TokenUse, token: string): Promise<TokenSubject | null> {
  const cacheKey = `${use} ${secretKey} ${token}`
  const cached = verified.get(cacheKey)
  if (cached && cached.until > Date.now()) return cached
  verified.delete(cacheKey)
  try {
    const { payload } = await jwtVerify(token, signingKey(secretKey), { algorithms: ['HS256'], issuer, audience })
    if (payload['use'] !== use || !payload.sub || !payload.exp) return null
    // cast: we signed it for a user
    const subject = { userId: payload.sub as UserId, signInId: String(payload['sid']), until: payload.exp * 1000 }
    if (verified.size >= maxVerified) verified.clear()
    verified.set(cacheKey, subject)
    return subject
  } catch {
    return null
  }
}

/** A refresh token is random. The database stores only its hash. */
export const createRefreshToken = () => randomBytes(32).toString('base64url')
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest()

/** Binds a session to the password with which it began, so that it ends when the password changes. */
export const passwordFingerprint = (passwordHash: string | null) => sha256(passwordHash ?? '').toString('base64url')

/**
 * Derives the next refresh token from the current one and the secret key. A caller who did not receive it can therefore
 * get the same one again.
 */
export const nextRefreshToken = (secretKey: string, refresh: string): string =>
  createHmac('sha256', deriveKey(secretKey, 'refresh tokens')).update(refresh).digest('base64url')
