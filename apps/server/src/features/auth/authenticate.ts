import type { Services } from '../../services.ts'
import { unauthenticated } from '../../http/app-error.ts'
import type { Authenticate } from '../../http/authentication.ts'
import * as queries from './auth.queries.ts'
import { verifyToken } from './tokens.ts'

/**
 * Verifies a bearer token and reads its user.
 * @throws unauthenticated  the token is invalid, or its sign-in or account has ended
 */
export async function authenticate(services: Services, bearer: string): ReturnType<Authenticate> {
  const token = await verifyToken(services, 'access', bearer)
  const person = token && (await queries.signedInUser(services.db, token.signInId, token.userId))
  if (!token || !person) throw unauthenticated()
  return {
    id: person.id,
    email: person.email,
    roles: person.roles,
    signInId: token.signInId,
    linkedSiteIds: person.site_ids,
    firstName: person.first_name,
    lastName: person.last_name,
  }
}
