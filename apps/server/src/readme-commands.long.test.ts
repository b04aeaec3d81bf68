import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './testing/free-port.ts'
import { startSmtpServer } from './testing/smtp-server.ts'
import { phoneJpeg } from './testing/upload-photos.ts'
import { waitFor } from './testing/wait-for.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const password = 'Longhorn#2026-night'
const superAdminEmail = 'you@example.com'

let home: string
let mail: Awaited<ReturnType<typeof startSmtpServer>>
let port: number

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'chisholm-guide-'))
  mail = await startSmtpServer()
  port = await freePort()
})
afterAll(async () => {
  for (const server of running) await stopServer(server)
  await mail.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

/** Commands of a section, without its subsections. */
async function commandsOf(file: string, heading: string): Promise<string[]> {
  const text = await readFile(path.join(root, file), 'utf8')
  const [, section = ''] = text.split(`\n${heading}\n`)
  const blocks = section.split(/\n##+ /)[0]?.matchAll(/```sh\n([\s\S]*?)```/g) ?? []
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, ''))
      .filter(Boolean),
  )
}

/** Options that replace the prompts of a terminal. */
const answered = '--first-name Ada --last-name Boss --password-stdin'

/** Executed `export` lines, with the operator's own values filled in. */
const exported: string[] = []
const own = (command: string) =>
  command
    .replaceAll('smtp://user:password@mail.example.com', mail.url())
    .replaceAll('/safe/place', `${home}/safe`)
    .replace(/^npx chisholm admin create (\S+)$/, `echo '${password}' | npx chisholm admin create $1 ${answered}`)

/** Environment of the operator. */
const environment = () => ({
  PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  HOME: home,
  PORT: String(port),
  NODE_EXTRA_CA_CERTS: mail.certificateFile,
  npm_config_cache: process.env['npm_config_cache'] ?? path.join(os.homedir(), '.npm'),
})

const inShell = (command: string) => ['-c', [...exported, own(command)].join('\n')]

/** Runs a documented command. */
async function run(command: string) {
  const shell = spawn('bash', inShell(command), { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([textOf(shell.stdout), textOf(shell.stderr), once(shell, 'close')])
  return { code: shell.exitCode, stdout, stderr }
}

const running: ChildProcess[] = []

/** Runs the documented `npm start` until it listens. */
async function startServer(command: string) {
  const shell = spawn('bash', inShell(command), { cwd: root, env: environment(), detached: true })
  running.push(shell)
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await waitFor(() => expect(output).toMatch(/Chisholm listens on http/), { timeout: 180_000 })
  return shell
}

async function stopServer(shell: ChildProcess): Promise<void> {
  running.splice(running.indexOf(shell), 1)
  // npm and its child processes form one process group
  if (shell.pid && shell.exitCode === null) process.kill(-shell.pid, 'SIGTERM')
  await waitFor(async () => expect(await answers()).toBe(false), { timeout: 60_000 })
}

const answers = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

/** Calls the server like a proxy in front of it. */
async function ask(route: string, { token = '', ...init }: RequestInit & { token?: string } = {}) {
  const headers = { 'x-forwarded-proto': 'https', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, { ...init, headers })
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of several routes
  return { status: answer.status, body: (await answer.json()) as any }
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const signIn = async () =>
  (await ask('/auth/login', form({ username: superAdminEmail, password }))).body.token as string

/** Creates a ticket with an animal and a photo. */
async function makePostMortem(token: string, customer: string, site: string): Promise<string> {
  const made = await ask('/post-mortems', {
    token,
    ...form({ customer_id: customer, site_id: site, record_at: '2026-11-20' }),
  })
  expect(made.status).toBe(201)
  const { id } = made.body.data
  const animal = await ask('/veterinary-record-animals', { token, ...form({ veterinary_record_id: id, tag: '1867' }) })
  expect(animal.status).toBe(201)
  const photo = new FormData()
  photo.set('media_attachable_id', animal.body.data.id)
  photo.set('image', new Blob([new Uint8Array(await phoneJpeg())]), 'cow.jpg')
  expect((await ask('/medias', { token, method: 'POST', body: photo })).status).toBe(201)
  return id
}

const postMortemsIn = async (token: string) =>
  ((await ask('/post-mortems', { token })).body.data as { id: string }[]).map(({ id }) => id).toSorted()

test('the documented commands install, upgrade and restore a working practice', async () => {
  const guide = await commandsOf('README.md', '## In production')
  const [create = '', check = '', start = '', backup = ''] = guide.filter((line) => !line.startsWith('export '))
  exported.push(...guide.filter((line) => line.startsWith('export ')).map(own))

  expect(await run(create)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Created the SuperAdmin ${superAdminEmail}`),
  })
  const checked = await run(check)
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('✓ mail: ')])

  const first = await startServer(start)
  const token = await signIn()
  const customer = (await ask('/customers', { token, ...form({ name: 'Prairie Feeders' }) })).body.data
  const site = (await ask('/sites', { token, ...form({ customer_id: customer.id, name: 'North Yard' }) })).body.data
  const invitation = { email: 'vet@practice.example', role: 'Veterinarian' }
  expect((await ask('/user-invites', { token, ...form(invitation) })).status).toBe(201)
  await waitFor(() => expect(mail.received.map(({ to }) => to)).toContain(invitation.email), { timeout: 60_000 })
  const before = await makePostMortem(token, customer.id, site.id)
  expect(await run(backup)).toMatchObject({ code: 0 })
  expect((await run(check)).stdout).toMatch(/^✓ backup: 20\d\d-/m)

  // an upgrade: back up, install the new code, start and migrate
  const update = await commandsOf('docs/operations.md', '## A new version')
  expect(update).toEqual([expect.stringMatching(/^npx chisholm backup /), 'git pull', 'npm start'])
  expect(await run(update[0] ?? '')).toMatchObject({ code: 0 })
  await stopServer(first)
  expect(await run('npx chisholm migrate')).toMatchObject({ code: 0 })
  const second = await startServer(update[2] ?? '')
  const after = await makePostMortem(await signIn(), customer.id, site.id)
  expect(await postMortemsIn(await signIn())).toEqual([before, after].toSorted())
  await stopServer(second)

  // a rollback: restore the backup beside the existing installation
  const [nightly = '', look = '', restore = ''] = await commandsOf('docs/operations.md', '## Backup and restore')
  expect(nightly).toMatch(/^npx chisholm backup --to \/safe\/place/)
  expect(await run(look)).toMatchObject({ code: 0 })
  expect(await run(restore)).toMatchObject({ code: 0 })
  const [, restored = ''] = /^DATA_DIR=(\S+) /.exec(restore) ?? []
  exported.push(`export DATA_DIR=${restored}`)
  const copy = await startServer(start)
  const again = await signIn()
  expect(await postMortemsIn(again)).toEqual([before])
  const photos = await ask('/medias', { token: again })
  const [photo] = photos.body.data as { image: string }[]
  const image = await fetch(photo?.image.replace('https://pm.example.com', `http://127.0.0.1:${port}`) ?? '')
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await run(nightly)).toMatchObject({ code: 0 })
  await stopServer(copy)
}, 600_000)

test('SIGTERM to npm start alone ends the server with code 0', async () => {
  const env = { ...environment(), DEMO: '0', DATA_DIR: `${home}/signalled` }
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true })
  running.push(npm)
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await waitFor(() => expect(output).toMatch(/Chisholm listens on http/), { timeout: 180_000 })
  npm.kill('SIGTERM')
  await once(npm, 'close')
  expect([npm.exitCode, await answers()]).toEqual([0, false])
})
