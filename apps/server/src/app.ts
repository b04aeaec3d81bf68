import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance } from 'fastify'
import { apiDocumentRoute } from './api-docs.ts'
import { cleanUp } from './database/clean-up.ts'
import type { Database } from './database/database.ts'
import { showPresence } from './database/presence.ts'
import { demoIsPresent } from './demo/accounts.ts'
import { refuseDemoThroughProxies } from './demo/refuse-proxies.ts'
import { addAnimals, AnimalBody, animalRoutes, legacyAnimalRoutes } from './features/animals/index.ts'
import { auditLogRoutes } from './features/audit-log/index.ts'
import {
  authenticate,
  authRoutes,
  mailResetCode,
  openUnknownSignIns,
  signInLimitRoutes,
} from './features/auth/index.ts'
import { clientErrorRoutes } from './features/client-errors/index.ts'
import { customerRoutes } from './features/customers/index.ts'
import { exportRoutes } from './features/exports/index.ts'
import { importRoutes } from './features/imports/index.ts'
import { installationRoutes } from './features/installation/index.ts'
import { libraryRoutes } from './features/library/index.ts'
import { photoFileRoutes, photoRoutes, shownPhotosOfTicket, thumbnailAddress } from './features/photos/index.ts'
import { postMortemRoutes } from './features/post-mortems/index.ts'
import { logoFileRoutes, openProvider, providerRoutes, readLogo } from './features/provider/index.ts'
import { removeExpired } from './features/retention/index.ts'
import { reportRoutes } from './features/reports/index.ts'
import { savedReportRoutes } from './features/saved-reports/index.ts'
import { scannerRoutes } from './features/scanner/index.ts'
import { askSecondFactor, requireSecondFactor, secondFactorRoutes } from './features/second-factor/index.ts'
import { siteRoutes } from './features/sites/index.ts'
import { trainingRoutes } from './features/trainings/index.ts'
import { bulkRoutes, mailInvitation, userRoutes } from './features/users/index.ts'
import { describeApi } from './http/api-document.ts'
import { parseForm, readBodies } from './http/bodies.ts'
import { answerNoRequest, protectBareAnswer, protectBrowsers } from './http/browser-headers.ts'
import { compressAnswers } from './http/compress.ts'
import type { Parts } from './http/context.ts'
import { health } from './http/health.ts'
import { answerOnce } from './http/idempotency.ts'
import { limitLargePages } from './http/large-pages.ts'
import { type LogDestination, logging, tellRequestId } from './http/logging.ts'
import { measure } from './http/metrics.ts'
import { answerBadAddress, answerProblems } from './http/problems.ts'
import { requireSignIn } from './http/sign-in.ts'
import { traceRequests } from './http/trace-requests.ts'
import { serveWebApp } from './http/web-app.ts'
import { acceptMultipart } from './http/multipart.ts'
import { refuseUnstorable } from './http/unstorable-text.ts'
import { inTransaction } from './database/transaction.ts'
import { forgetLetters, type Job, openJobs } from './jobs/jobs.ts'
import { openMail } from './mail/mail.ts'
import { mailWorkers } from './mail/mail-jobs.ts'
import { loadSecretKeys } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { removeOrphans } from './storage/orphans.ts'
import { openScratchSweep } from './storage/scratch.ts'
import { openStorage, originOfPictures, type Storage } from './storage/storage.ts'

/**
 * Puts the house together: parts, what every route shares, the features, the built web app.
 * The server neither listens nor works on jobs before `ready`; closing it stops the jobs.
 */
export async function buildApp({
  settings,
  database,
  storage = openStorage(settings),
  logTo,
}: {
  settings: Settings
  database: Database
  storage?: Storage
  /** Where the log goes; to the standard output without it. */
  logTo?: LogDestination
}): Promise<FastifyInstance> {
  const app = Fastify({
    ...logging(settings, logTo),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // twenty large photos over a poor signal take minutes
    requestTimeout: 600_000,
    // on a busy machine the queue and its first questions take their time; a start that is slow is no failed one
    pluginTimeout: 120_000,
    routerOptions: { querystringParser: parseForm },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, protectBareAnswer(reply, settings)),
    clientErrorHandler: answerNoRequest(settings),
  }).withTypeProvider<TypeBoxTypeProvider>()

  tellRequestId(app)
  traceRequests(app, settings)
  const jobs = await openJobs(database.connection, app.log)
  const presence = await showPresence(database.connection, app.log)
  const [secretKey = '', ...oldSecretKeys] = loadSecretKeys(settings)
  const unknownSignIns = openUnknownSignIns(database.db, app.log)
  const parts: Parts = {
    db: database.db,
    settings,
    storage,
    jobs,
    serverNumber: presence.number,
    provider: openProvider(settings.provider),
    noteUnknownSignIn: unknownSignIns.note,
    secretKey,
    oldSecretKeys,
  }
  const workers = {
    ...mailWorkers(
      parts,
      openMail(settings, {
        provider: () => parts.provider(database.db),
        logo: (key) => readLogo(parts, key),
      }),
    ),
    'mail-reset-code': (job: Job<'mail-reset-code'>) =>
      inTransaction(parts, async (parts) => {
        if (await job.finish(parts.db)) await mailResetCode(parts, job.data.email)
      }),
    'mail-invitation': (job: Job<'mail-invitation'>) =>
      inTransaction(parts, async (parts) => {
        if (await job.finish(parts.db)) await mailInvitation(parts, job.data.id)
      }),
    'clean-up': async () => {
      await cleanUp(database.db)
      await forgetLetters(database.db)
    },
    'remove-orphans': async () => void (await removeOrphans(database.db, storage, app.log)),
    retention: async () => app.log.info({ removed: await removeExpired(parts, new Date()) }, 'retention applied'),
  }
  const scratchSweep = openScratchSweep(settings.dataDir, app.log)
  app.addHook('onReady', () => jobs.start(workers))
  app.addHook('onReady', () => scratchSweep.start())
  app.addHook('onReady', () => unknownSignIns.start())
  app.addHook('onClose', async () => {
    scratchSweep.stop()
    await Promise.all([jobs.stop(), presence.close(), unknownSignIns.stop()])
  })

  answerProblems(app)
  await protectBrowsers(app, settings, await originOfPictures(storage))
  await compressAnswers(app)
  readBodies(app)
  acceptMultipart(app)
  refuseUnstorable(app)
  await describeApi(app)
  requireSignIn(app, parts, authenticate)
  refuseDemoThroughProxies(app, settings)
  requireSecondFactor(app, parts)
  limitLargePages(app)
  answerOnce(app)
  health(app)
  await measure(app, database, settings)
  await app.register(photoFileRoutes)
  await app.register(logoFileRoutes)
  await app.register(apiRoutes, { prefix: '/api/v1' })
  await serveWebApp(app, settings)
  return app
}

/** Every route of the API, and the document that describes them. */
export async function apiRoutes(api: FastifyInstance): Promise<void> {
  api.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await apiDocumentRoute(api)
  for (const routes of [authRoutes(askSecondFactor), signInLimitRoutes, secondFactorRoutes, userRoutes, bulkRoutes])
    await api.register(routes)
  for (const routes of [
    postMortemRoutes({ animalBody: AnimalBody, addAnimals, photosOf: shownPhotosOfTicket, thumbnailAddress }),
    animalRoutes,
    legacyAnimalRoutes,
    photoRoutes,
    reportRoutes,
    savedReportRoutes,
    auditLogRoutes,
  ])
    await api.register(routes)
  for (const routes of [customerRoutes, siteRoutes, libraryRoutes, trainingRoutes, scannerRoutes])
    await api.register(routes)
  await api.register(providerRoutes(demoIsPresent))
  for (const routes of [exportRoutes, importRoutes, clientErrorRoutes, installationRoutes]) await api.register(routes)
}
