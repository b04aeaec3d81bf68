import { lifetimes, limits } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { unauthenticated } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { networkOf } from '../../http/source-network.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './auth.queries.ts'
import type { RequestOrigin } from './create-sign-in.ts'
import { sha256, createToken, nextRefreshToken } from './tokens.ts'

interface RenewedSignIn {
  userId: UserId
  signInId: string
  refresh: string
  roles: Role[]
}

/**
 * Exchanges a refresh token for a new pair. A token that was rotated less than 30 s ago gets the current pair, because
 * a response was lost or two tabs refreshed at once. Later use counts as theft and ends the sign-in (decisions.md
 * section 10).
 * @throws unauthenticated  the token is not valid any more
 * @throws tooMany          this source has failed too often; valid tokens, which nobody can guess, are accepted from it
 */
export async function refreshSignIn(
  services: Services,
  origin: RequestOrigin,
  refresh: string,
): Promise<{ token: string; refresh: string; roles: Role[] }> {
  const renewed = await inTransaction(services, (services) => renew(services, origin, refresh))
  if (!renewed) {
    await consumeRateLimit(services.db, ['refresh', networkOf(origin.source)], limits.failedRefreshes)
    throw unauthenticated(texts.failure.refreshToken)
  }
  const token = await createToken(services.secretKey, 'access', renewed.userId, renewed.signInId)
  return { token, refresh: renewed.refresh, roles: renewed.roles }
}

/** @returns null if the token belongs to no open sign-in; sign-ins that it revoked stay revoked */
async function renew(
  services: InTransaction<Services>,
  origin: RequestOrigin,
  refresh: string,
): Promise<RenewedSignIn | null> {
  const { db } = services
  const found = await queries.lockSignInByRefreshToken(db, sha256(refresh))
  if (!found) return null
  const { signIn, rotatedFor } = found
  const now = Date.now()
  if (signIn.revoked_at || signIn.expires_at.getTime() < now) return null
  const isIdle = now - signIn.last_used_at.getTime() > lifetimes.refreshTokenIdle
  const isReused = rotatedFor !== null && rotatedFor > lifetimes.refreshReuseGrace
  const user = await queries.userById(db, signIn.user_id)
  const next =
    rotatedFor === null ? nextRefreshToken(services.secretKey, refresh) : findCurrentToken(services, refresh, signIn)
  if (isIdle || isReused || next === null || user?.status !== 'active') {
    const subject = { type: 'user', id: signIn.user_id }
    if (isReused) await recordAudit(db, { ...origin, person: null }, { action: 'sign-in token reused', subject })
    await queries.revokeSignIn(db, signIn.id)
    return null
  }
  if (rotatedFor === null) await queries.rotateRefreshToken(db, signIn, sha256(next))
  return { userId: user.id, signInId: signIn.id, refresh: next, roles: user.roles }
}

/** More rotations cannot happen while a rotated token is still accepted. */
const maxRotations = 100

/** Follows the rotations of a token to the current one. Returns null if they do not lead there. */
function findCurrentToken(
  services: InTransaction<Services>,
  refresh: string,
  signIn: { refresh_hash: Buffer },
): string | null {
  for (const secretKey of [services.secretKey, ...services.previousSecretKeys]) {
    let token = refresh
    for (let rotations = 0; rotations < maxRotations; rotations++) {
      token = nextRefreshToken(secretKey, token)
      if (signIn.refresh_hash.equals(sha256(token))) return token
    }
  }
  return null
}
