import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { lowestId, type UserId } from '../database/ids.ts'
import { buildApp } from '../app.ts'
import type { Database } from '../database/database.ts'
import type { LogDestination } from '../http/logging.ts'
import { readSettings } from '../settings.ts'
import { openStorage } from '../storage/storage.ts'
import { createAccountBuilders } from './account-builders.ts'
import { postMortemBuilders } from './post-mortem-builders.ts'
import { providerSettings } from './practice-settings.ts'
import { createTestClient } from './test-client.ts'
import { createTestDatabase } from './test-database.ts'

export type { TestResponse, TestUser } from './test-client.ts'

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
  const storage = openStorage(read.settings)
  // creates the folder, as a start does; the bucket of a test may be one that does not answer
  if (!read.settings.bucket) await storage.check()
  const app: FastifyInstance = await buildApp({
    settings: read.settings,
    database,
    storage,
    // races are between as many requests as possible, like those to several servers
    limitWrites: (_account, write) => write(),
    ...(logTo && { logTo }),
  })
  await app.ready()
  const { db } = database
  const client = createTestClient(app)
  const accounts = createAccountBuilders(db, client)

  /** Creates a client with a draft of one animal. */
  const clientWithAnimal = async () => {
    const of = await accounts.client()
    const postMortem = await postMortemBuilders.draftPostMortem(of.client, of.site)
    return { ...of, postMortem, animal: await postMortemBuilders.animal(of.client, postMortem.id) }
  }

  const others: FastifyInstance[] = []
  /** Starts another server on the same database, which limits concurrent writes. It is closed with this one at the latest. */
  const anotherServer = async () => {
    const other = await buildApp({ settings: read.settings, database })
    others.push(other)
    await other.ready()
    return other
  }

  const close = async () => {
    await Promise.all([app, ...others].map((server) => server.close()))
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
    storage,
    anonymous: client.testUser(lowestId<UserId>(), '', ''),
    ...accounts,
    clientWithAnimal,
    ...postMortemBuilders,
    anotherServer,
    close,
  }
}
export type Factory = Awaited<ReturnType<typeof createFactory>>
