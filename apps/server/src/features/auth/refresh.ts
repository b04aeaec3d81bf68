import { constants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Parts } from '../../http/context.ts'
import { unauthenticated } from '../../http/failures.ts'
import { requireTurn, takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import type { Visit } from './open-sign-in.ts'
import { hashOf, makeRefreshToken, makeToken } from './tokens.ts'

const { limits } = constants

/**
 * Changes a refresh token for a new pair. The one before may come again within 30 s (two tabs at once);
 * later that is theft, and the sign-in ends.
 */
export async function refreshSignIn(
  parts: Parts,
  visit: Visit,
  refresh: string,
): Promise<{ token: string; refresh: string; roles: Role[] }> {
  const guess = ['refresh', visit.source]
  await requireTurn(parts.db, guess, limits.failedRefreshes)
  const hash = hashOf(refresh)
  const renewed = await parts.db.transaction().execute(async (tx) => {
    const signIn = await queries.signInOfRefresh(tx, hash)
    const now = Date.now()
    if (!signIn || signIn.revoked_at || signIn.expires_at.getTime() < now) return null
    const isCurrent = signIn.refresh_hash.equals(hash)
    const idle = now - signIn.last_used_at.getTime() > constants.refreshTokenIdle
    const late = !isCurrent && now - (signIn.rotated_at?.getTime() ?? 0) > constants.refreshReuseGrace
    const user = await queries.userById(tx, signIn.user_id)
    if (idle || late || user?.status !== 'active') {
      if (late)
        await audit(
          tx,
          { ...visit, person: null },
          'sign-in token reused',
          { type: 'user', id: signIn.user_id },
          null,
          null,
        )
      await queries.revokeSignIn(tx, signIn.id)
      return null
    }
    const next = makeRefreshToken()
    await queries.rotateRefresh(tx, signIn.id, hashOf(next))
    return { userId: user.id, signInId: signIn.id, refresh: next, roles: user.roles }
  })
  if (!renewed) {
    await takeTurn(parts.db, guess, limits.failedRefreshes)
    throw unauthenticated(texts.failure.refreshToken)
  }
  const token = await makeToken(parts.secretKey, 'access', renewed.userId, renewed.signInId)
  return { token, refresh: renewed.refresh, roles: renewed.roles }
}
