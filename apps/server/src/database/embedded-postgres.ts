import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError, errorMessage, type StartupLog } from '../operator-error.ts'
import { isDataDirLocked, lockDataDir } from './data-dir-lock.ts'
import { launch, waitUntilReady, stopPostmaster } from './embedded-postgres/launch.ts'
import { createCluster } from './embedded-postgres/create-cluster.ts'
import { endOrphanedProcesses } from './embedded-postgres/orphaned-processes.ts'
import { type EmbeddedConnection, databaseName, port } from './embedded-postgres/cluster-settings.ts'
import { clearSocket, makeSocketFolder, socketFolderInUse } from './embedded-postgres/socket-folder.ts'
import { supervise } from './embedded-postgres/supervise.ts'
import { findNonRootRunner } from './embedded-postgres/executables.ts'

export interface EmbeddedPostgres {
  connection: EmbeddedConnection
  /** Stops PostgreSQL, waits until it is gone, and gives the folder free. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** False for tests: faster, and lost at a power cut. */
  durable?: boolean
  /** Called when PostgreSQL died and could not be started again. */
  onGiveUp?: () => void
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres, and starts it again whenever it dies. What a killed server left running is
 * ended first.
 * @throws CannotStart  the folder cannot be written or is another server's, or PostgreSQL does not start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: StartupLog,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { durable = true, onGiveUp: giveUp = () => {} } = options
  const unlock = await lockDataDirOrExplain(dataDir)
  try {
    const runner = await findNonRootRunner()
    // Another user than the folder's owner has to pass through it; what is secret in it has its own mode.
    if (runner.user) await chmod(dataDir, 0o711)
    const cluster = await clusterPath(dataDir)
    const logFile = path.join(dataDir, 'postgres.log')
    await endOrphanedProcesses(cluster, log)
    await createCluster(cluster, runner, log)
    const host = await makeSocketFolder(dataDir, runner)
    const connection = { host, port, user: databaseName, database: databaseName }
    const start = async () => {
      await endOrphanedProcesses(cluster, log)
      await clearSocket(host)
      const postmaster = await launch(cluster, host, logFile, runner, durable)
      try {
        await waitUntilReady(postmaster, connection, logFile)
      } catch (thrown) {
        await stopPostmaster(postmaster)
        throw thrown
      }
      return postmaster
    }
    const stopRunning = supervise(await start(), { start, log, onGiveUp: giveUp })
    const stop = async () => {
      await stopRunning()
      await rm(host, { recursive: true, force: true })
      unlock()
    }
    return { connection, stop }
  } catch (thrown) {
    unlock()
    throw thrown instanceof OperatorError
      ? thrown
      : new OperatorError(`The embedded database cannot start: ${errorMessage(thrown)}.`)
  }
}

/** Whether a start would find a database, and not make one. */
export const embeddedClusterExists = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))

/** Its path as PostgreSQL itself tells it. */
const clusterPath = async (dataDir: string) => path.join(await realpath(dataDir), 'postgres')

/** How long a database that is being started is waited for by who comes in beside its server. */
const runningTimeoutMilliseconds = 10_000

/**
 * Where the embedded database of a DATA_DIR listens whose server runs; undefined when none does. Whoever comes in by
 * this neither stops it nor keeps it running.
 * @throws CannotStart  its server is there, its database is not
 */
export async function findRunningEmbedded(dataDir: string): Promise<EmbeddedConnection | undefined> {
  for (const deadline = Date.now() + runningTimeoutMilliseconds; isDataDirLocked(dataDir); await sleep(100)) {
    const host = await socketFolderInUse(await clusterPath(dataDir))
    if (host !== undefined) return { host, port, user: databaseName, database: databaseName }
    if (Date.now() > deadline)
      throw new OperatorError(`The database of the server that runs on ${dataDir} does not answer.`)
  }
  return undefined
}

async function lockDataDirOrExplain(dataDir: string): Promise<() => void> {
  try {
    await mkdir(dataDir, { recursive: true })
    return lockDataDir(dataDir)
  } catch (thrown) {
    if (thrown instanceof OperatorError) throw thrown
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be written: ${errorMessage(thrown)}.`)
  }
}
