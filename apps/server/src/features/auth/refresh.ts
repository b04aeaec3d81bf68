import { lifetimes, limits } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { UserId } from '../../database/ids.ts'
import { inTransaction, type InTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import { unauthenticated } from '../../http/failures.ts'
import { requireTurn, takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import type { Visit } from './open-sign-in.ts'
import { hashOf, makeToken, nextRefreshToken } from './tokens.ts'

interface Renewed {
  userId: UserId
  signInId: string
  refresh: string
  roles: Role[]
}

/**
 * Changes a refresh token for a new pair. Any token of the sign-in that was rotated less than 30 s ago (an answer was lost,
 * or two tabs asked at once) gets the newest pair again; later that is theft, and the sign-in ends (decisions.md section 10).
 * @throws unauthenticated; too-many  failed tries of this source
 */
export async function refreshSignIn(
  parts: Parts,
  visit: Visit,
  refresh: string,
): Promise<{ token: string; refresh: string; roles: Role[] }> {
  const guess = ['refresh', visit.source]
  await requireTurn(parts.db, guess, limits.failedRefreshes)
  const renewed = await inTransaction(parts, (parts) => renew(parts, visit, refresh))
  if (!renewed) {
    await takeTurn(parts.db, guess, limits.failedRefreshes)
    throw unauthenticated(texts.failure.refreshToken)
  }
  const token = await makeToken(parts.secretKey, 'access', renewed.userId, renewed.signInId)
  return { token, refresh: renewed.refresh, roles: renewed.roles }
}

/** @returns null when the token is of no open sign-in; what that ends is ended when the transaction commits */
async function renew(parts: InTransaction<Parts>, visit: Visit, refresh: string): Promise<Renewed | null> {
  const { db } = parts
  const found = await queries.signInOfRefresh(db, hashOf(refresh))
  if (!found) return null
  const { signIn, rotatedAt } = found
  const now = Date.now()
  if (signIn.revoked_at || signIn.expires_at.getTime() < now) return null
  const idle = now - signIn.last_used_at.getTime() > lifetimes.refreshTokenIdle
  const stolen = rotatedAt !== null && now - rotatedAt.getTime() > lifetimes.refreshReuseGrace
  const user = await queries.userById(db, signIn.user_id)
  const next = rotatedAt === null ? nextRefreshToken(parts.secretKey, refresh) : newestAfter(parts, refresh, signIn)
  if (idle || stolen || next === null || user?.status !== 'active') {
    const subject = { type: 'user', id: signIn.user_id }
    if (stolen) await audit(db, { ...visit, person: null }, 'sign-in token reused', subject, null, null)
    await queries.revokeSignIn(db, signIn.id)
    return null
  }
  if (rotatedAt === null) await queries.rotateRefresh(db, signIn, hashOf(next))
  return { userId: user.id, signInId: signIn.id, refresh: next, roles: user.roles }
}

/** More rotations than fit into the time in which a rotated token counts. */
const mostRotations = 100

/** Follows the rotations of a token to the current one; null when it does not lead there. */
function newestAfter(parts: InTransaction<Parts>, refresh: string, signIn: { refresh_hash: Buffer }): string | null {
  for (const secretKey of [parts.secretKey, ...parts.oldSecretKeys]) {
    let token = refresh
    for (let rotations = 0; rotations < mostRotations; rotations++) {
      token = nextRefreshToken(secretKey, token)
      if (signIn.refresh_hash.equals(hashOf(token))) return token
    }
  }
  return null
}
