import type { Parts } from '../../http/context.ts'
import { unauthenticated } from '../../http/failures.ts'
import type { Authenticate } from '../../http/sign-in.ts'
import * as queries from './auth.queries.ts'
import { readToken } from './tokens.ts'

/** Tells who a bearer token stands for. @throws unauthenticated  it is not valid, or its sign-in or account ended */
export async function authenticate(parts: Parts, bearer: string): ReturnType<Authenticate> {
  const token = await readToken(parts, 'access', bearer)
  const person = token && (await queries.signedInPerson(parts.db, token.signInId, token.userId))
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
