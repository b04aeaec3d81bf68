import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart, reasonOf } from '../../cannot-start.ts'
import { postgresProgram, type Runner } from '../postgres-binaries.ts'
import { type EmbeddedConnection, environment, lastLines, name, port } from './programs.ts'
import { noteLaunched, postmaster } from './running.ts'

const longestLog = 10_000_000

/** Starts PostgreSQL on a cluster; it outlives this process if that is killed. */
export async function launch(
  cluster: string,
  sockets: string,
  logFile: string,
  runner: Runner,
  durable: boolean,
): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > longestLog) await truncate(logFile)
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
    postgresProgram('postgres'),
    '-D',
    cluster,
    ...Object.entries(options).flatMap(([option, value]) => ['-c', `${option}=${value}`]),
  ]
  const output = openSync(logFile, 'a', 0o600)
  // Its own process group: Ctrl-C reaches the server alone, which stops the database last.
  const child = spawn(program, rest, {
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', output, output],
    ...runner.user,
  })
  closeSync(output)
  child.unref()
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  noteLaunched(cluster, child.pid ?? 0)
}

/** Waits while PostgreSQL starts or recovers, however long its recovery takes, and makes our database in it. */
export async function ready(cluster: string, connection: EmbeddedConnection, logFile: string): Promise<void> {
  const from = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select from pg_database where datname = $1', [name])
      if (found.rowCount === 0) await client.query(`create database ${name}`)
      return
    } catch (thrown) {
      if ((await postmaster(cluster)) !== undefined) {
        await sleep(50)
        continue
      }
      const written = await readFile(logFile).catch(() => Buffer.alloc(0))
      const text = written.subarray(Math.min(from, written.length)).toString() || written.toString()
      throw new CannotStart(`The embedded database did not start: ${lastLines(text) || reasonOf(thrown)} (${logFile})`)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
