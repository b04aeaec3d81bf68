import { isVet, type Role } from '@chisholm/domain/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteId } from '../database/ids.ts'
import type { AuthorizedSites } from './authorized-sites.ts'
import type { Context, SignedInUser } from './context.ts'
import type { Services } from '../services.ts'
import { unauthenticated } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accessible without signing in, always or if the function says so. */
    public?: boolean | ((services: Services) => Promise<boolean>)
    /** Accessible before a required second factor is set up. */
    allowWithoutSecondFactor?: boolean
  }
  interface FastifyRequest {
    person: SignedInUser | null
    /** Application services. */
    services: Services
  }
}

/** Finds the user of a token, with the linked sites in the order of their links. */
export type Authenticate = (
  services: Services,
  bearer: string,
) => Promise<Omit<SignedInUser, 'sites'> & { linkedSiteIds: SiteId[] }>

/** Requires a valid access token on every route that is not `public`. */
export function registerAuthentication(app: FastifyInstance, services: Services, authenticate: Authenticate): void {
  app.decorateRequest('person', null)
  app.decorateRequest('services', { getter: () => services })
  app.addHook('onRequest', async (request) => {
    const { public: isPublic = false } = request.routeOptions.config
    if (isPublic === true || request.is404) return
    if (isPublic !== false && (await isPublic(services))) return
    const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !bearer) throw unauthenticated()
    const { linkedSiteIds, ...person } = await authenticate(services, bearer)
    request.person = { ...person, sites: sitesOf(person, linkedSiteIds) }
  })
}

/** Only this function decides whose data a user may read: vet roles see every site. */
const sitesOf = (person: { roles: Role[] }, linkedSiteIds: SiteId[]) =>
  // cast: only this function creates the branded type
  ({ ids: isVet(person) ? null : linkedSiteIds }) as AuthorizedSites

/** Context for use cases; requires a signed-in user. */
export function contextOf(request: FastifyRequest): Context {
  if (!request.person) throw unauthenticated()
  return { ...request.services, person: request.person, requestId: request.id, source: request.ip }
}

/** Public URL of this server, without a trailing slash. */
export function baseUrl(request: FastifyRequest): string {
  const { publicUrl, isPublicUrlSet: publicUrlGiven } = request.services.settings
  const address = `${request.protocol}://${request.host}`
  // the Host header is untrusted
  return publicUrlGiven || !URL.canParse(address) ? publicUrl : address
}
