import { describe, expect, test } from 'vitest'
import { createSecondFactorFactory } from '../features/second-factor/testing/second-factor-factory.ts'
import { createSharedFactory, createFactory, type TestUser } from '../testing/factory.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'

const log: string[] = []
const logTo = { write: (line: string) => void log.push(line) }
const factory = await createSharedFactory({ LOG_LEVEL: 'info', TRUSTED_PROXIES: '10.0.0.0/8' }, logTo)
const factors = createSecondFactorFactory(factory)
const source = '203.0.113.7'
const viaProxy = { remoteAddress: '10.1.2.3', headers: { 'x-forwarded-for': source } }

/**
 * Sends a request through a trusted proxy.
 * @returns its log line
 */
async function lineOf(method: 'GET' | 'POST', path: string, payload?: object, by?: TestUser) {
  const { remoteAddress, headers } = viaProxy
  const answer = await factory.app.inject({
    method,
    url: `/api/v1${path}`,
    remoteAddress,
    headers: { ...headers, ...(by && { authorization: `Bearer ${by.token}` }) },
    ...(payload && { payload }),
  })
  return waitFor(() => {
    const lines = log
      .map((line) => JSON.parse(line))
      .filter(({ requestId }) => requestId === answer.headers['x-request-id'])
    const [line, ...more] = lines.filter(({ msg }) => msg === 'request')
    if (!line) throw new Error('no line of the request yet')
    expect(more).toEqual([])
    return line
  })
}

/** The metric's count of security events with this name. */
async function refusals(event: string): Promise<number> {
  const { body } = await factory.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return Number(new RegExp(`chisholm_refusals_total\\{event="${event}"\\} (\\d+)`).exec(body)?.[1] ?? 0)
}

describe('a rejected request is logged with its source and counted', () => {
  const login = (username: string) => lineOf('POST', '/auth/login', { username, password: 'Wrong#2026' })

  test('a sign-in that failed, whether the address is known or not', async () => {
    const { client } = await factory.client()
    const before = await refusals('sign-in-failed')
    for (const username of [client.email, 'nobody@ranch.example'])
      expect(await login(username)).toMatchObject({
        level: 'warn',
        event: 'sign-in-failed',
        source,
        method: 'POST',
        route: '/api/v1/auth/login',
        status: 401,
      })
    expect(await refusals('sign-in-failed')).toBe(before + 2)
  })

  test('a sign-in that has to wait', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await login('somebody@ranch.example')
    expect(await login('somebody@ranch.example')).toMatchObject({
      level: 'warn',
      event: 'rate-limited',
      source,
      status: 429,
    })
    expect(await refusals('rate-limited')).toBe(1)
  })

  test('a wrong second factor, reset code and password', async () => {
    const { person } = await factors.withAuthenticator()
    const session = await factors.sessionOf(person)
    const code = { level: 'warn', event: 'wrong-code', source, status: 422 }
    expect(await lineOf('POST', '/auth/second-factor', { session, code: '000000' })).toMatchObject(code)
    const reset = { username: person.email, code: 'ZZZZZZZZ', password: 'Newer#2027' }
    expect(await lineOf('POST', '/auth/confirm-reset-password', reset)).toMatchObject(code)
    const again = await lineOf('POST', '/auth/confirm-password', { password: 'Wrong#2026' }, person)
    expect(again).toMatchObject({ ...code, event: 'wrong-password', userId: person.id })
    expect([await refusals('wrong-code'), await refusals('wrong-password')]).toEqual([2, 1])
  })

  test('forbidden actions, and resources the user cannot see', async () => {
    const { client } = await factory.client()
    const theirs = await factory.client()
    const postMortem = await factory.draftPostMortem(theirs.client, theirs.site)
    const of = { source, userId: client.id }
    expect(await lineOf('GET', '/audit-log', undefined, client)).toMatchObject({
      ...of,
      level: 'warn',
      event: 'forbidden',
      status: 403,
    })
    expect(await lineOf('GET', `/post-mortems/${postMortem.id}`, undefined, client)).toMatchObject({
      ...of,
      level: 'info',
      event: 'not-found',
      route: '/api/v1/post-mortems/:id',
      status: 404,
    })
    expect(await lineOf('GET', '/none')).toMatchObject({ level: 'info', event: 'not-found', source, route: 'none' })
    expect(await lineOf('GET', '/status')).toMatchObject({
      level: 'info',
      event: 'unauthenticated',
      source,
      status: 401,
    })
  })

  test('successful and merely invalid requests are logged without their source', async () => {
    const { client } = await factory.client()
    for (const line of [await lineOf('GET', '/status', undefined, client), await lineOf('POST', '/auth/login', {})]) {
      expect(line.event).toBeUndefined()
      expect(line.source).toBeUndefined()
    }
  })
})

test('failed sign-ins of unknown addresses are audited once per source, at most 61 a minute', async () => {
  const database = await createTestDatabase()
  const first = await createFactory({}, undefined, database)
  const from = (remoteAddress: string, username: string) =>
    first.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress,
      payload: { username, password: 'Wrong#2026' },
    })
  for (const name of ['Foreman@ranch.example', 'cook@ranch.example', 'Cattle#2026']) await from('192.0.2.1', name)
  await Promise.all(Array.from({ length: 70 }, (_, at) => from(`2001:db8::${at}`, `cook@ranch${at}.example`)))
  await first.app.close()
  const lines = await database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'unknown sign-in failed')
    .execute()
  await first.close()
  expect(lines).toHaveLength(61)
  const [known] = lines.filter(({ source }) => source === '192.0.2.1')
  expect(known).toMatchObject({ user_id: null, after: { name: 'f…@ranch.example and 2 more', count: 3 } })
  expect(lines.find(({ source }) => source === 'others')?.after).toMatchObject({ count: 11 })
  expect(JSON.stringify(lines)).not.toMatch(/foreman@|cattle#2026/i)
})

test('a failed sign-in with an emoji as its address is audited, and so are the others of that minute', async () => {
  const database = await createTestDatabase()
  const first = await createFactory({}, undefined, database)
  for (const [remoteAddress, username] of [
    ['192.0.2.1', '😀@ranch.example'],
    ['192.0.2.2', `cook@${'r'.repeat(79)}😀`],
    ['192.0.2.3', 'cook@ranch.example'],
  ] as const)
    await first.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress,
      payload: { username, password: 'Wrong#2026' },
    })
  await first.app.close()
  const lines = await database.db
    .selectFrom('audit_entries')
    .select(['source', 'after'])
    .where('action', '=', 'unknown sign-in failed')
    .orderBy('source')
    .execute()
  await first.close()
  expect(lines.map(({ source }) => source)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'])
  expect(lines[0]?.after).toMatchObject({ name: '😀…@ranch.example' })
})
