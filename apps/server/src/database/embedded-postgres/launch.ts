import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError, errorMessage } from '../../operator-error.ts'
import { postgresExecutable, type NonRootRunner } from './executables.ts'
import { type EmbeddedConnection, postgresEnvironment, lastLines, databaseName, port } from './cluster-settings.ts'

const maxLogBytes = 10_000_000

export interface Postmaster {
  pid: number
  /** The reason of its exit, or undefined while it runs. */
  exitReason: () => string | undefined
  exited: Promise<void>
}

interface LaunchOptions {
  cluster: string
  /** Folder of the sockets. */
  sockets: string
  logFile: string
  runner: NonRootRunner
  /** False in tests, which is faster but loses data at a power failure. */
  durable: boolean
}

/** Starts PostgreSQL, which survives if this process is killed. */
export async function launch({ cluster, sockets, logFile, runner, durable }: LaunchOptions): Promise<Postmaster> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await truncate(logFile)
  const options = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const [program = '', ...rest] = [
    ...runner.prefix,
    postgresExecutable('postgres'),
    '-D',
    cluster,
    ...Object.entries(options).flatMap(([option, value]) => ['-c', `${option}=${value}`]),
  ]
  const output = openSync(logFile, 'a', 0o600)
  // PostgreSQL has its own process group, so that Ctrl-C reaches only the server, which stops the database last.
  const child = spawn(program, rest, {
    cwd: '/',
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
    ...runner.user,
  })
  closeSync(output)
  child.unref()
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await once(child, 'spawn')
  const ended = () =>
    child.signalCode !== null
      ? `killed by ${child.signalCode}`
      : child.exitCode !== null
        ? `code ${child.exitCode}`
        : undefined
  return { pid: child.pid ?? 0, exitReason: ended, exited: end }
}

/** Waits until PostgreSQL accepts connections, however long recovery takes, and creates our database. */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: EmbeddedConnection,
  logFile: string,
): Promise<void> {
  const from = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select from pg_database where datname = $1', [databaseName])
      if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
      return
    } catch (thrown) {
      if (postmaster.exitReason() === undefined) {
        await sleep(50)
        continue
      }
      const written = await readFile(logFile).catch(() => Buffer.alloc(0))
      const text = written.subarray(Math.min(from, written.length)).toString() || written.toString()
      throw new OperatorError(
        `The embedded database did not start: ${lastLines(text) || errorMessage(thrown)} (${logFile})`,
      )
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Stops PostgreSQL within 50 seconds, at last by killing it. */
export async function stopPostmaster({ pid, exitReason: ended }: Postmaster): Promise<void> {
  // SIGINT is a fast shutdown, which rolls back open transactions. SIGQUIT follows after half a minute: the next start
  // then recovers from the write-ahead log.
  for (const [signal, within] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (ended() !== undefined) return
    process.kill(pid, signal)
    for (const deadline = Date.now() + within; ended() === undefined && Date.now() < deadline; ) await sleep(20)
  }
}
