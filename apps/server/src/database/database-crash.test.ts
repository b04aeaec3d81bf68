import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signInCaller, findPostgresProcess, readPostmasterPid, callUntilStopped } from '../testing/database-crash.ts'
import { waitForEmail } from '../testing/outbox-email.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { processStartTime } from './data-dir-lock.ts'
import { findProcesses } from './embedded-postgres/find-processes.ts'
import { waitFor } from '../testing/wait-for.ts'

let dataDir: string
let servers: ServerProcess[] = []
const start = (settings: Record<string, string> = {}) => {
  const server = startServer({ DATA_DIR: dataDir, DEMO: '1', ...settings })
  servers.push(server)
  return server
}
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-dying-'))
})
afterEach(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM')
    await ended
  }
  servers = []
  await rm(dataDir, { recursive: true, force: true })
})

const statusOf = async (address: string, route: string) => (await fetch(address + route)).status

/** Requests at the same time make the pool open new connections. */
const manyStatuses = async (address: string) =>
  new Set(await Promise.all(Array.from({ length: 20 }, () => statusOf(address, '/api/v1/provider'))))

describe.runIf(process.platform === 'linux')('the embedded database dies', () => {
  test('killing PostgreSQL or a connection under load loses and duplicates nothing acknowledged; responses are 2xx or 503', async () => {
    const victims = [
      async (postmaster: number) => postmaster,
      (postmaster: number) => findPostgresProcess(postmaster, /postgres: chisholm chisholm/),
      async (postmaster: number) => postmaster,
    ]
    const server = start()
    const address = (await server.listening) ?? ''
    const wrong: string[] = []
    const callers = await Promise.all(['client', 'manager', 'rival'].map((name) => signInCaller(address, name, wrong)))
    const made: string[] = []
    const stop = { now: false }
    const work = callUntilStopped(stop, callers, 'made while the database died', made)
    for (const victimOf of victims) {
      const before = made.length
      await waitFor(() => expect(made.length).toBeGreaterThan(before + 10), { timeout: 30_000 })
      process.kill(await victimOf(await readPostmasterPid(dataDir)), 'SIGKILL')
      const killed = made.length
      await waitFor(() => expect(made.length).toBeGreaterThan(killed + 10), { timeout: 30_000 })
      expect(await statusOf(address, '/healthz')).toBe(200)
    }
    stop.now = true
    await work
    expect(wrong).toEqual([])

    const vet = await signInCaller(address, 'vet', wrong)
    const { body } = await vet.ask('GET', '/post-mortems?per_page=9999&filter[draft]=1')
    const all = body.data as unknown as { id: string; note: string | null }[]
    const kept = all.filter(({ note }) => note === 'made while the database died').map(({ id }) => id)
    expect(kept.toSorted()).toEqual(made.toSorted())
    await vet.ask('POST', '/auth/reset-password', { username: 'vet@demo.example' })
    expect(await waitForEmail(dataDir, 'vet@demo.example', 'verification code')).toContain('code is')
    expect(server.stdout + server.stderr).not.toContain('[object Object]')
  }, 180_000)

  test('the server answers 503 and exits with 75 if the database cannot be restarted', async () => {
    const server = start({ DEMO: '0' })
    const address = (await server.listening) ?? ''
    const postmaster = await readPostmasterPid(dataDir)
    await rm(path.join(dataDir, 'postgres/global/pg_control'))
    process.kill(postmaster, 'SIGKILL')
    await waitFor(() => expect(processStartTime(postmaster)).toBeUndefined())
    // Both at the same time: on a busy machine the server may have exited before a second request.
    expect(await Promise.all(['/api/v1/provider', '/healthz'].map((path) => statusOf(address, path)))).toEqual([
      503, 200,
    ])
    expect(await server.ended).toBe(75)
    expect(server.stderr).toContain('The embedded database cannot be started again')
    expect(server.stdout).not.toContain('[object Object]')
  }, 90_000)
})

describe.runIf(process.platform === 'linux')('the server is killed', () => {
  test('the next start waits for a database that is still ending', async () => {
    const first = start({ DEMO: '0' })
    await first.listening
    const postmaster = await readPostmasterPid(dataDir)
    const checkpointer = await findPostgresProcess(postmaster, /checkpointer/)
    process.kill(checkpointer, 'SIGSTOP')
    first.child.kill('SIGKILL')
    await first.ended
    process.kill(postmaster, 'SIGINT')
    const second = start({ DEMO: '0', LOG_LEVEL: 'info' })
    await waitFor(() => expect(second.stdout).toMatch(/embedded database/), { timeout: 20_000 })
    process.kill(checkpointer, 'SIGCONT')
    const address = await second.listening
    expect(second.stderr).toBe('')
    expect(await manyStatuses(address ?? '')).toEqual(new Set([200]))
  }, 60_000)

  test('a removed and restored DATA_DIR keeps working when the orphaned database exits', async () => {
    const first = start({ DEMO: '0' })
    await first.listening
    first.child.kill('SIGTERM')
    await first.ended
    const backup = `${dataDir}-backup`
    await cp(dataDir, backup, { recursive: true })
    const second = start({ DEMO: '0' })
    await second.listening
    const orphan = await readPostmasterPid(dataDir)
    // PostgreSQL must not notice that its folder is gone before the next server starts.
    process.kill(orphan, 'SIGSTOP')
    second.child.kill('SIGKILL')
    await second.ended
    await rm(dataDir, { recursive: true })
    await cp(backup, dataDir, { recursive: true })
    await rm(backup, { recursive: true })

    const third = start({ DEMO: '0' })
    const address = (await third.listening) ?? ''
    // PostgreSQL checks once a minute whether its folder exists, and exits if it does not.
    if (processStartTime(orphan) !== undefined)
      for (const signal of ['SIGCONT', 'SIGQUIT']) process.kill(orphan, signal)
    await waitFor(() => expect(processStartTime(orphan)).toBeUndefined(), { timeout: 20_000 })
    // The server's connections survive without the socket, so only a new connection shows whether it exists.
    const [, , , , host = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    const client = new pg.Client({ host, port: 5432, user: 'chisholm', database: 'chisholm' })
    await client.connect()
    await client.end()
    expect(await statusOf(address, '/readyz')).toBe(200)
  }, 150_000)

  test.each([
    [
      'its settings are written',
      (names: string[]) => names.some((name) => /^postgres\.new.*postgresql\.conf$/.test(name)),
    ],
    [
      'its templates are copied',
      (names: string[]) => names.some((name) => /^postgres\.new.*base\/[45]\/\d+$/.test(name)),
    ],
    ['it is started', (names: string[]) => names.includes('postgres/postmaster.pid')],
  ])(
    'while it creates its database (%s): the next start creates it',
    async (_, isReached) => {
      const first = start({ DEMO: '0' })
      const names = () => readdir(dataDir, { recursive: true }).catch(() => [])
      for (const deadline = Date.now() + 30_000; !isReached(await names()); await sleep(2))
        expect(Date.now()).toBeLessThan(deadline)
      first.child.kill('SIGKILL')
      await first.ended
      const second = start({ DEMO: '0' })
      const address = await second.listening
      expect(second.stderr).toBe('')
      expect(await statusOf(address ?? '', '/readyz')).toBe(200)
      expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
    },
    60_000,
  )

  // Two initdb at the same time in one folder would delete each other's files.
  test('the initdb of a killed server does not disturb the next start', async () => {
    const settingsOf = async () => {
      const names = await readdir(dataDir, { recursive: true }).catch(() => [])
      return names.find((name) => /^postgres(\.new[^/]*)?\/postgresql\.conf$/.test(name))
    }
    const first = start({ DEMO: '0' })
    const begun = await vi.waitUntil(settingsOf, { timeout: 30_000, interval: 2 })
    const makers = await findProcesses(path.join(dataDir, path.dirname(begun)))
    expect(makers).not.toEqual([])
    for (const { pid } of makers) process.kill(pid, 'SIGSTOP')
    await rename(path.join(dataDir, begun), path.join(dataDir, `${begun}.begun`))
    first.child.kill('SIGKILL')
    await first.ended
    const second = start({ DEMO: '0' })
    await vi.waitUntil(settingsOf, { timeout: 30_000, interval: 2 })
    for (const { pid, startTime: start } of makers) if (processStartTime(pid) === start) process.kill(pid, 'SIGCONT')
    const address = await second.listening
    expect(second.stderr).toBe('')
    expect(await statusOf(address ?? '', '/readyz')).toBe(200)
  }, 60_000)
})
