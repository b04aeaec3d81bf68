import { may, type RoleAction } from '@chisholm/domain/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../database/executor.ts'
import type { QueryTemplate } from '../database/query-template.ts'
import type { Services } from '../services.ts'
import type { Context, SignedInUser } from './context.ts'
import { forbidden, unauthenticated } from './app-error.ts'
import { readWithSession, statementOf, withSession } from './authentication.queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no sign-in: always, or if the function returns true. */
    public?: boolean | ((services: Services) => Promise<boolean>)
    /** Whether users may call the route before they have set up a second factor that is required of them. */
    allowWithoutSecondFactor?: boolean
    /** The handler checks the session itself, by `sessionReaderOf` or `checkedContextOf`, to save a round trip to the database. */
    checksSession?: boolean
    /**
     * What the role of the user must allow. It is checked before the rest of the request is read; use cases check it
     * again.
     */
    requires?: RoleAction
  }
  interface FastifyRequest {
    /** The signed-in user; until the session is checked, the user of its last request. */
    person: SignedInUser | null
    session: Session | null
    /** When the database confirmed session and user for this request, in milliseconds; null if it has not yet. */
    sessionCheckedAt: number | null
    /** Application services. */
    services: Services
  }
}

/** The session of a valid token. */
interface Session {
  /** Selects the text `session`, or no row if the session or its account has ended. */
  query: RawBuilder<{ session: string }>
  /** The parameters of `query`, in order. */
  parameters: string[]
  /** Expiry time of the access token in milliseconds. */
  until: number
  /** The user of the session's last request; undefined for the first one in this process. */
  lastUser: SignedInUser | undefined
  /** Parses a text that `query` returned; returns the same object for the same text. */
  userOf(session: string): SignedInUser
}

/** Finds the session of a token. @throws unauthenticated  the token is invalid or has expired */
export type OpenSession = (services: Services, bearer: string) => Promise<Session>

/** Requires a valid access token on every route that is not `public`, and the role that the route requires. */
export function registerAuthentication(app: FastifyInstance, services: Services, openSession: OpenSession): void {
  app.decorateRequest('person', null)
  app.decorateRequest('session', null)
  app.decorateRequest('sessionCheckedAt', null)
  app.decorateRequest('services', { getter: () => services })
  app.addHook('onRequest', async (request) => {
    const { public: isPublic = false, checksSession = false } = request.routeOptions.config
    if (isPublic === true || request.is404) return
    if (isPublic !== false && (await isPublic(services))) return
    const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !bearer) throw unauthenticated()
    request.session = await openSession(services, bearer)
    request.person = request.session.lastUser ?? null
    if (!checksSession || !request.person) await checkSession(request)
  })
  // after the hooks that require a second factor, and before the body is read
  app.addHook('preParsing', async (request) => {
    if (request.person) requireRole(request)
  })
}

/** @throws forbidden  the user's role does not allow what the route requires */
function requireRole(request: FastifyRequest): void {
  const { requires } = request.routeOptions.config
  if (requires && !may(contextOf(request).person, requires)) throw forbidden()
}

/** Checks the session of a request in the database, unless already done. @throws unauthenticated  it has ended */
export async function checkSession(request: FastifyRequest): Promise<void> {
  if (!request.session || isSessionChecked(request)) return
  const { rows } = await request.session.query.execute(request.services.db)
  confirmSession(request, request.session, rows[0]?.session)
}

/** Whether the database has confirmed session and user for this request. */
export const isSessionChecked = (request: FastifyRequest) => request.sessionCheckedAt !== null

/** Milliseconds for which a session that was checked counts as valid, so that a quick request needs no second query. */
const checkedFor = 1000

/**
 * Checks the session again if the body took long to arrive: the session may have ended since, or the user may have lost
 * a role or a site. @throws unauthenticated  it has ended
 * @throws forbidden  like `requireRole`
 */
export async function recheckSession(request: FastifyRequest): Promise<void> {
  if (request.sessionCheckedAt === null || performance.now() - request.sessionCheckedAt < checkedFor) return
  request.sessionCheckedAt = null
  await checkSession(request)
  requireRole(request)
}

function confirmSession(request: FastifyRequest, session: Session, text: string | null | undefined): SignedInUser {
  if (!text) {
    request.person = null
    throw unauthenticated()
  }
  request.person = session.userOf(text)
  request.sessionCheckedAt = performance.now()
  return request.person
}

/** Reads the user of a session again. @returns null if the session has ended */
export async function readUserAgain({ session, services }: FastifyRequest): Promise<SignedInUser | null> {
  if (!session) return null
  const { rows } = await session.query.execute(services.db)
  return rows[0] ? session.userOf(rows[0].session) : null
}

/**
 * For a response that takes long to send: fails once the session has ended or the user has lost a role or a site, so
 * that the rest is not sent.
 */
export function accessCheckOf(request: FastifyRequest): () => Promise<void> {
  const { person: before } = contextOf(request)
  return async () => {
    const now = await readUserAgain(request)
    if (!now || hasLostAccess(before, now)) throw unauthenticated()
  }
}

const hasLostAccess = (before: SignedInUser, now: SignedInUser): boolean =>
  before.roles.some((role) => !now.roles.includes(role)) ||
  (before.sites.ids ?? []).some((id) => now.sites.ids?.includes(id) === false)

type BuildQuery<Row> = (person: SignedInUser) => RawBuilder<Row> | QueryTemplate<Row> | undefined

/** Executes queries of a request whose session is checked together with the first query. */
export interface SessionReader {
  db: Executor
  /**
   * Runs a query of at most one row and checks the session in the same statement. The query uses the user of the
   * session's last request, and is repeated if that user's roles or sites have changed.
   * @param buildQuery  returns undefined if one statement is not enough; then no query runs
   * @param key         identifies the query of a user in the cache; undefined: too rare to cache
   * @throws unauthenticated  the session has ended
   */
  run<Row>(buildQuery: BuildQuery<Row>, key?: string): Promise<Row | undefined>
  /** Checks the session unless already done. @throws unauthenticated  it has ended */
  checkedContext(): Promise<Context>
}

export const sessionReaderOf = (request: FastifyRequest): SessionReader => ({
  db: request.services.db,
  run: (buildQuery, key) => run(request, buildQuery, key),
  checkedContext: () => checkedContextOf(request),
})

async function run<Row>(request: FastifyRequest, buildQuery: BuildQuery<Row>, key?: string): Promise<Row | undefined> {
  const { session, person, services } = request
  if (!session || !person) throw unauthenticated()
  if (isSessionChecked(request)) {
    const query = buildQuery(person)
    return (await (query && 'build' in query ? query.build() : query)?.execute(services.db))?.rows[0]
  }
  const statement = statementOf(person, key, () => {
    const query = buildQuery(person)
    return query && withSession(services.db, session, query)
  })
  if (!statement) return undefined
  const { text, row } = await readWithSession<Row>(services.db, statement)
  return confirmSession(request, session, text) === person ? row : run(request, buildQuery)
}

/** Context for use cases; requires a signed-in user, whose session was checked. */
export function contextOf(request: FastifyRequest): Context {
  if (!request.person) throw unauthenticated()
  if (!isSessionChecked(request)) throw new Error('The session of this request was not checked.')
  const { services, person } = request
  const provider: Services['provider'] = (db, at, version) =>
    // a transaction may rest its decisions on details that were saved after the session was checked
    services.provider(db, at, version === undefined && !db.isTransaction ? person.practiceVersion : version)
  return { ...services, provider, person, requestId: request.id, source: request.ip }
}

/** Like `contextOf`, but checks the session first unless already done. */
export async function checkedContextOf(request: FastifyRequest): Promise<Context> {
  await checkSession(request)
  return contextOf(request)
}

/** Public URL of this server, without a trailing slash. */
export function baseUrl(request: FastifyRequest): string {
  const { publicUrl, isPublicUrlSet } = request.services.settings
  const address = `${request.protocol}://${request.host}`
  // The Host header is untrusted.
  return isPublicUrlSet || !URL.canParse(address) ? publicUrl : address
}
