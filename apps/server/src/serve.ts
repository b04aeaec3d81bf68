import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { OperatorError, errorMessage, type StartupLog } from './operator-error.ts'
import { type Database, openDatabase } from './database/database.ts'
import { describeAccounts, isDemoLoaded, forbidDemoInProduction } from './demo/accounts.ts'
import { acceptSecretKeys } from './features/secret-keys/index.ts'
import { markStopping } from './http/health.ts'
import { logOptions, terminalLog } from './http/logging.ts'
import { restrictPermissions } from './file-permissions.ts'
import { hostAndPort, processEnvironment, type Settings } from './settings.ts'
import { openVerifiedStorage } from './storage/storage.ts'
import { startTracing, stopTracing } from './tracing.ts'
import { version } from './version.ts'
import { isWorker, onStop, startWorkers, type Workers } from './workers.ts'

/** How long requests in flight may take to end after a signal. */
const graceMilliseconds = 10_000

/** What the process ends with when its database is gone for good; sysexits.h calls it a failure that may pass. */
const databaseLostExitCode = 75

/** A terminal and npm each pass on one Ctrl-C: signals this close are one. */
const duplicateSignalMilliseconds = 200

const running: {
  app?: FastifyInstance
  workers?: Workers | undefined
  database?: Database
  shutdownDelay?: number
} = {}

/** Connections of all workers of this process together, and of each at least. */
const connectionsOfWorkers = 32
const fewestConnections = 8
let stopRequested = false
let lastSignal = Number.NEGATIVE_INFINITY
let started = false

export interface StartOptions {
  /** Goes on although the secret key is gone or another one. */
  newSecretKey?: boolean
}

/** Starts the server by its settings and keeps it until a signal; what prevents the start is told in one line. */
export async function serve(settings: Settings, options: StartOptions = {}): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  try {
    await startTracing(processEnvironment)
    await start(settings, options)
  } catch (thrown) {
    console.error(thrown instanceof OperatorError ? thrown.message : thrown)
    await stop(1)
  }
  started = true
  if (stopRequested) await stop(0)
}

async function start(settings: Settings, options: StartOptions): Promise<void> {
  const terminal = await terminalLog()
  const log = pino(logOptions(settings.logLevel), terminal)
  if (isWorker) return startWorker(settings, log, terminal)
  await requireFreePort(settings)
  requireWritable(settings.dataDir)
  const prepared = await prepare(settings, log, options)
  if (!prepared || stopRequested) return
  const announce = createAnnouncer(terminal)
  const { host } = settings
  if (settings.workers > 1) {
    running.workers = await startWorkers(settings.workers, log)
    if (!running.workers) throw new OperatorError('The server did not start.')
    announceAddress(announce, host, running.workers.address)
  } else {
    const app = await buildApp({ settings, ...prepared, ...(terminal && { logTo: terminal }) })
    running.app = app
    if (stopRequested) return
    // from here on a database that dies is started again: nothing after this may ask it and end the server for its answer
    announceAddress(announce, host, await listen(app, settings))
  }
  running.shutdownDelay = settings.shutdownDelay
  if (prepared.demo) announce(describeAccounts().join('\n'))
  else if (prepared.isEmpty) announce('There is no account yet: npx chisholm admin create EMAIL')
  await tidyUp()
}

/** Opens database and storage, and loads the demo where it is wanted; undefined when it is to stop. */
async function prepare(settings: Settings, log: StartupLog, { newSecretKey = false }: StartOptions) {
  const database = await openDatabase(settings, log, { onGiveUp: () => void endWithoutDatabase() })
  running.database = database
  if (stopRequested) return undefined
  const lost = await acceptSecretKeys({ db: database.db, settings }, { giveUp: newSecretKey })
  if (lost !== null) console.error(lost)
  const storage = await openVerifiedStorage(settings)
  // few servers show the demo: the others do not keep what draws it
  if (settings.demo !== 'none')
    await (await import('./demo/load-demo.ts')).loadDemo({ database, storage, zone: settings.provider.time_zone })
  const demo = await isDemoLoaded(database.db)
  if (demo) forbidDemoInProduction(settings)
  return { database, storage, demo, isEmpty: !demo && (await hasNoUsers(database.db)) }
}

/** Starts a server beside others of this machine on what the primary process has prepared. */
async function startWorker(
  settings: Settings,
  log: StartupLog,
  terminal: DestinationStream | undefined,
): Promise<void> {
  onStop(requestStop)
  const connections = Math.max(fewestConnections, Math.floor(connectionsOfWorkers / settings.workers))
  const database = await openDatabase(settings, log, { allowRunning: true, connections })
  running.database = database
  const storage = await openVerifiedStorage(settings)
  const app = await buildApp({ settings, database, storage, ...(terminal && { logTo: terminal }) })
  running.app = app
  if (stopRequested) return
  await listen(app, settings)
  running.shutdownDelay = settings.shutdownDelay
  await tidyUp()
}

async function tidyUp(): Promise<void> {
  // for a server that starts beside this one, or after it was killed: neither has to strip the types again
  flushCompileCache()
  // a start leaves much behind that is never used again, and Node.js would keep the room for it
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
}

/** What answers requests is loaded where requests are answered, and not above workers. */
const buildApp = async (...given: Parameters<typeof import('./app.ts').buildApp>) =>
  (await import('./app.ts')).buildApp(...given)

const hasNoUsers = async (db: Database['db']) =>
  !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    restrictPermissions(dataDir)
  } catch (thrown) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be written: ${errorMessage(thrown)}.`)
  }
}

/** A port that is taken is told before a database is made and migrated for nothing. */
async function requireFreePort(settings: Settings): Promise<void> {
  const { host, port } = settings
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (thrown) {
    throw listenError(settings, thrown)
  } finally {
    probe.close()
  }
}

function listenError({ host, port }: Settings, thrown: unknown): OperatorError {
  // cast: errors of the system carry a code
  const { code } = thrown as NodeJS.ErrnoException
  const reason = code === 'EADDRINUSE' ? 'the port is in use' : errorMessage(thrown)
  return new OperatorError(`Cannot listen on ${hostAndPort(host, port)}: ${reason}.`)
}

type Announce = (text: string) => void

/** Says what the operator waits for, whatever LOG_LEVEL: to people as it is, to programs in a line like all others. */
function createAnnouncer(terminal: DestinationStream | undefined): Announce {
  if (terminal) return (text) => console.log(text)
  const log = pino(logOptions('info'))
  return (text) => log.info(text)
}

async function listen(app: FastifyInstance, settings: Settings): Promise<AddressInfo> {
  const { host, port } = settings
  try {
    await app.listen({ host, port })
  } catch (thrown) {
    throw listenError(settings, thrown)
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address : { address: host, family: '', port }
}

const announceAddress = (announce: Announce, host: string, { port }: AddressInfo) =>
  announce(`Chisholm listens on http://${hostAndPort(host, port)} (version ${version()})`)

/** Whoever watches over the process starts it anew, which may help where starting the database alone did not. */
function endWithoutDatabase(): Promise<never> {
  console.error(`The embedded database cannot be started again: this server ends with code ${databaseLostExitCode}.`)
  stopRequested = true
  setTimeout(() => process.exit(databaseLostExitCode), graceMilliseconds)
  return stop(databaseLostExitCode)
}

function onSignal(): void {
  const isSecondSignal = performance.now() - lastSignal > duplicateSignalMilliseconds
  lastSignal = performance.now()
  if (stopRequested && isSecondSignal) process.exit(130)
  requestStop()
}

function requestStop(): void {
  if (stopRequested) return
  stopRequested = true
  // While starting, the start itself notices: half-opened parts cannot be closed from here.
  if (started) void stop(0)
}

async function stop(code: number): Promise<never> {
  try {
    if (running.app) await closeApp(running.app)
    await running.workers?.stop()
    await running.database?.close()
    await stopTracing()
  } catch (thrown) {
    console.error(thrown)
    process.exit(code || 1)
  }
  process.exit(code)
}

async function closeApp(app: FastifyInstance): Promise<void> {
  markStopping(app)
  await delay((running.shutdownDelay ?? 0) * 1000)
  const forceClose = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds)
  // a connection that was busy at the signal would be kept for the next request of its client
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearTimeout(forceClose)
  clearInterval(closeIdle)
}
