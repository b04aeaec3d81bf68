import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../apps/server/src/database/database.ts'
// These are the settings of `npm start`.
import { serverEnvironment, serverFlags } from '../scripts/lib/processes.mjs'
import { sendCall } from './load.ts'
import { benchPassword, seed, type Size } from './seed.ts'

const root = path.resolve(import.meta.dirname, '..')
/** A token is renewed after this many milliseconds. It is valid for 15 minutes, which the bench takes longer than. */
const tokenAge = 5 * 60_000
const quiet = { info: () => {}, warn: console.warn }

/** A seeded database with server and baseline, each in its own process. */
export interface BenchEnvironment {
  size: Size
  database: Database
  server: { origin: string; pid: number }
  baseline: { origin: string; pid: number }
  bare: { origin: string; pid: number }
  databaseUrl: string
  /** The folder in bench/data, which is emptied before each run. */
  dataDir: string
  databasePid: number
  /** Duration of seeding in seconds. */
  seconds: number
  /** Access token of a seeded user. */
  tokenOf(userNumber: number): Promise<string>
  /** Logs query plans while `work` runs. Its function `read` returns those since the last call. */
  watchPlans(work: (read: () => string) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Creates the data in bench/data and starts the servers. */
export async function startBenchEnvironment(name: string, size: Size): Promise<BenchEnvironment> {
  const dataDir = path.join(root, 'bench/data', name)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const database = await openDatabase({ dataDir }, quiet)
  const from = performance.now()
  await seed(database, size)
  const seconds = (performance.now() - from) / 1000
  await changeSettings(database, "session_preload_libraries = 'auto_explain'")
  const { host, port, user, database: db } = database.connection
  const url = `postgres:///${db}?host=${encodeURIComponent(String(host))}&port=${port}&user=${user}`
  const env = {
    ...serverEnvironment,
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    SECRET_KEY: 'x'.repeat(40),
    // Both run as a single process, so that the comparison is fair.
    WORKERS: '1',
    LOG_LEVEL: 'warn',
    PORT: '0',
  }
  const server = await start('apps/server/src/main.ts', { ...env, DATA_DIR: path.join(dataDir, 'server'), DEMO: '0' })
  const baseline = await start('bench/baseline-server.ts', { ...env, DATA_DIR: path.join(dataDir, 'baseline') })
  const bare = await start('bench/minimal-server.ts', { ...env, DATA_DIR: path.join(dataDir, 'bare') })
  const [databasePid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const tokens = new Map<number, { token: string; at: number }>()
  return {
    size,
    database,
    server,
    baseline,
    bare,
    databaseUrl: url,
    dataDir,
    databasePid: Number(databasePid),
    seconds,
    async tokenOf(person) {
      const known = tokens.get(person)
      if (known && performance.now() - known.at < tokenAge) return known.token
      const token = await signIn(server.origin, person)
      tokens.set(person, { token, at: performance.now() })
      return token
    },
    async watchPlans(work) {
      await changeSettings(database, 'auto_explain.log_min_duration = 0')
      await work(readerOf(path.join(dataDir, 'postgres.log')))
      await changeSettings(database, 'auto_explain.log_min_duration = -1')
    },
    async close() {
      await Promise.all([server, baseline, bare].map(stop))
      await database.close()
    },
  }
}

async function changeSettings(database: Database, setting: string): Promise<void> {
  await sql.raw(`alter system set ${setting}`).execute(database.db)
  await sql`select pg_reload_conf()`.execute(database.db)
  // Wait until every connection has loaded the new settings.
  await sleep(1000)
}

/** Reads what was appended to a file since the last read. */
function readerOf(file: string): () => string {
  let position = statSync(file).size
  return () => {
    const added = Buffer.alloc(statSync(file).size - position)
    const open = openSync(file, 'r')
    readSync(open, added, 0, added.length, position)
    closeSync(open)
    position += added.length
    return added.toString()
  }
}

interface ChildProgram {
  origin: string
  pid: number
  child: ChildProcess
}

async function start(file: string, env: Record<string, string | undefined>): Promise<ChildProgram> {
  const child = spawn(process.execPath, [...serverFlags, path.join(root, file)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const origin = /listens on (http\S+)\s/.exec(output)?.[1]
    if (origin) return { origin, pid: child.pid ?? 0, child }
  }
  throw new Error(`${file} did not start: ${output}`)
}

/** Ends a program and waits until it has ended. */
export async function stop({ child }: Pick<ChildProgram, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const signInCall = (person: number) => ({
  method: 'POST' as const,
  path: '/api/v1/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: `person${person}@bench.example`, password: benchPassword }),
})

async function signIn(origin: string, person: number): Promise<string> {
  const answer = JSON.parse(String(await sendCall(origin, signInCall(person)))) as { token: string }
  return answer.token
}
export { signInCall }

/** Current and highest memory of a process in megabytes (Linux). */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

/** Tables that no API call should scan. */
export async function largeTables({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 10000`.execute(db)
  return rows.map(({ name }) => name)
}
