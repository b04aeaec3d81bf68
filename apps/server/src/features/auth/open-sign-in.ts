import { v7 as uuidv7 } from 'uuid'
import { lifetimes } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { SignIn } from '@chisholm/domain/shapes'
import type { UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import { audit } from '../audit/index.ts'
import * as queries from './auth.queries.ts'
import { hashOf, makeRefreshToken, makeToken } from './tokens.ts'

/** Where a request of somebody not signed in comes from. */
export interface Visit {
  requestId: string
  source: string
  userAgent: string | null
}

/** The answer to a sign-in that does not open yet. */
export const emptySignIn = {
  success: true,
  state: 'okay',
  uuid: null,
  token: null,
  refresh: null,
  challenge: null,
  session: null,
}

/** Opens a sign-in for somebody who has proven to be this user. */
export async function openSignIn(
  parts: InTransaction<Parts>,
  visit: Visit,
  user: { id: UserId; roles: Role[] },
  action: string,
): Promise<SignIn> {
  const id = uuidv7()
  const refresh = makeRefreshToken()
  await queries.insertSignIn(parts.db, {
    id,
    user_id: user.id,
    refresh_hash: hashOf(refresh),
    expires_at: new Date(Date.now() + lifetimes.refreshTokenLife),
    source: visit.source,
    user_agent: visit.userAgent,
  })
  await audit(parts.db, { ...visit, person: user }, action, { type: 'user', id: user.id }, null, null)
  const token = await makeToken(parts.secretKey, 'access', user.id, id)
  return { ...emptySignIn, uuid: user.id, token, refresh, roles: user.roles }
}
