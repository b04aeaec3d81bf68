import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { lifetimes } from '@chisholm/domain/constants'
import type { UserId } from '../../database/ids.ts'
import type { Parts } from '../../http/context.ts'

const issuer = 'chisholm'
const audience = 'chisholm-api'
const keys = new Map<string, Uint8Array>()

function keyFrom(secretKey: string): Uint8Array {
  const known = keys.get(secretKey) ?? new Uint8Array(hkdfSync('sha256', secretKey, '', 'tokens', 32))
  keys.set(secretKey, known)
  return known
}

type Use = 'access' | 'challenge'
const lives: Record<Use, number> = { access: lifetimes.accessTokenLife, challenge: lifetimes.accessTokenLife }

/** Makes a token for one use; it ends after 15 minutes. */
export const makeToken = (secretKey: string, use: Use, userId: UserId, signInId: string) =>
  new SignJWT({ use, sid: signInId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + lives[use]))
    .sign(keyFrom(secretKey))

type Secrets = Pick<Parts, 'secretKey' | 'oldSecretKeys'>

interface Holder {
  userId: UserId
  signInId: string
}

/** Tokens verified before: a token stays what it is until it expires, and only its sign-in is asked for each time. */
const verified = new Map<string, Holder & { until: number }>()
const mostVerified = 10_000

/** @returns whom and which sign-in a token is for, or null when it is not ours, not for this use, or expired */
export async function readToken(secrets: Secrets, use: Use, token: string): Promise<Holder | null> {
  for (const secretKey of [secrets.secretKey, ...secrets.oldSecretKeys]) {
    const holder = await readTokenOf(secretKey, use, token)
    if (holder) return holder
  }
  return null
}

async function readTokenOf(secretKey: string, use: Use, token: string): Promise<Holder | null> {
  const name = `${use} ${secretKey} ${token}`
  const known = verified.get(name)
  if (known && known.until > Date.now()) return known
  verified.delete(name)
  try {
    const { payload } = await jwtVerify(token, keyFrom(secretKey), { algorithms: ['HS256'], issuer, audience })
    if (payload['use'] !== use || !payload.sub || !payload.exp) return null
    // we signed it for a user
    const holder = { userId: payload.sub as UserId, signInId: String(payload['sid']), until: payload.exp * 1000 }
    if (verified.size >= mostVerified) verified.clear()
    verified.set(name, holder)
    return holder
  } catch {
    return null
  }
}

/** A refresh token is chance alone; the database knows only its hash. */
export const makeRefreshToken = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** What a session says of the password it was begun with, so that it ends when the password is another one. */
export const fingerprintOf = (passwordHash: string | null) => hashOf(passwordHash ?? '').toString('base64url')

/**
 * The token that follows a refresh token at its rotation. It follows from that one and our secret alone, so that a caller
 * who never got it can be given the same again.
 */
export const nextRefreshToken = (secretKey: string, refresh: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secretKey, '', 'refresh tokens', 32)))
    .update(refresh)
    .digest('base64url')
