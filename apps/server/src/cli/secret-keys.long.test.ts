import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { runProgram, runProgramWithInput } from '../testing/run-program.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

let folder: string
let servers: ServerProcess[] = []
const [oldKey, newKey] = ['o'.repeat(40), 'n'.repeat(40)]
const [email, password] = ['boss@practice.example', 'Cattle#2026']

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-keys-'))
})

afterEach(async () => {
  await Promise.all(servers.map(stop))
  servers = []
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function stop({ child, ended }: ServerProcess) {
  child.kill('SIGTERM')
  await ended
}

function start(settings: Record<string, string>, ...args: string[]) {
  const server = startServer({ DEMO: '0', ...settings }, ...args)
  servers.push(server)
  return server
}

async function refused(settings: Record<string, string>): Promise<string> {
  const server = start(settings, 'start')
  expect(await server.ended).toBe(1)
  expect(server.stderr.trimEnd().split('\n')).toHaveLength(1)
  return server.stderr.trimEnd()
}

async function post(address: string, route: string, body: object, token = '') {
  const answer = await fetch(`${address}/api/v1${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  // cast: each test checks the fields that it reads
  return { status: answer.status, body: (await answer.json()) as Record<string, string & Record<string, string>> }
}

const login = (address: string) => post(address, '/auth/login', { username: email, password })

const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

async function practice(settings: Record<string, string>) {
  const named = ['--first-name', 'A', '--last-name', 'B', '--password-stdin']
  expect(await runProgramWithInput(settings, password, 'admin', 'create', email, ...named)).toMatchObject({ code: 0 })
  const server = start(settings)
  const address = (await server.listening) ?? ''
  const { token = '', refresh = '' } = (await login(address)).body
  const { body } = await post(address, '/auth/authenticator', {}, token)
  const secret = String(body['data']?.['secret'])
  expect((await post(address, '/auth/authenticator/confirm', { code: codeOf(secret) }, token)).status).toBe(200)
  await stop(server)
  return { secret, refresh }
}

async function signInByCode(address: string, secret: string): Promise<number> {
  const { session } = (await login(address)).body
  return (await post(address, '/auth/second-factor', { session, code: codeOf(secret, 1) })).status
}

test('a missing key file prevents the start until it is restored or --new-secret-key is given', async () => {
  const settings = { DATA_DIR: path.join(folder, 'lost') }
  const file = path.join(settings.DATA_DIR, 'secret-key')
  const { secret, refresh } = await practice(settings)
  const key = await readFile(file, 'utf8')
  await rm(file)

  const line = `The secret key ${file} is missing, and 1 authenticator app and 1 sign-in need it: restore it from a backup, or start with --new-secret-key to give them up.`
  expect(await refused(settings)).toBe(line)
  expect(existsSync(file)).toBe(false)
  expect((await runProgram(settings, 'check')).stdout).toContain(`✗ secret key: ${line}`)
  const backup = path.join(folder, 'without-key.tar')
  expect(await runProgram(settings, 'backup', backup)).toMatchObject({ code: 3, stderr: line })

  await writeFile(file, key, { mode: 0o600 })
  const back = start(settings)
  expect(await signInByCode((await back.listening) ?? '', secret)).toBe(200)
  await stop(back)

  await rm(file)
  const forced = start(settings, 'start', '--new-secret-key')
  const address = (await forced.listening) ?? ''
  expect(forced.stderr).toMatch(/^Lost with the secret key: 1 authenticator app and 2 sign-ins\. Recovery codes/)
  expect((await readFile(file, 'utf8')) === key).toBe(false)
  expect((await post(address, '/auth/refresh', { token: refresh })).status).toBe(401)
  await stop(forced)
  expect(await start(settings).listening, 'the next start needs no option').toBeDefined()
  expect((await runProgram(settings, 'check')).stdout).toContain('✓ secret key: matches the database')
})

test('a different SECRET_KEY is rejected until rotate-key has replaced the old one', async () => {
  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  const by = (SECRET_KEY: string) => ({ DATA_DIR: path.join(folder, 'rotated'), DATABASE_URL, SECRET_KEY })
  const { secret } = await practice(by(oldKey))
  expect(await refused(by(newKey))).toBe(
    'The secret key SECRET_KEY is not the key of this database, and 1 authenticator app and 1 sign-in need that key: set it again (SECRET_KEY=new,old accepts two), or start with --new-secret-key to give them up.',
  )
  const many = Array.from({ length: 3 }, (_, at) =>
    start({ ...by(`${newKey},${oldKey}`), DATA_DIR: path.join(folder, `many-${at}`) }),
  )
  expect((await Promise.all(many.map(({ listening }) => listening))).every(Boolean)).toBe(true)
  expect(await refused(by(newKey))).toMatch(
    /^1 authenticator app cannot be read by the secret key, but by one that is no longer named: set SECRET_KEY=new,old /,
  )
  expect((await runProgram(by(oldKey), 'rotate-key')).stdout).toContain('Encrypted 0 authenticator apps again')
  const rotated = await runProgram(by(`${newKey},${oldKey}`), 'rotate-key')
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  expect(rotated.stdout).toMatch(/^Encrypted 1 authenticator app again; .*\n.*has expired/)
  const done = start(by(newKey))
  expect(await signInByCode((await done.listening) ?? '', secret)).toBe(200)
  expect(await refused(by(oldKey))).toMatch(/^The secret key SECRET_KEY is not the key of/)
  await drop()
})

test('a database without key fingerprints accepts its own key only, restored or moved too', async () => {
  const settings = { DATA_DIR: path.join(folder, 'before') }
  const { secret } = await practice(settings)
  const backup = path.join(folder, 'before.tar')
  expect(await runProgram(settings, 'backup', backup)).toMatchObject({ code: 0, stderr: '' })

  const { url: DATABASE_URL, drop } = await createEmptyDatabase()
  const key = (await readFile(path.join(settings.DATA_DIR, 'secret-key'), 'utf8')).trim()
  expect(await runProgram(settings, 'move-to', DATABASE_URL)).toMatchObject({ code: 0 })
  const there = { DATA_DIR: path.join(folder, 'there'), DATABASE_URL }
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query('delete from secret_keys')
  await client.end()
  expect(await refused({ ...there, SECRET_KEY: newKey })).toMatch(/^The secret key SECRET_KEY is not the key of/)
  const moved = start({ ...there, SECRET_KEY: key })
  expect(await signInByCode((await moved.listening) ?? '', secret)).toBe(200)
  expect(await refused({ ...there, SECRET_KEY: newKey })).toMatch(/^The secret key SECRET_KEY is not the key of/)
  await stop(moved)

  const copy = { DATA_DIR: path.join(folder, 'copy') }
  expect((await runProgram(copy, 'restore', backup)).code).toBe(0)
  const restored = start(copy)
  expect(await signInByCode((await restored.listening) ?? '', secret)).toBe(200)
  const other = { DATA_DIR: path.join(folder, 'other'), SECRET_KEY: newKey }
  const warned = await runProgram(other, 'restore', backup)
  expect(warned).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^The secret key SECRET_KEY is not the key of/m),
  })
  await drop()
})
