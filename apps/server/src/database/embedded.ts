import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { CannotStart, reasonOf, type StartLog } from '../cannot-start.ts'
import { isDataDirLocked, lockDataDir } from './data-dir-lock.ts'
import { launch, ready } from './embedded/launch.ts'
import { makeCluster } from './embedded/make-cluster.ts'
import { type EmbeddedConnection, name, port } from './embedded/programs.ts'
import { runningPostmaster } from './embedded/running.ts'
import { socketFolder } from './embedded/socket-folder.ts'
import { clearRemains, stopPostmaster } from './embedded/stop.ts'
import { findRunner } from './postgres-binaries.ts'

export interface Embedded {
  connection: EmbeddedConnection
  /** Stops PostgreSQL, waits until it is gone, and gives the folder free. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres, or takes over the one a killed server left running.
 * @param options.durable  false for tests: faster, and lost at a power cut
 * @throws CannotStart  the folder cannot be written or is another server's, or PostgreSQL does not start
 */
export async function startEmbedded(dataDir: string, log: StartLog, options = { durable: true }): Promise<Embedded> {
  const release = await claim(dataDir)
  try {
    const runner = await findRunner()
    // Another user than the folder's owner has to pass through it; what is secret in it has its own mode.
    if (runner.user) await chmod(dataDir, 0o711)
    const cluster = path.join(dataDir, 'postgres')
    const sockets = await socketFolder(dataDir, runner)
    const connection = { host: sockets, port, user: name, database: name }
    const left = await runningPostmaster(cluster)
    const logFile = path.join(dataDir, 'postgres.log')
    if (left === undefined) {
      await makeCluster(cluster, runner, log)
      await clearRemains(cluster, sockets)
      await launch(cluster, sockets, logFile, runner, options.durable)
    } else {
      log.info(`Found the embedded database still running (process ${left}).`)
    }
    const stop = async () => {
      await stopPostmaster(cluster)
      release()
    }
    try {
      await ready(cluster, connection, logFile)
    } catch (thrown) {
      await stopPostmaster(cluster)
      throw thrown
    }
    return { connection, stop }
  } catch (thrown) {
    release()
    throw thrown instanceof CannotStart
      ? thrown
      : new CannotStart(`The embedded database cannot start: ${reasonOf(thrown)}.`)
  }
}

/**
 * Where the embedded database of a DATA_DIR listens whose server runs; undefined when none does. Whoever comes in by
 * this neither stops it nor keeps it running.
 */
export async function embeddedOfRunningServer(dataDir: string): Promise<EmbeddedConnection | undefined> {
  if (!isDataDirLocked(dataDir)) return undefined
  return { host: await socketFolder(dataDir, await findRunner()), port, user: name, database: name }
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
