import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import { openApiRoute } from './openapi-route.ts'
import { deleteExpired } from './database/delete-expired.ts'
import type { Database } from './database/database.ts'
import { createSiteFigures } from './database/site-figures.ts'
import { startHeartbeat } from './database/server-heartbeat.ts'
import { isDemoLoaded } from './demo/accounts.ts'
import { blockProxiedDemoAccess } from './demo/block-proxied-access.ts'
import { absenceRoutes } from './features/absences/index.ts'
import { addAnimals, AnimalBody, animalRoutes, legacyAnimalRoutes, readSeenBefore } from './features/animals/index.ts'
import { alertRoutes, evaluateAlerts } from './features/alerts/index.ts'
import { auditLogRoutes } from './features/audit-log/index.ts'
import {
  authRoutes,
  mailResetCode,
  createUnknownSignInRecorder,
  openSession,
  signInLimitRoutes,
} from './features/auth/index.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/index.ts'
import { clientErrorRoutes } from './features/client-errors/index.ts'
import { commentRoutes } from './features/comments/index.ts'
import { customerRoutes } from './features/customers/index.ts'
import {
  changesKeptFor,
  createChangeFeed,
  createEventStreams,
  deleteOldChanges,
  eventRoutes,
} from './features/events/index.ts'
import { exportRoutes } from './features/exports/index.ts'
import { importRoutes } from './features/imports/index.ts'
import { herdRoutes } from './features/herd/index.ts'
import { insightRoutes, storeFigures } from './features/insight/index.ts'
import { installationRoutes } from './features/installation/index.ts'
import { lotSummaryRoutes } from './features/lot-summary/index.ts'
import { libraryRoutes } from './features/library/index.ts'
import {
  photoArchiveRoutes,
  photoFileRoutes,
  photoRoutes,
  presentPhoto,
  uploadPartRoutes,
  withThumbnailUrls,
} from './features/photos/index.ts'
import {
  deliverNotifications,
  mailRules,
  notificationRoutes,
  pushRoutes,
  sendDailyNotices,
  sendPush,
  unsubscribeRoutes,
} from './features/notifications/index.ts'
import { plannerRoutes } from './features/planner/index.ts'
import { postMortemRoutes } from './features/post-mortems/index.ts'
import { logoFileRoutes, createProviderReader, providerRoutes, readLogo } from './features/provider/index.ts'
import { removeExpiredData } from './features/retention/index.ts'
import {
  amendmentRoutes,
  issueFinalReport,
  renderIssuedReport,
  reportRoutes,
  reportVersionRoutes,
  withCorrection,
} from './features/reports/index.ts'
import { sampleRoutes } from './features/samples/index.ts'
import { savedReportRoutes } from './features/saved-reports/index.ts'
import { mailDueSummaries, mailSummary, scheduledReportRoutes } from './features/scheduled-reports/index.ts'
import { scannerRoutes } from './features/scanner/index.ts'
import { beginSecondStep, enforceSecondFactor, secondFactorRoutes } from './features/second-factor/index.ts'
import { siteRoutes } from './features/sites/index.ts'
import { teachingCaseFileRoutes, teachingCaseRoutes } from './features/teaching-cases/index.ts'
import { trainingRoutes } from './features/trainings/index.ts'
import { bulkRoutes, createTemporaryPassword, mailInvitation, userRoutes } from './features/users/index.ts'
import { registerOpenApi } from './http/openapi/register-openapi.ts'
import { parseQuery, registerBodyParsers } from './http/body-fields.ts'
import { replyToInvalidHttp, addSecurityHeaders, registerSecurityHeaders } from './http/security-headers.ts'
import { registerCompression } from './http/compression.ts'
import type { Services } from './services.ts'
import { registerHealthRoutes } from './http/health.ts'
import { registerLowerCaseIds } from './http/id-parameter.ts'
import { registerIdempotency } from './http/idempotency.ts'
import { lazySchemaCompilers } from './http/lazy-schema-compilers.ts'
import { limitLargePages } from './http/limit-large-pages.ts'
import { type LogDestination, loggerOptions, sendRequestIdHeader } from './http/logging.ts'
import { registerMetrics } from './http/metrics.ts'
import { refuseWhileClosing, registerErrorHandler, replyToBadUrl } from './http/error-handler.ts'
import { registerAuthentication } from './http/authentication.ts'
import { createWriteLimit } from './http/write-limit.ts'
import { registerTracing } from './http/trace-requests.ts'
import { serveWebApp } from './http/web-app.ts'
import { registerMultipart } from './http/multipart.ts'
import { registerUnstorableTextCheck } from './http/reject-unstorable-text.ts'
import { inTransaction } from './database/transaction.ts'
import { eraseEmailBodies } from './jobs/job-queue.queries.ts'
import { type Job, openJobQueue } from './jobs/job-queue.ts'
import { openMailTransport } from './mail/mail-transport.ts'
import { emailWorkers } from './mail/email-jobs.ts'
import { loadSecretKeys } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { removeOrphanedFiles } from './storage/orphaned-files.ts'
import { createTempFileCleanup } from './storage/temp-files.ts'
import { openStorage, imageOrigin, type Storage } from './storage/storage.ts'

/**
 * Assembles the application: services, shared plug-ins, feature routes and the built web app. It neither listens nor
 * runs jobs before `ready`; `close` stops the jobs.
 */
export async function buildApp({
  settings,
  database,
  storage = openStorage(settings),
  logTo,
  limitWrites = createWriteLimit(database.pool.options.max),
}: {
  settings: Settings
  database: Database
  storage?: Storage
  /** Log destination; standard output by default. */
  logTo?: LogDestination
  limitWrites?: Services['limitWrites']
}): Promise<FastifyInstance> {
  const app = Fastify({
    ...loggerOptions(settings, logTo),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // uploading twenty large photos over a weak signal takes minutes
    requestTimeout: 600_000,
    // `refuseWhileClosing` replies with a problem document instead
    return503OnClosing: false,
    // starting the job queue on a busy machine can take longer than the default 10 seconds
    pluginTimeout: 120_000,
    routerOptions: { querystringParser: parseQuery },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    schemaController: { compilersFactory: lazySchemaCompilers },
    frameworkErrors: (error, request, reply) => replyToBadUrl(error, request, addSecurityHeaders(reply, settings)),
    clientErrorHandler: replyToInvalidHttp(settings),
  }).withTypeProvider<TypeBoxTypeProvider>()

  sendRequestIdHeader(app)
  registerTracing(app, settings)
  const jobs = await openJobQueue(database.connection, app.log)
  const heartbeat = await startHeartbeat(database.connection, app.log)
  const [secretKey = '', ...previousSecretKeys] = loadSecretKeys(settings)
  const unknownSignIns = createUnknownSignInRecorder(database.db, app.log)
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
  const changes = createChangeFeed(database.connection, database.db, app.log)
  const workers = {
    ...emailWorkers(
      services,
      openMailTransport(settings, {
        provider: () => services.provider(database.db),
        logo: (key) => readLogo(services, key),
      }),
      mailRules(services),
    ),
    'mail-reset-code': (job: Job<'mail-reset-code'>) =>
      inTransaction(services, async (services) => {
        if (await job.finish(services.db)) await mailResetCode(services, job.data.email)
      }),
    'mail-invitation': async (job: Job<'mail-invitation'>) => {
      const temporary = await createTemporaryPassword()
      await inTransaction(services, async (services) => {
        if (await job.finish(services.db)) await mailInvitation(services, job.data.id, temporary)
      })
    },
    'deliver-notifications': (job: Job<'deliver-notifications'>) => deliverNotifications(services, job),
    'push.send': (job: Job<'push.send'>) => sendPush(services, job, app.log),
    'daily-notices': () => sendDailyNotices(services),
    'evaluate-alerts': () => evaluateAlerts(services),
    'mail-due-summaries': () => mailDueSummaries(services),
    'mail-summary': (job: Job<'mail-summary'>) => mailSummary(services, job),
    'store-figures': () => storeFigures(services),
    'render-report': (job: Job<'render-report'>) => renderIssuedReport(services, job),
    'clean-up': async () => {
      await deleteExpired(database.db)
      await deleteOldChanges(database.db)
      await eraseEmailBodies(database.db)
    },
    'remove-orphans': async () => void (await removeOrphanedFiles(database.db, storage, app.log)),
    retention: async () =>
      app.log.info({ removed: await removeExpiredData(services, new Date()) }, 'retention applied'),
  }
  const tempFileCleanup = createTempFileCleanup(settings.dataDir, app.log)
  app.addHook('onReady', () => jobs.start(workers))
  app.addHook('onReady', () => tempFileCleanup.start())
  app.addHook('onReady', () => unknownSignIns.start())
  app.addHook('onClose', async () => {
    tempFileCleanup.stop()
    await Promise.all([jobs.stop(), heartbeat.close(), changes.close(), unknownSignIns.stop()])
  })

  registerErrorHandler(app)
  refuseWhileClosing(app)
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
  registerHealthRoutes(app)
  await registerMetrics(app, database, settings)
  await app.register(photoFileRoutes)
  await app.register(teachingCaseFileRoutes)
  await app.register(logoFileRoutes)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await app.register(eventRoutes(createEventStreams(changes)), { prefix: '/api/v1' })
  await serveWebApp(app, settings)
  return app
}

/** Every route of the API, and the document that describes them. */
export async function apiRoutes(api: FastifyInstance): Promise<void> {
  api.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  await openApiRoute(api)
  for (const routes of [authRoutes(beginSecondStep), signInLimitRoutes, secondFactorRoutes, userRoutes, bulkRoutes])
    await api.register(routes)
  for (const routes of [
    postMortemRoutes({
      animalBody: AnimalBody,
      addAnimals,
      readSeenBefore,
      issueFinalReport,
      presentPhoto,
      withThumbnailUrls,
    }),
    animalRoutes(withCorrection),
    legacyAnimalRoutes,
    photoRoutes(withCorrection),
    photoArchiveRoutes,
    uploadPartRoutes,
    commentRoutes,
    sampleRoutes,
    reportRoutes,
    reportVersionRoutes,
    amendmentRoutes,
    savedReportRoutes,
    absenceRoutes,
    herdRoutes,
    lotSummaryRoutes,
    insightRoutes,
    alertRoutes,
    scheduledReportRoutes,
    teachingCaseRoutes,
    calendarFeedRoutes,
    plannerRoutes(withThumbnailUrls),
    notificationRoutes,
    pushRoutes,
    unsubscribeRoutes,
    auditLogRoutes,
  ])
    await api.register(routes)
  for (const routes of [customerRoutes, siteRoutes, libraryRoutes, trainingRoutes, scannerRoutes])
    await api.register(routes)
  await api.register(providerRoutes(isDemoLoaded))
  for (const routes of [exportRoutes, importRoutes, clientErrorRoutes, installationRoutes]) await api.register(routes)
}
