import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const right = 'Cattle#2026'
let sources = 0
/** An address in a network from which nobody has signed in yet. */
const newSource = () => `2001:db8:0:${(++sources).toString(16)}::1`

async function signIn(username: string, password: string, remoteAddress = newSource()) {
  const payload = { username, password }
  const answer = await factory.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, remoteAddress })
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), body: answer.json() }
}

/** Sends wrong passwords for an address, each from another source. */
const fail = (username: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => signIn(username, 'Wrong#2026')))

/** Moves the timestamps of all limits into the past. */
const later = (minutes: number) =>
  sql`update sign_in_limits set since = since - ${minutes} * interval '1 minute',
    last_failed_at = last_failed_at - ${minutes} * interval '1 minute',
    next_try_at = next_try_at - ${minutes} * interval '1 minute'`.execute(factory.db)

/** Makes an address reach this number of failures: the first and the last by a request, the others by SQL. */
async function failed(address: string, count: number) {
  expect((await signIn(address, 'Wrong#2026')).status).toBe(401)
  const between = Array.from({ length: count - 1 }, newSource)
  await sql`update sign_in_limits set failures = ${count - 1}, sources = ${between}
    where address_hash = sha256(convert_to(${address.toLowerCase()}, 'UTF8'))`.execute(factory.db)
  expect((await signIn(address, 'Wrong#2026')).status).toBe(401)
}

async function limited(): Promise<TestUser> {
  const vet = await factory.user('Veterinarian')
  await failed(vet.email, 100)
  return vet
}

const limitOf = async ({ id }: { id: string }) =>
  (await admin.get('/sign-in-limits?per_page=9999')).body.data.find((one: { user_id: string }) => one.user_id === id)

describe('a hundred failed sign-ins within an hour, from a hundred sources', () => {
  test('slow down further ones, whether the address is known or not', async () => {
    const vet = await factory.user('Veterinarian')
    const responses = await Promise.all(
      [vet.email, 'nobody@ranch.example'].map(async (address) => {
        const failed = await fail(address, 100)
        const next = await signIn(address, right)
        return { failed: new Set(failed.map(({ status }) => status)), next }
      }),
    )
    expect(responses[0]?.failed).toEqual(new Set([401]))
    expect(responses[0]?.next).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please wait a few minutes and try again.' },
    })
    expect(responses[0]?.next.wait).toBeGreaterThan(0)
    expect(responses[0]?.next.wait).toBeLessThanOrEqual(60)
    expect(responses[1]).toEqual({ ...responses[0], next: { ...responses[0]?.next, wait: responses[1]?.next.wait } })
  })

  test('let the owner in from a known source at once, and from any source after the pause', async () => {
    const vet = await factory.user('Veterinarian')
    const home = newSource()
    expect((await signIn(vet.email, right, home)).status).toBe(200)
    await failed(vet.email, 100)
    expect((await signIn(vet.email, right, home)).status).toBe(200)
    const away = newSource()
    expect((await signIn(vet.email, right, away)).status).toBe(429)
    await later(1)
    expect((await signIn(vet.email, right, away)).status).toBe(200)
  })

  test('make each pause twice as long as the one before, up to a quarter of an hour, until an hour without failures', async () => {
    const vet = await limited()
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      waits.push(Math.ceil((await signIn(vet.email, right)).wait / 60))
      await later(15)
      expect((await signIn(vet.email, 'Wrong#2026')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
    await later(60)
    expect((await fail(vet.email, 2)).map(({ status }) => status)).toEqual([401, 401])
    expect((await signIn(vet.email, right)).status).toBe(200)
  })

  test('cannot test more passwords by coming all at once', async () => {
    const vet = await limited()
    await later(1)
    const answers = await Promise.all(
      [...Array(20)].map((_, at) => signIn(vet.email, at === 19 ? right : 'Wrong#2026')),
    )
    expect(answers[19]?.status).toBe(429)
  })

  test('are forgotten when the owner resets the password by mail', async () => {
    const vet = await limited()
    await factory.anonymous.post('/auth/reset-password', { username: vet.email })
    const code = /code is ([A-Z0-9]{8})/.exec(await waitForEmail(factory.dataDir, vet.email, 'verification code'))?.[1]
    const reset = { username: vet.email, code, password: 'Changed#2027' }
    expect((await factory.anonymous.post('/auth/confirm-reset-password', reset)).status).toBe(200)
    expect((await signIn(vet.email, 'Changed#2027')).status).toBe(200)
  })

  test('are reset when the owner, who is signed in elsewhere, changes the password', async () => {
    const vet = await limited()
    expect((await vet.post('/auth/update-password', { password: 'Changed#2027' })).status).toBe(200)
    expect((await signIn(vet.email, 'Changed#2027')).status).toBe(200)
  })
})

test('a hundred failures of any address at one source keep out who is new there, and nobody else', async () => {
  const [known, unknown] = [await factory.user('Client'), await factory.user('Client')]
  const yard = newSource()
  expect((await signIn(known.email, right, yard)).status).toBe(200)
  const others = Array.from({ length: 100 }, (_, index) => signIn(`nobody${index}@ranch.example`, 'Wrong#2026', yard))
  await Promise.all(others)
  expect((await signIn(unknown.email, right, yard)).status).toBe(429)
  expect((await signIn(known.email, right, yard)).status).toBe(200)
})

test('a hundred unknown refresh tokens of one source do not end the sessions of the others there', async () => {
  const { email } = await factory.user('Client')
  const session = (await factory.anonymous.post('/auth/login', { username: email, password: right })).body
  const refresh = (token: string) => factory.anonymous.post('/auth/refresh', { token })
  for (let count = 0; count < 100; count++) expect((await refresh('junk')).status).toBe(401)
  expect((await refresh('junk')).status).toBe(429)
  expect((await refresh(session.refresh)).status).toBe(200)
})

/** Another spelling with which the database finds an address. */
const respell = (address: string) => address.replaceAll('i', '\u0130')

test('no other spelling of an address gives more attempts at its password', async () => {
  const vet = await factory.user('Veterinarian')
  expect(respell(vet.email)).not.toBe(vet.email)
  const source = newSource()
  for (let tries = 0; tries < 5; tries++)
    for (const address of [vet.email, respell(vet.email)])
      expect((await signIn(address, 'Wrong#2026', source)).status).toBe(401)
  for (const address of [vet.email, respell(vet.email)]) expect((await signIn(address, right, source)).status).toBe(429)
})

test('a hundred failures for an address limit every spelling of it', async () => {
  const vet = await limited()
  expect((await signIn(respell(vet.email), right)).status).toBe(429)
})

test('at most ten codes an hour are mailed to an address, however it is spelled', async () => {
  const { email } = await factory.user('Veterinarian')
  const addresses = Array.from({ length: 14 }, (_, index) => (index % 2 ? respell(email) : email))
  const jobsOf = async (name: string, address: string, state: string) =>
    (
      await sql`select from pgboss.job where name = ${name} and state::text like ${state}
        and lower(coalesce(data->>'email', data->>'to')) = lower(${address})`.execute(factory.db)
    ).rows.length
  for (const username of addresses) await factory.anonymous.post('/auth/reset-password', { username })
  await waitFor(async () => expect(await jobsOf('mail-reset-code', email, 'completed')).toBe(14))
  expect(await jobsOf('mail.send', email, '%')).toBe(10)
})

test('fewer than a hundred failures within an hour cause no limit', async () => {
  const vet = await factory.user('Veterinarian')
  await failed(vet.email, 99)
  expect((await signIn(vet.email, right)).status).toBe(200)
  await later(60)
  await fail(vet.email, 2)
  expect((await signIn(vet.email, right)).status).toBe(200)
})

describe('Admins', () => {
  test('see which addresses are limited, since when, from how many sources and until when', async () => {
    const vet = await limited()
    const limit = await limitOf(vet)
    expect(limit).toMatchObject({ address: vet.email, failures: 100, sources: 100 })
    const [since, next, end] = [limit.since, limit.next_try_at, limit.ends_at].map((at: string) => Date.parse(at))
    expect([(next ?? 0) > (since ?? 0), (end ?? 0) > (next ?? 0)]).toEqual([true, true])
    expect((await readAuditEntries(factory, vet.id)).filter(({ action }) => action === 'sign-in limited')).toHaveLength(
      1,
    )
  })

  test('lift a limit once, with an audit entry', async () => {
    const vet = await limited()
    const { id } = await limitOf(vet)
    expect((await admin.delete(`/sign-in-limits/${id}`)).status).toBe(200)
    expect((await admin.delete(`/sign-in-limits/${id}`)).status).toBe(404)
    expect(await limitOf(vet)).toBeUndefined()
    expect((await signIn(vet.email, right)).status).toBe(200)
    const lines = (await readAuditEntries(factory, vet.id)).filter(({ action }) => action === 'sign-in limit lifted')
    expect(lines.map(({ user_id }) => user_id)).toEqual([admin.id])
  })

  test('see unknown addresses abbreviated, as a password may have been typed there', async () => {
    await failed('Cattle#2026!secret', 100)
    await failed('somebody@elsewhere.example', 100)
    const { body } = await admin.get('/sign-in-limits?per_page=9999')
    const unknown = body.data.filter((one: { user_id: string | null }) => one.user_id === null)
    const addresses = unknown.map(({ address }: { address: string }) => address)
    expect(addresses).toEqual(expect.arrayContaining(['c…', 's…@elsewhere.example']))
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('are the only ones allowed: everybody else gets 403', async () => {
    const vet = await limited()
    const { id } = await limitOf(vet)
    const { client } = await factory.client()
    for (const other of [client, await factory.user('Veterinarian')]) {
      expect((await other.get('/sign-in-limits')).status).toBe(403)
      expect((await other.delete(`/sign-in-limits/${id}`)).status).toBe(403)
    }
    expect(await limitOf(vet)).toBeDefined()
  })
})
