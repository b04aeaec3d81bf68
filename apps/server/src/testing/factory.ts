import type { FastifyInstance, InjectOptions } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll } from 'vitest'
import { auditSentences } from '@chisholm/domain/audit-sentences'
import type { Role } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import {
  type AnimalId,
  type CustomerId,
  lowestId,
  newId,
  type PostMortemId,
  type SiteId,
  type UserId,
} from '../database/ids.ts'
import { buildApp } from '../app.ts'
import type { Database } from '../database/database.ts'
import type { LogDestination } from '../http/logging.ts'
import { readSettings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { createStatusCheck } from './documented-status.ts'
import { providerSettings } from './practice-settings.ts'
import { createTestDatabase } from './test-database.ts'

/** A signed-in user calling the API over HTTP. */
export interface TestUser {
  id: UserId
  email: string
  token: string
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<TestResponse>
  put(path: string, body: object, headers?: Record<string, string>): Promise<TestResponse>
  delete(path: string, headers?: Record<string, string>): Promise<TestResponse>
}

export interface TestResponse {
  status: number
  headers: Record<string, unknown>
  /** Parsed JSON body; tests assert its type. */
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of every route
  body: any
  bytes: Buffer
}

interface TestSite {
  id: SiteId
  customerId: CustomerId
}
type TestPostMortem = PostMortem & { id: PostMortemId; site_id: SiteId; customer_id: CustomerId }

const testPassword = 'Cattle#2026'
/** The cheapest parameters: a sign-in verifies with those of the hash, and nearly every test signs in. */
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Server and factory shared by all tests of a file, closed after the last one. */
export async function createSharedFactory(...args: Parameters<typeof createFactory>): Promise<Factory> {
  const factory = await createFactory(...args)
  afterAll(() => factory.close())
  return factory
}

/**
 * Starts a server with factory functions for test data.
 * @param sharedDatabase  shared with others; default: a new one
 */
export async function createFactory(
  env: Record<string, string> = {},
  logTo?: LogDestination,
  sharedDatabase?: Database,
) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-factory-'))
  const database = sharedDatabase ?? (await createTestDatabase())
  // tests read the OpenAPI document without signing in
  const testSettings = { DEMO: '0', LOG_LEVEL: 'silent', API_DOCS: 'public', ...providerSettings }
  const read = readSettings({ DATA_DIR: dataDir, ...testSettings, ...env })
  if (!read.settings) throw new Error(read.errors.join(' '))
  const app: FastifyInstance = await buildApp({
    settings: read.settings,
    database,
    // races are between as many requests as possible, like those to several servers
    limitWrites: (_account, write) => write(),
    ...(logTo && { logTo }),
  })
  await app.ready()
  const { db } = database
  const expectDocumentedStatus = createStatusCheck(app)

  const inject = async (options: InjectOptions): Promise<TestResponse> => {
    const answer = await app.inject(options)
    expectDocumentedStatus(String(options.method), String(options.url), answer.statusCode)
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : answer.body,
      bytes: answer.rawPayload,
    }
  }

  const testUser = (id: UserId, email: string, token: string): TestUser => {
    const as =
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
      (path: string, payload?: object, headers = {}) =>
        inject({
          method,
          url: path.startsWith('/files') ? path : `/api/v1${path}`,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
          ...(payload && { payload }),
        })
    return {
      id,
      email,
      token,
      get: (path, headers) => as('GET')(path, undefined, headers),
      post: (path, body, headers) => as('POST')(path, body ?? {}, headers),
      put: as('PUT'),
      delete: (path, headers) => as('DELETE')(path, undefined, headers),
    }
  }

  const customer = async () => {
    const id = newId<CustomerId>()
    await db
      .insertInto('customers')
      .values({ id, name: `Customer ${id.slice(-6)}` })
      .execute()
    return id
  }

  /** Creates a site. @param ofCustomer  default: a new customer */
  const site = async (ofCustomer?: CustomerId) => {
    const customerId = ofCustomer ?? (await customer())
    const id = newId<SiteId>()
    await db
      .insertInto('sites')
      .values({ id, customer_id: customerId, name: `Site ${id.slice(-6)}` })
      .execute()
    return { id, customerId }
  }

  /** Creates and signs in a user with this role; clients are linked to these sites. */
  const user = async (role: Role, siteIds: SiteId[] = []): Promise<TestUser> => {
    const id = newId<UserId>()
    const email = `${role.toLowerCase()}-${id.slice(-8)}@test.example`
    await db
      .insertInto('users')
      .values({
        id,
        email,
        roles: [role],
        first_name: role,
        last_name: id.slice(-4),
        password_hash: await passwordHash,
      })
      .execute()
    if (siteIds.length > 0)
      await db
        .insertInto('user_sites')
        .values(siteIds.map((site_id, position) => ({ user_id: id, site_id, position })))
        .execute()
    return signIn(id, email)
  }

  const signIn = async (id: UserId, email: string): Promise<TestUser> => {
    const payload = { username: email, password: testPassword }
    const answer = await inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    return testUser(id, email, String(answer.body.token))
  }

  /** Signs a user in whose session has ended. */
  const signInAgain = ({ id, email }: TestUser) => signIn(id, email)

  /** Creates a client with a site. @param ofCustomer  default: a new customer */
  const client = async (ofCustomer?: CustomerId) => {
    const at = await site(ofCustomer)
    return { site: at, client: await user('Client', [at.id]) }
  }

  const draftPostMortem = async (by: TestUser, at: TestSite): Promise<TestPostMortem> => {
    const answer = await by.post('/post-mortems', {
      customer_id: at.customerId,
      site_id: at.id,
      record_at: '2026-11-20',
    })
    return answer.body.data
  }

  const animal = async (by: TestUser, postMortemId: string, facts: object = {}): Promise<Animal & { id: AnimalId }> => {
    const answer = await by.post('/veterinary-record-animals', {
      veterinary_record_id: postMortemId,
      tag: 'Y 4471',
      ...facts,
    })
    return answer.body.data
  }

  /** Creates a client with a draft of one animal. */
  const clientWithAnimal = async () => {
    const of = await client()
    const postMortem = await draftPostMortem(of.client, of.site)
    return { ...of, postMortem, animal: await animal(of.client, postMortem.id) }
  }

  /** Creates a sent ticket with one animal. */
  const pendingPostMortem = async (by: TestUser, at: TestSite): Promise<TestPostMortem> => {
    const postMortem = await draftPostMortem(by, at)
    await animal(by, postMortem.id)
    return (await by.put(`/post-mortems/${postMortem.id}`, { draft: 0 })).body.data
  }

  /** Creates a ticket that this veterinarian has scheduled for themselves. */
  const scheduledPostMortem = async (by: TestUser, at: TestSite, vet: TestUser): Promise<TestPostMortem> => {
    const postMortem = await pendingPostMortem(by, at)
    const schedule = { scheduled_at: '2026-11-21 09:00:00', scheduled_for_id: vet.id }
    return (await vet.put(`/post-mortems/${postMortem.id}`, schedule)).body.data
  }

  const completedPostMortem = async (by: TestUser, at: TestSite, vet: TestUser): Promise<TestPostMortem> => {
    const postMortem = await scheduledPostMortem(by, at, vet)
    return (await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).body.data
  }

  /** Starts another server on the same database, which limits concurrent writes. */
  const anotherServer = async () => {
    const other = await buildApp({ settings: read.settings, database })
    await other.ready()
    return other
  }

  /** Every audit action written by a test must have a sentence. */
  const expectAuditSentences = async () => {
    const written = await db.selectFrom('audit_entries').select('action').distinct().execute()
    const unknown = written.map(({ action }) => action).filter((action) => !(action in auditSentences))
    if (unknown.length > 0) throw new Error(`No sentence in audit-sentences.ts for: ${unknown.join(', ')}.`)
  }

  const close = async () => {
    await expectAuditSentences()
    await app.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }

  return {
    app,
    db,
    database,
    pool: database.pool,
    dataDir,
    connection: database.connection,
    storage: openStorage(read.settings),
    anonymous: testUser(lowestId<UserId>(), '', ''),
    site,
    user,
    signInAgain,
    client,
    draftPostMortem,
    animal,
    clientWithAnimal,
    pendingPostMortem,
    scheduledPostMortem,
    completedPostMortem,
    anotherServer,
    close,
  }
}
export type Factory = Awaited<ReturnType<typeof createFactory>>
