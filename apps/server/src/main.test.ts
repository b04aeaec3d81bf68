import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processStartTime } from './database/data-dir-lock.ts'
import { readPostmasterPid } from './testing/database-crash.ts'
import { runProgram } from './testing/run-program.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { waitFor } from './testing/wait-for.ts'

let dataDir: string
let servers: ServerProcess[] = []

const start = (settings: Record<string, string> = {}) => {
  const server = startServer({ DATA_DIR: dataDir, ...settings })
  servers.push(server)
  return server
}

async function refused(server: ServerProcess): Promise<string> {
  expect(await server.ended).toBe(1)
  expect(server.stdout).toBe('')
  expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
  return server.stderr.trimEnd()
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-main-'))
})

afterEach(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM')
    await ended
  }
  servers = []
  await rm(dataDir, { recursive: true, force: true })
})

test('SIGTERM ends it with code 0 and leaves no database process', async () => {
  const server = start({ DEMO: '0' })
  expect(await server.listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const pid = await readPostmasterPid(dataDir)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(processStartTime(pid)).toBeUndefined()
})

test('a second server on the same DATA_DIR is refused with one line', { tags: 'long' }, async () => {
  const first = start({ DEMO: '0' })
  await first.listening
  expect(await refused(start({ DEMO: '0' }))).toBe(
    `DATA_DIR ${dataDir} is in use by another Chisholm (process ${first.child.pid}).`,
  )
})

test('a port that is no number is refused with one line', async () => {
  expect(await refused(start({ PORT: 'abc' }))).toBe("PORT must be a whole number from 0 to 65535, not 'abc'.")
})

test('a database that does not answer is refused with one line', async () => {
  const DATABASE_URL = 'postgres://nobody:hidden@127.0.0.1:1/none'
  const line = await refused(start({ DATABASE_URL, SECRET_KEY: 'x'.repeat(32) }))
  expect(line).toMatch(/^The database cannot be reached: .*ECONNREFUSED/)
  expect(line).not.toContain('hidden')
})

test('a storage that cannot be used is refused with one line', { tags: 'long' }, async () => {
  const line = await refused(start({ DEMO: '0', STORAGE_URL: 's3://KEY:hidden@127.0.0.1:1/chisholm?tls=0' }))
  expect(line).toMatch(/^The bucket 'chisholm' at http:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/)
  expect(line).not.toContain('hidden')
})

test('a DATA_DIR that cannot be written is refused with one line', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  expect(await refused(start({ DATA_DIR: path.join(file, 'data') }))).toMatch(/^DATA_DIR \S+ cannot be written: /)
})

test.skipIf(process.getuid?.() === 0)('a read-only DATA_DIR is refused with one line', async () => {
  const folder = path.join(dataDir, 'read-only')
  await mkdir(folder)
  await chmod(folder, 0o500)
  expect(await refused(start({ DATA_DIR: folder }))).toMatch(/^DATA_DIR \S+ cannot be written: /)
})

test('a port in use is refused with one line, and the database is stopped', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const server = start({ DEMO: '0', PORT: String(port) })
  expect(await refused(server)).toBe(`Cannot listen on 127.0.0.1:${port}: the port is in use.`)
  await expect(readPostmasterPid(dataDir)).rejects.toThrow('ENOENT')
  other.close()
})

test('demo accounts prevent the start in production, unless DEMO=1, and can be removed', { tags: 'long' }, async () => {
  const local = start()
  expect(await local.listening).toBeDefined()
  await waitFor(() => expect(local.stdout).toContain('client@demo.example'))
  local.child.kill('SIGTERM')
  await local.ended
  for (const sign of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://pm.practice.example', DEMO: '0' }])
    expect(await refused(start(sign))).toMatch(
      new RegExp(
        `^The database holds demo accounts, .*${Object.keys(sign)[0]} says .*npx chisholm demo remove .*DEMO=1`,
      ),
    )
  const behindProxy = { DATA_DIR: dataDir, PUBLIC_URL: 'https://pm.practice.example', DEMO: '0' }
  expect((await runProgram(behindProxy, 'check')).stdout).toContain('✗ accounts: The database holds demo accounts')
  expect((await runProgram(behindProxy, 'demo', 'remove')).stderr).toContain('add --yes')
  expect((await runProgram(behindProxy, 'demo', 'remove', '--yes')).stdout).toMatch(/^Removed 9 demo accounts and 19 /)
  expect(await start(behindProxy).listening).toBeDefined()
})

test('every ticket acknowledged before a SIGKILL is there after the next start', async () => {
  const first = start()
  const acknowledged = await createUntilKilled(first, await signIn(await first.listening))
  expect(acknowledged.length).toBeGreaterThan(20)
  const second = start()
  const api = await signIn(await second.listening)
  const found = await Promise.all(acknowledged.map(async (id) => (await api('GET', `/post-mortems/${id}`)).status))
  expect(found).toEqual(acknowledged.map(() => 200))
})

type Api = (method: string, route: string, body?: object) => Promise<{ status: number; body: unknown }>

async function signIn(address: string | undefined): Promise<Api> {
  let token = ''
  const api: Api = async (method, route, body) => {
    const response = await fetch(`${address}/api/v1${route}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const credentials = { username: 'client@demo.example', password: 'Chisholm#1867' }
  token = textOf((await api('POST', '/auth/login', credentials)).body, ['token', 'access_token', 'id_token'])
  return api
}

/** The first string stored under one of these keys, at any depth of a response body; '' if there is none. */
function textOf(value: unknown, names: string[]): string {
  if (typeof value !== 'object' || value === null) return ''
  for (const [name, inner] of Object.entries(value)) {
    const found = typeof inner === 'string' && names.includes(name) ? inner : textOf(inner, names)
    if (found) return found
  }
  return ''
}

async function createUntilKilled(server: ServerProcess, api: Api): Promise<string[]> {
  const { body } = await api('GET', '/sites')
  const site = { site_id: textOf(body, ['id']), customer_id: textOf(body, ['customer_id']) }
  const acknowledged: string[] = []
  const create = async () => {
    for (;;) {
      const id = randomUUID()
      const { status } = await api('POST', '/post-mortems', { id, ...site, record_at: new Date().toISOString() })
      if (status >= 300) throw new Error(`a ticket was refused with ${status}`)
      acknowledged.push(id)
      if (acknowledged.length === 40) server.child.kill('SIGKILL')
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: 8 }, create))
  // the kill breaks connections; any other failure fails the test
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof TypeError)) throw end.reason
  await server.ended
  return acknowledged
}
