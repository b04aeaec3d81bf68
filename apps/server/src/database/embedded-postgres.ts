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
  /** Stops PostgreSQL, waits until it has exited and releases DATA_DIR. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** False in tests, which is faster but loses data at a power failure. */
  durable?: boolean
  onGiveUp?: () => void
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres and restarts it whenever it dies. First it stops the processes that a killed
 * server left running.
 * @throws OperatorError  DATA_DIR is not writable or in use, or PostgreSQL does not start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: StartupLog,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { durable = true, onGiveUp = () => {} } = options
  const unlock = await lockDataDirOrExplain(dataDir)
  try {
    const runner = await findNonRootRunner()
    // PostgreSQL may run as another user, who must be able to traverse this folder. Secret files have their own mode.
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
      const postmaster = await launch({ cluster, sockets: host, logFile, runner, durable })
      try {
        await waitUntilReady(postmaster, connection, logFile)
      } catch (thrown) {
        await stopPostmaster(postmaster)
        throw thrown
      }
      return postmaster
    }
    const stopRunning = supervise(await start(), { start, log, onGiveUp })
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

export const embeddedClusterExists = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))

/** Symbolic links are resolved, because PostgreSQL reports the path that way. */
const clusterPath = async (dataDir: string) => path.join(await realpath(dataDir), 'postgres')

const runningTimeoutMilliseconds = 10_000

/**
 * Connection settings of a server that already runs on this DATA_DIR, or undefined. The caller must not stop that
 * server's database.
 * @throws OperatorError  the server runs, but its database does not answer
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
