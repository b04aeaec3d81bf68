import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import sharp from 'sharp'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSecondFactorFactory } from '../features/second-factor/testing/second-factor-factory.ts'
import { readSettings } from '../settings.ts'
import { createSharedFactory } from '../testing/factory.ts'
import { waitForEmail } from '../testing/outbox-email.ts'
import { multipartOf } from '../testing/multipart.ts'
import { loggerOptions, sendRequestIdHeader } from './logging.ts'
import { registerErrorHandler } from './error-handler.ts'
import { waitFor } from '../testing/wait-for.ts'

const log: string[] = []
const logTo = { write: (line: string) => void log.push(line) }
const factory = await createSharedFactory({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::7' }, logTo)

interface Line {
  level: string
  requestId?: string
  [field: string]: unknown
}
const linesOf = (requestId: unknown): Line[] =>
  log.map((line) => JSON.parse(line) as Line).filter((line) => line.requestId === requestId)

/** The log lines of a request. Call it after the response has been sent. */
const linesAfter = (requestId: unknown) =>
  waitFor(() => {
    const lines = linesOf(requestId)
    if (!lines.some(({ msg }) => msg === 'request')) throw new Error('no line of the request yet')
    return lines
  })

describe('one line for each request', () => {
  test('it contains user, route pattern, status and duration', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    const answer = await client.get(`/post-mortems/${postMortem.id}?secret=in-the-query`)
    const lines = await linesAfter(answer.headers['x-request-id'])
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        pid: process.pid,
        hostname: expect.any(String),
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userId: client.id,
        method: 'GET',
        route: '/api/v1/post-mortems/:id',
        status: answer.status,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  })

  test('unknown routes and health checks are logged, too', async () => {
    const lineOf = async (url: string) => {
      const answer = await factory.app.inject({ url, method: url === '/none' ? 'DELETE' : 'GET' })
      const [line] = await linesAfter(answer.headers['x-request-id'])
      return { route: line?.['route'], level: line?.level, status: line?.['status'] }
    }
    expect(await lineOf('/none')).toEqual({ route: 'none', level: 'info', status: 404 })
    // on a busy machine the first check may take too long
    await waitFor(async () =>
      expect(await lineOf('/readyz')).toEqual({ route: '/readyz', level: 'debug', status: 200 }),
    )
  })
})

describe('the id of a request', () => {
  const idFor = async (id: string, remoteAddress: string) =>
    (await factory.app.inject({ url: '/healthz', remoteAddress, headers: { 'x-request-id': id } })).headers[
      'x-request-id'
    ]

  test('is accepted from listed proxies only', async () => {
    const id = '4f7a1c0d9e'
    for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7']) expect(await idFor(id, proxy)).toBe(id)
    for (const address of ['192.0.2.7', '127.0.0.1', '2001:db8::8']) expect(await idFor(id, address)).not.toBe(id)
  })

  test.each(['short', 'x'.repeat(65), 'with spaces in it', 'quote"and{brace}'])('%s is none', async (id) => {
    expect(await idFor(id, '10.1.2.3')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('no log line contains a password, token, code or photo signature', async () => {
  const secrets: Record<string, unknown> = {
    rightPassword: 'Cattle#2026',
    wrongPassword: 'Wrong#8341',
    reset: 'Newer#2027',
  }
  const factors = createSecondFactorFactory(factory)
  const { person, secret, recoveryCodes } = await factors.withAuthenticator()
  Object.assign(secrets, { access: person.token, secret, recoveryCode: recoveryCodes[0] })

  await factory.anonymous.post('/auth/login', { username: person.email, password: secrets['wrongPassword'] })
  await factory.anonymous.post(`/auth/login?password=${secrets['wrongPassword']}`, { username: person.email })
  secrets['session'] = await factors.sessionOf(person)
  secrets['factorCode'] = factors.codeOf(secret, 1)
  const second = { session: secrets['session'], code: secrets['factorCode'] }
  const signedIn = (await factory.anonymous.post('/auth/second-factor', second)).body
  Object.assign(secrets, { second: signedIn.token, refresh: signedIn.refresh })
  const refreshed = (await factory.anonymous.post('/auth/refresh', { token: signedIn.refresh })).body
  Object.assign(secrets, { refreshedToken: refreshed.token, refreshed: refreshed.refresh })

  await factory.anonymous.post('/auth/reset-password', { username: person.email })
  const code = /code is ([A-Z0-9]{8})/.exec(await waitForEmail(factory.dataDir, person.email, 'verification code'))?.[1]
  secrets['resetCode'] = code
  const confirm = { username: person.email, code, password: secrets['reset'] }
  expect((await factory.anonymous.post('/auth/confirm-reset-password', confirm)).status).toBe(200)

  const { client, animal } = await factory.clientWithAnimal()
  const photo = await uploadPhoto(client.token, animal.id)
  secrets['signature'] = new URL(photo.image).searchParams.get('signature')
  secrets['photo'] = photo.bytes.toString('latin1').slice(20, 60)
  const address = photo.image.replace(/^https?:\/\/[^/]+/, '')
  expect((await factory.app.inject(address)).statusCode).toBe(200)
  expect((await factory.app.inject(`${address}x`)).statusCode).toBe(404)
  const broken = await factory.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"password": ${secrets['wrongPassword']}`,
  })
  expect((await linesAfter(broken.headers['x-request-id']))[0]?.['status']).toBe(400)

  const all = log.join('')
  expect(all.match(/"route":"\/api\/v1\/auth\/login"/g)?.length).toBeGreaterThan(3)
  for (const [name, value] of Object.entries(secrets)) {
    expect([name, typeof value]).toEqual([name, 'string'])
    expect([name, all.includes(String(value))]).toEqual([name, false])
  }
})

async function uploadPhoto(token: string, animalId: string): Promise<{ image: string; bytes: Buffer }> {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('media_attachable_type', 'VeterinaryRecordAnimal')
  form.set('media_attachable_id', animalId)
  form.append('image', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  const { headers, payload } = await multipartOf(form)
  const sent = { method: 'POST', url: '/api/v1/medias', headers: { ...headers, authorization: `Bearer ${token}` } }
  const answer = await factory.app.inject({ ...sent, method: 'POST', payload })
  return { image: String(answer.json().data[0].image), bytes }
}

describe('an error', () => {
  let failing: FastifyInstance
  const output: string[] = []
  const { settings } = readSettings({})
  beforeAll(async () => {
    if (!settings) throw new Error('the settings have a mistake')
    failing = Fastify(loggerOptions(settings, { write: (line) => void output.push(line) }))
    sendRequestIdHeader(failing)
    registerErrorHandler(failing)
    failing.get('/fails', () => {
      const words = 'broken\n{"level":"info","msg":"forged"} at /files/photos/1?expires=9&signature=abc'
      throw Object.assign(new Error(words, { cause: new Error('deeper') }), {
        detail: 'Key (email)=(somebody@ranch.example) exists.',
        code: '23505',
        rawPacket: Buffer.from('password=hidden'),
      })
    })
  })

  test('is logged under the request id in one line, without extra fields', async () => {
    const { headers } = await failing.inject('/fails?code=hidden')
    const lines = await waitFor(() => {
      expect(output.some((line) => line.includes('"msg":"request"'))).toBe(true)
      return output
        .join('')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    })
    expect(lines.map(({ msg }) => msg)).not.toContain('forged')
    for (const line of lines) expect(line.requestId).toBe(headers['x-request-id'])
    const err = lines.find((line) => line['err'])?.['err']
    expect(err).toMatchObject({ type: 'Error', code: '23505', cause: { message: 'deeper' } })
    for (const dragged of ['somebody@ranch.example', 'rawPacket', 'signature=abc', 'hidden'])
      expect(output.join('')).not.toContain(dragged)
  })
})

test.each([
  ['with its last lines written', true, 'first\nlast\n'],
  ['although nobody reads its log any more', false, ''],
])('a process that logs exits %s', async (_how, isRead, written) => {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../testing/write-last-lines.ts')])
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let output = ''
  if (isRead) child.stdout.on('data', (chunk) => (output += String(chunk)))
  else child.stdout.destroy()
  child.stdin.end()
  expect(await ended).toEqual([0, null])
  expect(output).toBe(written)
})
