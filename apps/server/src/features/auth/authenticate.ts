import { isVet, type Role } from '@chisholm/domain/permissions'
import type { SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { unauthenticated } from '../../http/app-error.ts'
import type { OpenSession } from '../../http/authentication.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { SignedInUser } from '../../http/context.ts'
import { activeUserWithSites, sessionQuery } from './auth.queries.ts'
import { verifyToken } from './tokens.ts'

/**
 * Caches the parsed user of each session, to parse a text only when it has changed. Every request still queries the
 * database.
 */
const lastSeen = new Map<string, { text: string; person: SignedInUser }>()
const maxSeen = 2000

/** Verifies a bearer token. @throws unauthenticated  it is invalid or has expired */
export const openSession: OpenSession = async (services, bearer) => {
  const token = await verifyToken(services, 'access', bearer)
  if (!token) throw unauthenticated()
  const { signInId, userId, until } = token
  const known = lastSeen.get(signInId)
  return {
    query: sessionQuery(signInId, userId),
    parameters: [signInId, userId],
    until,
    lastUser: known?.person,
    userOf(text) {
      if (known?.text === text) return known.person
      const person = parseUser(text, signInId)
      if (lastSeen.size >= maxSeen) lastSeen.clear()
      lastSeen.set(signInId, { text, person })
      return person
    },
  }
}

function parseUser(text: string, signInId: string): SignedInUser {
  // cast: the columns of `sessionQuery`
  const user = JSON.parse(text) as {
    id: UserId
    email: string
    roles: Role[]
    first_name: string | null
    last_name: string | null
    site_ids: SiteId[]
    practice_version: number | null
  }
  return {
    id: user.id,
    email: user.email,
    roles: user.roles,
    signInId,
    sites: sitesOf(user, user.site_ids),
    firstName: user.first_name,
    lastName: user.last_name,
    practiceVersion: user.practice_version,
  }
}

/** Only this function decides whose data a user may read: vet roles see every site. */
const sitesOf = (person: { roles: Role[] }, linkedSiteIds: SiteId[]) =>
  // cast: only this function creates the branded type
  ({ ids: isVet(person) ? null : linkedSiteIds }) as AuthorizedSites

/** The sites that a user may see, for a job on behalf of that user; null if the account is not active. */
export async function sitesOfUser(db: Executor, userId: UserId): Promise<AuthorizedSites | null> {
  const user = await activeUserWithSites(db, userId)
  return user ? sitesOf(user, user.site_ids) : null
}

/** Access to one site, for a job whose result everybody who sees this site may read. */
// cast: only this module creates the branded type
export const singleSite = (siteId: SiteId) => ({ ids: [siteId] }) as unknown as AuthorizedSites
