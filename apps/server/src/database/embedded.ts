import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart, reasonOf, type StartLog } from '../cannot-start.ts'
import { isDataDirLocked, lockDataDir } from './data-dir-lock.ts'
import { launch, ready, stopPostmaster } from './embedded/launch.ts'
import { makeCluster } from './embedded/make-cluster.ts'
import { endOrphans } from './embedded/orphans.ts'
import { type EmbeddedConnection, name, port } from './embedded/programs.ts'
import { clearSocket, makeSocketFolder, socketFolderInUse } from './embedded/socket-folder.ts'
import { keepRunning } from './embedded/supervise.ts'
import { findRunner } from './postgres-binaries.ts'

export interface Embedded {
  connection: EmbeddedConnection
  /** Stops PostgreSQL, waits until it is gone, and gives the folder free. */
  stop(): Promise<void>
}

interface Options {
  /** False for tests: faster, and lost at a power cut. */
  durable?: boolean
  /** Called when PostgreSQL died and could not be started again. */
  giveUp?: () => void
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres, and starts it again whenever it dies. What a killed server left running is
 * ended first.
 * @throws CannotStart  the folder cannot be written or is another server's, or PostgreSQL does not start
 */
export async function startEmbedded(dataDir: string, log: StartLog, options: Options = {}): Promise<Embedded> {
  const { durable = true, giveUp = () => {} } = options
  const release = await claim(dataDir)
  try {
    const runner = await findRunner()
    // Another user than the folder's owner has to pass through it; what is secret in it has its own mode.
    if (runner.user) await chmod(dataDir, 0o711)
    const cluster = await clusterOf(dataDir)
    const logFile = path.join(dataDir, 'postgres.log')
    await endOrphans(cluster, log)
    await makeCluster(cluster, runner, log)
    const host = await makeSocketFolder(dataDir, runner)
    const connection = { host, port, user: name, database: name }
    const start = async () => {
      await endOrphans(cluster, log)
      await clearSocket(host)
      const postmaster = await launch(cluster, host, logFile, runner, durable)
      try {
        await ready(postmaster, connection, logFile)
      } catch (thrown) {
        await stopPostmaster(postmaster)
        throw thrown
      }
      return postmaster
    }
    const stopRunning = keepRunning(await start(), { start, log, giveUp })
    const stop = async () => {
      await stopRunning()
      await rm(host, { recursive: true, force: true })
      release()
    }
    return { connection, stop }
  } catch (thrown) {
    release()
    throw thrown instanceof CannotStart
      ? thrown
      : new CannotStart(`The embedded database cannot start: ${reasonOf(thrown)}.`)
  }
}

/** Whether a start would find a database, and not make one. */
export const isEmbeddedMade = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))

/** Its path as PostgreSQL itself tells it. */
const clusterOf = async (dataDir: string) => path.join(await realpath(dataDir), 'postgres')

/** How long a database that is being started is waited for by who comes in beside its server. */
const besideMilliseconds = 10_000

/**
 * Where the embedded database of a DATA_DIR listens whose server runs; undefined when none does. Whoever comes in by
 * this neither stops it nor keeps it running.
 * @throws CannotStart  its server is there, its database is not
 */
export async function embeddedOfRunningServer(dataDir: string): Promise<EmbeddedConnection | undefined> {
  for (const deadline = Date.now() + besideMilliseconds; isDataDirLocked(dataDir); await sleep(100)) {
    const host = await socketFolderInUse(await clusterOf(dataDir))
    if (host !== undefined) return { host, port, user: name, database: name }
    if (Date.now() > deadline)
      throw new CannotStart(`The database of the server that runs on ${dataDir} does not answer.`)
  }
  return undefined
}

async function claim(dataDir: string): Promise<() => void> {
  try {
    await mkdir(dataDir, { recursive: true })
    return lockDataDir(dataDir)
  } catch (thrown) {
    if (thrown instanceof CannotStart) throw thrown
    throw new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(thrown)}.`)
  }
}
