import { serverConstants } from '@chisholm/domain/constants'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import { createSiteFigures } from './database/site-figures.ts'
import { startHeartbeat } from './database/server-heartbeat.ts'
import { blockProxiedDemoAccess } from './demo/block-proxied-access.ts'
import { createUnknownSignInRecorder, openSession } from './features/auth/index.ts'
import { changesKeptFor, createChangeFeed, createEventStreams, eventRoutes } from './features/events/index.ts'
import { seedNewLists } from './features/library/index.ts'
import { photoFileRoutes } from './features/photos/index.ts'
import { logoFileRoutes, createProviderReader } from './features/provider/index.ts'
import { enforceSecondFactor } from './features/second-factor/index.ts'
import { teachingCaseFileRoutes } from './features/teaching-cases/index.ts'
import { registerOpenApi } from './http/openapi/register-openapi.ts'
import { parseQuery, registerBodyParsers } from './http/body-fields.ts'
import { replyToInvalidHttp, addSecurityHeaders, registerSecurityHeaders } from './http/security-headers.ts'
import { registerCompression } from './http/compression.ts'
import type { Services } from './services.ts'
import { registerGracefulStop } from './http/graceful-stop.ts'
import { registerHealthRoutes } from './http/health.ts'
import { registerLowerCaseIds } from './http/id-parameter.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { lazySchemaCompilers } from './http/lazy-schema-compilers.ts'
import { limitAnonymousBodies } from './http/limit-anonymous-bodies.ts'
import { limitLargePages } from './http/limit-large-pages.ts'
import { type LogDestination, loggerOptions, sendRequestIdHeader } from './http/logging.ts'
import { registerMetrics } from './http/metrics.ts'
import { registerErrorHandler, replyToBadUrl } from './http/error-handler.ts'
import { registerAuthentication } from './http/authentication.ts'
import { createWriteLimit } from './http/write-limit.ts'
import { registerTracing } from './http/trace-requests.ts'
import { serveWebApp } from './http/web-app.ts'
import { registerMultipart } from './http/multipart.ts'
import { registerUnstorableTextCheck } from './http/reject-unstorable-text.ts'
import { openJobQueue } from './jobs/job-queue.ts'
import { loadSecretKeys } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { createTempFileCleanup } from './storage/temp-files.ts'
import { openStorage, imageOrigin, type Storage } from './storage/storage.ts'
import { apiRoutes } from './api-routes.ts'
import { createJobWorkers } from './job-workers.ts'

interface AppOptions {
  settings: Settings
  database: Database
  storage?: Storage
  /** Log destination; standard output by default. */
  logTo?: LogDestination
  limitWrites?: Services['limitWrites']
}

/**
 * Assembles the application: services, shared plug-ins, feature routes and the built web app. It neither listens nor
 * runs jobs before `ready`; `close` stops the jobs.
 */
export async function buildApp({ settings, database, logTo, ...options }: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(settings, logTo)
  sendRequestIdHeader(app)
  registerTracing(app, settings)
  const services = await startServices(app, { settings, database, ...options })
  await registerPlugins(app, services)
  await registerRoutes(app, settings, database)
  return app
}

/** Bytes of a body that is no upload, of a request with a session. */
const bodyMax = 1024 * 1024

function createFastify(settings: Settings, logTo?: LogDestination) {
  return Fastify({
    ...loggerOptions(settings, logTo),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: serverConstants.anonymousBody.max,
    // uploading twenty large photos over a weak signal takes minutes
    requestTimeout: 600_000,
    // `registerGracefulStop` replies with a problem document instead
    return503OnClosing: false,
    // starting the job queue on a busy machine can take longer than the default 10 seconds
    pluginTimeout: 120_000,
    routerOptions: { querystringParser: parseQuery },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    schemaController: { compilersFactory: lazySchemaCompilers },
    frameworkErrors: (error, request, reply) => replyToBadUrl(error, request, addSecurityHeaders(reply, settings)),
    clientErrorHandler: replyToInvalidHttp(settings),
  }).withTypeProvider<TypeBoxTypeProvider>()
}

/** Creates the services. Those that work by themselves start with the application and stop when it is closed. */
async function startServices(
  app: FastifyInstance,
  {
    settings,
    database,
    storage = openStorage(settings),
    limitWrites = createWriteLimit(database.pool.options.max),
  }: Omit<AppOptions, 'logTo'>,
): Promise<Services> {
  const jobs = await openJobQueue(database.connection, app.log)
  const heartbeat = await startHeartbeat(database.connection, app.log)
  const unknownSignIns = createUnknownSignInRecorder(database.db, app.log)
  const tempFileCleanup = createTempFileCleanup(settings.dataDir, app.log)
  const [secretKey = '', ...previousSecretKeys] = loadSecretKeys(settings)
  const services: Services = {
    db: database.db,
    settings,
    storage,
    jobs,
    serverNumber: heartbeat.number,
    provider: createProviderReader(settings.provider),
    limitWrites,
    siteFigures: createSiteFigures(changesKeptFor),
    recordUnknownSignIn: unknownSignIns.note,
    secretKey,
    previousSecretKeys,
  }
  app.addHook('onReady', () => seedNewLists(services))
  app.addHook('onReady', () => jobs.start(createJobWorkers(services, app.log), services.db))
  app.addHook('onReady', () => tempFileCleanup.start())
  app.addHook('onReady', () => unknownSignIns.start())
  app.addHook('onClose', async () => {
    tempFileCleanup.stop()
    await Promise.all([jobs.stop(), heartbeat.close(), unknownSignIns.stop()])
  })
  return services
}

/** Registers what all routes share. */
async function registerPlugins(app: FastifyInstance, services: Services): Promise<void> {
  const { settings, storage } = services
  limitAnonymousBodies(app, bodyMax)
  registerErrorHandler(app)
  registerGracefulStop(app)
  registerSecurityHeaders(app, settings, await imageOrigin(storage))
  await registerCompression(app)
  registerBodyParsers(app)
  registerMultipart(app)
  registerUnstorableTextCheck(app)
  registerLowerCaseIds(app)
  await registerOpenApi(app)
  registerAuthentication(app, services, openSession)
  blockProxiedDemoAccess(app, settings)
  enforceSecondFactor(app, services)
  limitLargePages(app)
  registerIdempotency(app)
}

async function registerRoutes(app: FastifyInstance, settings: Settings, database: Database): Promise<void> {
  registerHealthRoutes(app)
  await registerMetrics(app, database, settings)
  await app.register(photoFileRoutes)
  await app.register(teachingCaseFileRoutes)
  await app.register(logoFileRoutes)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await registerEvents(app, database)
  await serveWebApp(app, settings)
}

async function registerEvents(app: FastifyInstance, { connection, db }: Database): Promise<void> {
  const changes = createChangeFeed(connection, db, app.log)
  app.addHook('onClose', () => changes.close())
  await app.register(eventRoutes(createEventStreams(changes)), { prefix: '/api/v1' })
}
