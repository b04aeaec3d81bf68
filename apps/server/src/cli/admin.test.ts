import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram, runProgramWithInput } from '../testing/run-program.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { waitFor } from '../testing/wait-for.ts'

const [email, password, newer] = ['boss@practice.example', 'Cattle#2026', 'Heifer#2027']
let settings: { DATA_DIR: string; DEMO: string }
let folder: string
let server: ServerProcess
let address: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-admin-'))
  settings = { DATA_DIR: path.join(folder, 'data'), DEMO: '0' }
  server = startServer(settings)
  address = (await server.listening) ?? ''
  const named = ['--first-name', 'Ada', '--last-name', 'Lee', '--password-stdin']
  expect(await runProgramWithInput(settings, password, 'admin', 'create', email, ...named)).toMatchObject({ code: 0 })
  expect(await runProgram(settings, 'admin', 'create', 'new@practice.example', '--mail')).toMatchObject({ code: 0 })
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(folder, { recursive: true, force: true })
})

async function ask(method: string, route: string, token = '', body?: object) {
  const answer = await fetch(`${address}/api/v1${route}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of several routes
  return { status: answer.status, body: (await answer.json()) as any }
}

const login = (secret: string) => ask('POST', '/auth/login', '', { username: email, password: secret })

const waitForEmailAbout = (about: string) =>
  waitFor(async () => {
    const outbox = path.join(settings.DATA_DIR, 'outbox')
    const emails = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')))
    expect(emails.some((sent) => sent.includes(`To: ${email}`) && sent.includes(about))).toBe(true)
  })

const setPassword = (who: string, text: string) =>
  runProgramWithInput(settings, text, 'admin', 'set-password', who, '--password-stdin')

test('set-password changes the password of an active account, ends its sign-ins, writes an audit entry and notifies its owner', async () => {
  const { token } = (await login(password)).body
  expect((await ask('GET', '/status', token)).status).toBe(200)
  expect(await setPassword(email.toUpperCase(), ` ${newer} \r\n`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The password of BOSS@.* was set\. All sessions were ended/),
  })
  expect((await ask('GET', '/status', token)).status).toBe(401)
  expect((await login(password)).status).toBe(401)
  const again = (await login(newer)).body
  expect(again.state).toBe('okay')
  const log = (await ask('GET', '/audit-log?filter[action]=password%20changed', again.token)).body.data
  expect(log).toMatchObject([{ source: 'command line', sentence: 'The password of Ada Lee was changed' }])
  await waitForEmailAbout('Your password was changed')
})

test('remove-second-factor lets the password alone sign in again, writes an audit entry and notifies its owner', {
  tags: 'long',
}, async () => {
  const { token } = (await login(newer)).body
  const { secret } = (await ask('POST', '/auth/authenticator', token)).body.data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await ask('POST', '/auth/authenticator/confirm', token, { code })).status).toBe(200)
  expect((await login(newer)).body.challenge).toBe('SECOND_FACTOR')
  const remove = () => runProgram(settings, 'admin', 'remove-second-factor', email)
  expect(await remove()).toMatchObject({ code: 0, stderr: '' })
  expect((await ask('GET', '/status', token)).status).toBe(401)
  const again = (await login(newer)).body
  expect(again.challenge).toBeNull()
  const log = (await ask('GET', '/audit-log?filter[action]=second%20factor%20reset', again.token)).body.data
  expect(log).toMatchObject([{ source: 'command line' }])
  await waitForEmailAbout('Your second factor was removed')
  expect(await remove()).toMatchObject({ code: 1, stderr: `${email} has no second factor.` })
})

test.each([
  ['boss', "'boss' is no e-mail address."],
  [
    'nobody@practice.example',
    'There is no account nobody@practice.example. npx chisholm admin create nobody@practice.example creates a SuperAdmin.',
  ],
  [
    'new@practice.example',
    'new@practice.example was invited and has not signed in yet: an Admin sends the invitation again.',
  ],
])('neither works on %s, and says why', { tags: 'long' }, async (who, line) => {
  expect(await setPassword(who, newer)).toMatchObject({ code: 1, stdout: '', stderr: line })
  expect(await runProgram(settings, 'admin', 'remove-second-factor', who)).toMatchObject({ code: 1, stderr: line })
})

test('set-password requires a valid password, and a terminal or --password-stdin', { tags: 'long' }, async () => {
  expect(await setPassword(email, 'weak')).toMatchObject({ code: 1, stdout: '' })
  expect((await login(newer)).body.state).toBe('okay')
  expect(await runProgram(settings, 'admin', 'set-password', email)).toMatchObject({
    code: 1,
    stderr: 'Without a terminal, the password cannot be prompted for: add --password-stdin.',
  })
})
