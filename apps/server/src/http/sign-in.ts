import { isVet, type Role } from '@chisholm/domain/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteId } from '../database/ids.ts'
import type { AuthorizedSites } from './authorized-sites.ts'
import type { Context, Parts, SignedInPerson } from './context.ts'
import { unauthenticated } from './failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers people who are not signed in, always or when this says so. Every other route refuses them. */
    public?: boolean | ((parts: Parts) => Promise<boolean>)
    /** The route answers also who still has to set up a second factor. */
    beforeSecondFactor?: boolean
  }
  interface FastifyRequest {
    person: SignedInPerson | null
    /** The parts of the house this server is made of. */
    house: Parts
  }
}

/** Finds who a token stands for, with the sites they are linked to in the order of the links. */
export type Authenticate = (
  parts: Parts,
  bearer: string,
) => Promise<Omit<SignedInPerson, 'sites'> & { linkedSiteIds: SiteId[] }>

/** Refuses every request without a valid access token, but for routes that are `public` by their config. */
export function requireSignIn(app: FastifyInstance, parts: Parts, authenticate: Authenticate): void {
  app.decorateRequest('person', null)
  app.decorateRequest('house', { getter: () => parts })
  app.addHook('onRequest', async (request) => {
    const { public: open = false } = request.routeOptions.config
    if (open === true || request.is404) return
    if (open !== false && (await open(parts))) return
    const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !bearer) throw unauthenticated()
    const { linkedSiteIds, ...person } = await authenticate(parts, bearer)
    request.person = { ...person, sites: sitesOf(person, linkedSiteIds) }
  })
}

/** The one place that says whose data somebody may read: vet roles that of every site. */
const sitesOf = (person: { roles: Role[] }, linkedSiteIds: SiteId[]) =>
  // nothing else makes this type
  ({ ids: isVet(person) ? null : linkedSiteIds }) as AuthorizedSites

/** Gives what a use case takes first. Only for routes that require a signed-in person. */
export function contextOf(request: FastifyRequest): Context {
  if (!request.person) throw unauthenticated()
  return { ...request.house, person: request.person, requestId: request.id, source: request.ip }
}

/** The address people reach this server by, without a slash at the end. */
export function baseUrl(request: FastifyRequest): string {
  const { publicUrl, publicUrlGiven } = request.house.settings
  const address = `${request.protocol}://${request.host}`
  // a Host header may be anything
  return publicUrlGiven || !URL.canParse(address) ? publicUrl : address
}
