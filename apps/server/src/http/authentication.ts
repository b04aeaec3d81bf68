import { isVet, type Role } from '@chisholm/domain/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteId } from '../database/ids.ts'
import type { AuthorizedSites } from './authorized-sites.ts'
import type { Context, Services, SignedInUser } from './context.ts'
import { unauthenticated } from './app-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers people who are not signed in, always or when this says so. Every other route refuses them. */
    public?: boolean | ((services: Services) => Promise<boolean>)
    /** The route answers also who still has to set up a second factor. */
    allowWithoutSecondFactor?: boolean
  }
  interface FastifyRequest {
    person: SignedInUser | null
    /** The services of the services this server is made of. */
    services: Services
  }
}

/** Finds who a token stands for, with the sites they are linked to in the order of the links. */
export type Authenticate = (
  services: Services,
  bearer: string,
) => Promise<Omit<SignedInUser, 'sites'> & { linkedSiteIds: SiteId[] }>

/** Refuses every request without a valid access token, but for routes that are `public` by their config. */
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

/** The one place that says whose data somebody may read: vet roles that of every site. */
const sitesOf = (person: { roles: Role[] }, linkedSiteIds: SiteId[]) =>
  // cast: nothing else makes this type
  ({ ids: isVet(person) ? null : linkedSiteIds }) as AuthorizedSites

/** Gives what a use case takes first. Only for routes that require a signed-in person. */
export function contextOf(request: FastifyRequest): Context {
  if (!request.person) throw unauthenticated()
  return { ...request.services, person: request.person, requestId: request.id, source: request.ip }
}

/** The address people reach this server by, without a slash at the end. */
export function baseUrl(request: FastifyRequest): string {
  const { publicUrl, isPublicUrlSet: publicUrlGiven } = request.services.settings
  const address = `${request.protocol}://${request.host}`
  // a Host header may be anything
  return publicUrlGiven || !URL.canParse(address) ? publicUrl : address
}
