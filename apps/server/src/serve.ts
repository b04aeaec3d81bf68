import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { OperatorError, errorMessage, type StartupLog } from './operator-error.ts'
import { type Database, openDatabase } from './database/database.ts'
import { lockTimeout } from './database/lock-timeout.ts'
import { describeAccounts, isDemoLoaded, forbidDemoInProduction } from './demo/accounts.ts'
import { acceptSecretKeys } from './features/secret-keys/index.ts'
import { markStopping } from './http/graceful-stop.ts'
import { closeLog, type LogDestination, logOptions, standardOutput, terminalLog } from './http/logging.ts'
import { restrictPermissions } from './file-permissions.ts'
import { hasNoUsers } from './serve.queries.ts'
import { hostAndPort, processEnvironment, type Settings } from './settings.ts'
import { requireValidReportCertificate } from './signature/report-certificate.ts'
import { openVerifiedStorage } from './storage/storage.ts'
import { startTracing, stopTracing } from './tracing.ts'
import { version } from './version.ts'
import { isWorker, onStop, startWorkers, type Workers } from './workers.ts'

/**
 * The server answers for at least this time after a signal, even without SHUTDOWN_DELAY. Requests that are on their
 * way, or are sent before a client sees its connection closed, would be lost otherwise.
 */
const drainMilliseconds = 1000

/** Grace period for running requests after that. */
const graceMilliseconds = 10_000

/** Exit code when the database cannot be restarted (EX_TEMPFAIL). */
const databaseLostExitCode = 75

/** Terminal and npm both forward Ctrl-C: signals this close count once. */
const duplicateSignalMilliseconds = 200

const running: {
  app?: FastifyInstance
  workers?: Workers | undefined
  database?: Database
  /** The log, unless it is shown on a terminal. */
  log?: ReturnType<typeof standardOutput>
  shutdownDelay?: number
} = {}

/** Total connections of all workers of this process, and the minimum per worker. */
const connectionsOfWorkers = 32
const fewestConnections = 8
let stopRequested = false
let lastSignal = Number.NEGATIVE_INFINITY
let started = false

export interface StartOptions {
  /** Continues without the previous secret key. */
  newSecretKey?: boolean
}

/** Runs the server until a signal; startup errors are printed in one line. */
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
  const logTo = terminal ?? (running.log = standardOutput())
  const log = pino(logOptions(settings.logLevel), logTo)
  requireValidReportCertificate(settings)
  if (isWorker) return startWorker(settings, log, logTo)
  await requireFreePort(settings)
  requireWritable(settings.dataDir)
  const prepared = await prepare(settings, log, options)
  if (!prepared || stopRequested) return
  const announce = createAnnouncer(logTo, terminal !== undefined)
  const { host } = settings
  if (settings.workers > 1) {
    running.workers = await startWorkers(settings.workers, log)
    if (!running.workers) throw new OperatorError('The server did not start.')
    announceAddress(announce, host, running.workers.address)
  } else {
    const app = await buildApp({ settings, ...prepared, logTo })
    running.app = app
    if (stopRequested) return
    // from here on the database is supervised: nothing below may query it, because a failure would abort the start
    announceAddress(announce, host, await listen(app, settings))
  }
  running.shutdownDelay = settings.shutdownDelay
  if (prepared.demo) announce(describeAccounts().join('\n'))
  else if (prepared.isEmpty) announce('There is no account yet: npx chisholm admin create EMAIL')
  await tidyUp()
}

/** Opens database and storage and loads the demo if requested; undefined if the server must not start. */
async function prepare(settings: Settings, log: StartupLog, { newSecretKey = false }: StartOptions) {
  const database = await openDatabase(settings, log, { lockTimeout, onGiveUp: () => void endWithoutDatabase() })
  running.database = database
  if (stopRequested) return undefined
  const lost = await acceptSecretKeys({ db: database.db, settings }, { giveUp: newSecretKey })
  if (lost !== null) console.error(lost)
  const storage = await openVerifiedStorage(settings)
  // loaded only when needed, to save memory
  if (settings.demo !== 'none') await (await import('./demo/load-demo.ts')).loadDemo({ database, storage, settings })
  const demo = await isDemoLoaded(database.db)
  if (demo) forbidDemoInProduction(settings)
  return { database, storage, demo, isEmpty: !demo && (await hasNoUsers(database.db)) }
}

/** Starts one of several servers on this machine, which share what the primary process has prepared. */
async function startWorker(settings: Settings, log: StartupLog, logTo: LogDestination): Promise<void> {
  onStop(requestStop)
  const connections = Math.max(fewestConnections, Math.floor(connectionsOfWorkers / settings.workers))
  const database = await openDatabase(settings, log, { allowRunning: true, connections, lockTimeout })
  running.database = database
  const storage = await openVerifiedStorage(settings)
  const app = await buildApp({ settings, database, storage, logTo })
  running.app = app
  if (stopRequested) return
  await listen(app, settings)
  running.shutdownDelay = settings.shutdownDelay
  await tidyUp()
}

async function tidyUp(): Promise<void> {
  // lets later processes skip type stripping
  flushCompileCache()
  // releases memory only needed during startup
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
}

/** Loads the request-handling code on demand, because the primary process of workers does not need it. */
const buildApp = async (...args: Parameters<typeof import('./app.ts').buildApp>) =>
  (await import('./app.ts')).buildApp(...args)

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    restrictPermissions(dataDir)
  } catch (thrown) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be written: ${errorMessage(thrown)}.`)
  }
}

/** Fails on a busy port before a database is created and migrated. */
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
  // cast: system errors have a code
  const { code } = thrown as NodeJS.ErrnoException
  const reason = code === 'EADDRINUSE' ? 'the port is in use' : errorMessage(thrown)
  return new OperatorError(`Cannot listen on ${hostAndPort(host, port)}: ${reason}.`)
}

type Announce = (text: string) => void

/** Prints startup messages regardless of LOG_LEVEL: plain on a terminal, else as log lines. */
function createAnnouncer(logTo: LogDestination, isTerminal: boolean): Announce {
  if (isTerminal) return (text) => console.log(text)
  const log = pino(logOptions('info'), logTo)
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

/** A supervisor may restart the process, which may help when restarting the database did not. */
function endWithoutDatabase(): Promise<never> {
  console.error(`The embedded database cannot be restarted: this server exits with code ${databaseLostExitCode}.`)
  stopRequested = true
  setTimeout(() => void exit(databaseLostExitCode), graceMilliseconds)
  return stop(databaseLostExitCode)
}

function onSignal(): void {
  const isSecondSignal = performance.now() - lastSignal > duplicateSignalMilliseconds
  lastSignal = performance.now()
  if (stopRequested && isSecondSignal) void exit(130)
  requestStop()
}

function requestStop(): void {
  if (stopRequested) return
  stopRequested = true
  // During startup, `start` checks this flag: half-opened services cannot be closed here.
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
    return exit(code || 1)
  }
  return exit(code)
}

async function exit(code: number): Promise<never> {
  const { log } = running
  delete running.log
  if (log) await closeLog(log)
  process.exit(code)
}

async function closeApp(app: FastifyInstance): Promise<void> {
  markStopping(app)
  await delay(Math.max(drainMilliseconds, (running.shutdownDelay ?? 0) * 1000))
  const forceClose = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds)
  // a connection that is busy now becomes idle after its response, and would hold up `close` until its timeout
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearTimeout(forceClose)
  clearInterval(closeIdle)
}
