import type { AuditAction } from '@chisholm/domain/audit-sentences'
import { lifetimes } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { newId, type UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import * as queries from './auth.queries.ts'
import { sha256, createRefreshToken, createToken } from './tokens.ts'

/** The origin of a request without a sign-in. */
export interface RequestOrigin {
  requestId: string
  source: string
  userAgent: string | null
}

/** The response to a correct password that requires another step. */
export const pendingSignIn = {
  success: true,
  state: 'okay',
  uuid: null,
  token: null,
  refresh: null,
  challenge: null,
  session: null,
}

/** Starts a session for a user. The caller must have verified password and second factor. */
export async function createSignIn(
  services: InTransaction<Services>,
  origin: RequestOrigin,
  user: { id: UserId; roles: Role[] },
  action: AuditAction,
): Promise<SignIn> {
  const id = newId()
  const refresh = createRefreshToken()
  await queries.insertSignIn(services.db, {
    id,
    user_id: user.id,
    refresh_hash: sha256(refresh),
    expires_at: new Date(Date.now() + lifetimes.refreshTokenLife),
    source: origin.source,
    user_agent: origin.userAgent,
  })
  await recordAudit(services.db, { ...origin, person: user }, { action, subject: { type: 'user', id: user.id } })
  const token = await createToken(services.secretKey, 'access', user.id, id)
  return { ...pendingSignIn, uuid: user.id, token, refresh, roles: user.roles }
}
