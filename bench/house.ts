import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Database, openDatabase } from '../apps/server/src/database/database.ts'
// how `npm start` runs it
import { compileCache } from '../scripts/lib/run.mjs'
import { ask } from './load.ts'
import { benchPassword, seed, type Size } from './seed.ts'

const root = path.resolve(import.meta.dirname, '..')
const quiet = { info: () => {}, warn: console.warn }

/** A seeded database with the server and the floor beside each other on it, each in a process of its own. */
export interface House {
  database: Database
  server: { origin: string; pid: number }
  floor: { origin: string; pid: number }
  /** Seconds the seed took. */
  seconds: number
  /** An access token of the person of this number. */
  tokenOf(person: number): Promise<string>
  close(): Promise<void>
}

/** Makes everything anew in bench/data and starts it. */
export async function openHouse(name: string, size: Size): Promise<House> {
  const dataDir = path.join(root, 'bench/data', name)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const database = await openDatabase({ dataDir }, quiet)
  const from = performance.now()
  await seed(database, size)
  const seconds = (performance.now() - from) / 1000
  const { host, port, user, database: db } = database.connection
  const url = `postgres:///${db}?host=${encodeURIComponent(String(host))}&port=${port}&user=${user}`
  const env = {
    ...compileCache,
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    SECRET_KEY: 'x'.repeat(40),
    LOG_LEVEL: 'warn',
    PORT: '0',
  }
  const server = await start('apps/server/src/main.ts', { ...env, DATA_DIR: path.join(dataDir, 'server'), DEMO: '0' })
  const floor = await start('bench/floor.ts', env)
  const tokens = new Map<number, string>()
  return {
    database,
    server,
    floor,
    seconds,
    async tokenOf(person) {
      const known = tokens.get(person) ?? (await signIn(server.origin, person))
      tokens.set(person, known)
      return known
    },
    async close() {
      await Promise.all([server, floor].map(stop))
      await database.close()
    },
  }
}

interface Program {
  origin: string
  pid: number
  child: ChildProcess
}

async function start(file: string, env: Record<string, string | undefined>): Promise<Program> {
  const child = spawn(
    process.execPath,
    [...(process.env['PROF'] ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []), path.join(root, file)],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    const origin = /listens on (\S+)\n/.exec(said)?.[1]
    if (origin) return { origin, pid: child.pid ?? 0, child }
  }
  throw new Error(`${file} did not start: ${said}`)
}

async function stop({ child }: Program): Promise<void> {
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
  const answer = JSON.parse(String(await ask(origin, signInCall(person)))) as { token: string }
  return answer.token
}
export { signInCall }

/** Megabytes a process holds now, and held at most since it started (Linux). */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
