import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { buildApp } from './app.ts'
import { CannotStart, reasonOf } from './cannot-start.ts'
import { type Database, openDatabase } from './database/database.ts'
import { accountLines, demoIsPresent, refuseDemoInProduction } from './demo/accounts.ts'
import { acceptSecretKeys } from './features/secret-keys/index.ts'
import { announceStop } from './http/health.ts'
import { logOptions, terminalLog } from './http/logging.ts'
import { closeToOthers } from './private-files.ts'
import { hostAndPort, type Settings } from './settings.ts'
import { openWorkingStorage } from './storage/storage.ts'
import { startTracing, stopTracing } from './tracing.ts'
import { version } from './version.ts'

/** How long requests in flight may take to end after a signal. */
const graceMilliseconds = 10_000

/** What the process ends with when its database is gone for good; sysexits.h calls it a failure that may pass. */
const databaseLost = 75

/** A terminal and npm each pass on one Ctrl-C: signals this close are one. */
const sameSignalMilliseconds = 200

const open: { app?: FastifyInstance; database?: Database; shutdownDelay?: number } = {}
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
    await startTracing(process.env)
    await start(settings, options)
  } catch (thrown) {
    console.error(thrown instanceof CannotStart ? thrown.message : thrown)
    await stop(1)
  }
  started = true
  if (stopRequested) await stop(0)
}

async function start(settings: Settings, { newSecretKey = false }: StartOptions): Promise<void> {
  const terminal = await terminalLog()
  const log = pino(logOptions(settings.logLevel), terminal)
  await requireFreePort(settings)
  requireWritable(settings.dataDir)
  const database = await openDatabase(settings, log, { giveUp: () => void endWithoutDatabase() })
  open.database = database
  if (stopRequested) return
  const lost = await acceptSecretKeys({ db: database.db, settings }, { giveUp: newSecretKey })
  if (lost !== null) console.error(lost)
  const storage = await openWorkingStorage(settings)
  // few servers show the demo: the others do not keep what draws it
  if (settings.demo !== 'none')
    await (await import('./demo/demo.ts')).loadDemo({ database, storage, zone: settings.provider.time_zone })
  const demo = await demoIsPresent(database.db)
  if (demo) refuseDemoInProduction(settings)
  const isEmpty = !demo && (await hasNobody(database.db))
  const app = await buildApp({ settings, database, storage, ...(terminal && { logTo: terminal }) })
  open.app = app
  const announce = announceTo(terminal)
  if (stopRequested) return
  // from here on a database that dies is started again: nothing after this may ask it and end the server for its answer
  await listen(app, settings, announce)
  open.shutdownDelay = settings.shutdownDelay
  if (demo) announce(accountLines().join('\n'))
  else if (isEmpty) announce('There is no account yet: npx chisholm admin create EMAIL')
  // for a server that starts beside this one, or after it was killed: neither has to strip the types again
  flushCompileCache()
  // a start leaves much behind that is never used again, and Node.js would keep the room for it
  await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
}

const hasNobody = async (db: Database['db']) => !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    closeToOthers(dataDir)
  } catch (thrown) {
    throw new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(thrown)}.`)
  }
}

/** A port that is taken is told before a database is made and migrated for nothing. */
async function requireFreePort(settings: Settings): Promise<void> {
  const { host, port } = settings
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (thrown) {
    throw cannotListen(settings, thrown)
  } finally {
    probe.close()
  }
}

function cannotListen({ host, port }: Settings, thrown: unknown): CannotStart {
  const { code } = thrown as NodeJS.ErrnoException
  const reason = code === 'EADDRINUSE' ? 'the port is in use' : reasonOf(thrown)
  return new CannotStart(`Cannot listen on ${hostAndPort(host, port)}: ${reason}.`)
}

type Announce = (text: string) => void

/** Says what the operator waits for, whatever LOG_LEVEL: to people as it is, to programs in a line like all others. */
function announceTo(terminal: DestinationStream | undefined): Announce {
  if (terminal) return (text) => console.log(text)
  const log = pino(logOptions('info'))
  return (text) => log.info(text)
}

async function listen(app: FastifyInstance, settings: Settings, announce: Announce): Promise<void> {
  const { host, port } = settings
  try {
    await app.listen({ host, port })
  } catch (thrown) {
    throw cannotListen(settings, thrown)
  }
  const address = app.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  announce(`Chisholm listens on http://${hostAndPort(host, bound)} (version ${version()})`)
}

/** Whoever watches over the process starts it anew, which may help where starting the database alone did not. */
function endWithoutDatabase(): Promise<never> {
  console.error(`The embedded database cannot be started again: this server ends with code ${databaseLost}.`)
  stopRequested = true
  setTimeout(() => process.exit(databaseLost), graceMilliseconds)
  return stop(databaseLost)
}

function onSignal(): void {
  const again = performance.now() - lastSignal > sameSignalMilliseconds
  lastSignal = performance.now()
  if (stopRequested && again) process.exit(130)
  if (stopRequested) return
  stopRequested = true
  // While starting, the start itself notices: half-opened parts cannot be closed from here.
  if (started) void stop(0)
}

async function stop(code: number): Promise<never> {
  try {
    if (open.app) await closeApp(open.app)
    await open.database?.close()
    await stopTracing()
  } catch (thrown) {
    console.error(thrown)
    process.exit(code || 1)
  }
  process.exit(code)
}

async function closeApp(app: FastifyInstance): Promise<void> {
  announceStop(app)
  await delay((open.shutdownDelay ?? 0) * 1000)
  const hurry = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds)
  // a connection that was busy at the signal would be kept for the next request of its client
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close()
  clearTimeout(hurry)
  clearInterval(sweep)
}
