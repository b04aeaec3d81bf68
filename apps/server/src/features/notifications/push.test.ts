import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { holdJobs } from '../../testing/hold-jobs.ts'
import { createPushBrowser, startPushService } from '../../testing/push-browser.ts'
import { pushesSent } from '../../process-metrics.ts'
import { isPublicAddress, isPushAddress } from './push-address.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { port, answers, received, close } = await startPushService()
afterAll(close)

const logged: string[] = []
const factory = await createSharedFactory(
  { PUSH_SERVICES: 'loopback', LOG_LEVEL: 'warn' },
  { write: (line) => void logged.push(line) },
)
const { client, site } = await factory.client()

/** A person's browser, which can decrypt its pushes. */
async function subscribe(person: TestUser, endpoint?: string) {
  const browser = createPushBrowser(port, endpoint)
  const answer = await person.post('/push-subscriptions', browser.subscription)
  return { ...browser, id: String(answer.body.data?.id), answer }
}
const pushesTo = (path: string) => received.filter((one) => one.path === path)
const delivered = () =>
  waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where state in ('created', 'retry', 'active')
      and name in ('deliver-notifications', 'push.send')`.execute(factory.db)
    expect(rows).toEqual([])
  })

let signs = 0
/** Sends a ticket with a danger sign. */
async function sendDangerous(): Promise<void> {
  const admin = await factory.user('Admin')
  const sign = { name: `Blisters ${++signs}`, advice: 'Do not move it.', level: 'stop' }
  const { data } = (await admin.post('/danger-signs', sign)).body
  const { id } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id, { danger_sign_ids: [data.id] })
  expect((await client.put(`/post-mortems/${id}`, { draft: 0, danger_acknowledged: 1 })).status).toBe(200)
}

test('a browser gets a push with kind and ticket number, encrypted for it and signed by the server', async () => {
  const vet = await factory.user('Veterinarian')
  const { path, decrypt } = await subscribe(vet)
  const { title } = await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(pushesTo(path)).toHaveLength(1))
  const [push] = pushesTo(path)
  expect(push && decrypt(push.body)).toEqual({ kind: 'request_sent', number: title })
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(push?.authorization ?? '') ?? []
  expect((await vet.get('/push-key')).body.data.key).toBe(key)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, jwk)
  expect(payload.aud).toBe(`http://127.0.0.1:${port}`)
})

test('a user who has turned off pushes of a kind gets none, except for danger signs', async () => {
  const vet = await factory.user('Veterinarian')
  const { path, decrypt } = await subscribe(vet)
  await vet.put('/notification-preferences', { channels: { request_sent: { push: false } } })
  await factory.pendingPostMortem(client, site)
  await delivered()
  expect(pushesTo(path)).toEqual([])
  await sendDangerous()
  await waitFor(() => expect(pushesTo(path)).toHaveLength(1))
  const [push] = pushesTo(path)
  expect([push && decrypt(push.body), push?.urgency]).toEqual([
    { kind: 'danger', number: expect.stringMatching(/^CHM-/) },
    'high',
  ])
})

test('a subscription that the push service no longer recognises is deleted; a busy service is retried', async () => {
  const vet = await factory.user('Veterinarian')
  const [gone, busy] = [await subscribe(vet), await subscribe(vet)]
  answers.set(gone.path, 410).set(busy.path, 503)
  await factory.pendingPostMortem(client, site)
  await waitFor(() => expect([pushesTo(gone.path).length, pushesTo(busy.path).length]).toEqual([1, 1]))
  answers.set(busy.path, 201)
  await waitFor(() => expect(pushesTo(busy.path).length).toBeGreaterThan(1))
  await delivered()
  expect([pushesTo(gone.path).length, pushesTo(busy.path).length]).toEqual([1, 2])
  expect((await vet.delete(`/push-subscriptions/${gone.id}`)).status).toBe(404)
  expect((await vet.delete(`/push-subscriptions/${busy.id}`)).status).toBe(200)
})

test('a push that the service rejects is counted and logged without the address of the browser, and not sent again', async () => {
  const vet = await factory.user('Veterinarian')
  const { path, id } = await subscribe(vet)
  answers.set(path, 403)
  const failed = async () => {
    const { values } = await pushesSent.get()
    return values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0
  }
  const before = await failed()
  await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(pushesTo(path)).toHaveLength(1))
  await delivered()
  expect([pushesTo(path).length, await failed()]).toEqual([1, before + 1])
  const [line = ''] = logged.filter((text) => text.includes('a push was rejected'))
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', service: `127.0.0.1:${port}`, status: 403 })
  expect(line).not.toContain(path)
  expect((await vet.delete(`/push-subscriptions/${id}`)).status).toBe(200)
})

test('a push that waits for the push service is sent only to a user who may still see the ticket', async () => {
  const vet = await factory.user('Veterinarian')
  const requesters = await Promise.all([1, 2].map(() => factory.client()))
  const browsers = await Promise.all(requesters.map(({ client }) => subscribe(client)))
  const release = await holdJobs(factory.db, 'push.send')
  for (const { client, site } of requesters) await factory.scheduledPostMortem(client, site, vet)
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'push.send' and state = 'created'
      and data->>'id' = any(${browsers.map(({ id }) => id)})`.execute(factory.db)
    expect(rows).toHaveLength(2)
  })
  await factory.db
    .deleteFrom('user_sites')
    .where('user_id', '=', requesters[1]?.client.id ?? expect.fail())
    .execute()
  await release()
  await delivered()
  expect(browsers.map(({ path }) => pushesTo(path).length)).toEqual([1, 0])
})

test('a push that waits is not sent once pushes of its kind are turned off, or the sign-in of the browser has expired or was not used for seven days', async () => {
  const [silenced, expired, idle, listens] = [
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
  ]
  const browsers = await Promise.all([silenced, expired, idle, listens].map((vet) => subscribe(vet)))
  const release = await holdJobs(factory.db, 'push.send')
  await factory.pendingPostMortem(client, site)
  await waitFor(async () => {
    const { rows } = await sql`select from pgboss.job where name = 'push.send' and state = 'created'
      and data->>'id' = any(${browsers.map(({ id }) => id)})`.execute(factory.db)
    expect(rows).toHaveLength(4)
  })
  await silenced.put('/notification-preferences', { channels: { request_sent: { push: false } } })
  await sql`update sign_ins set expires_at = now() - interval '1 second' where user_id = ${expired.id}`.execute(
    factory.db,
  )
  await sql`update sign_ins set last_used_at = now() - interval '7 days 1 minute' where user_id = ${idle.id}`.execute(
    factory.db,
  )
  await release()
  await delivered()
  expect(browsers.map(({ path }) => pushesTo(path).length)).toEqual([0, 0, 0, 1])
})

test('a browser belongs to the user who subscribed last; subscribing again, even concurrently, changes nothing', async () => {
  const [first, second] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { endpoint, keys, id } = await subscribe(first)
  const again = await Promise.all([1, 2, 3, 4].map(() => first.post('/push-subscriptions', { endpoint, keys })))
  expect(again.map(({ status, body }) => [status, body.data.id])).toEqual(again.map(() => [201, id]))
  await second.post('/push-subscriptions', { endpoint, keys })
  expect((await first.delete(`/push-subscriptions/${id}`)).status).toBe(404)
  expect((await second.delete(`/push-subscriptions/${id}`)).status).toBe(200)
})

test('a browser whose sign-in is ended elsewhere gets no more pushes, until it signs in and subscribes again', async () => {
  const vet = await factory.user('Veterinarian')
  const body = { username: vet.email, password: 'Cattle#2026' }
  const signIn = async () => ({
    authorization: `Bearer ${(await factory.anonymous.post('/auth/login', body)).body.token}`,
  })
  const [stays, lost] = [await subscribe(vet), createPushBrowser(port)]
  const phone = await signIn()
  await factory.anonymous.post('/push-subscriptions', lost.subscription, phone)
  const { data } = (await factory.anonymous.get('/auth/sign-ins', phone)).body
  const ended = data.find(({ current }: { current: boolean }) => current)
  expect((await vet.delete(`/auth/sign-ins/${ended.id}`)).status).toBe(200)
  await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(pushesTo(stays.path)).toHaveLength(1))
  await delivered()
  expect(pushesTo(lost.path)).toEqual([])
  // a browser that subscribed with an earlier sign-in belongs to the newest one
  await factory.anonymous.post('/push-subscriptions', lost.subscription, await signIn())
  await vet.post('/push-subscriptions', lost.subscription)
  await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(pushesTo(lost.path)).toHaveLength(1))
})

test('a browser that subscribes while its sign-in is being ended gets no pushes', async () => {
  const vet = await factory.user('Veterinarian')
  const [stays, lost, id] = [await subscribe(vet), createPushBrowser(port), uuidv7()]
  const body = { username: vet.email, password: 'Cattle#2026' }
  const phone = { authorization: `Bearer ${(await factory.anonymous.post('/auth/login', body)).body.token}` }
  const { data } = (await factory.anonymous.get('/auth/sign-ins', phone)).body
  const signIn = data.find(({ current }: { current: boolean }) => current)
  const waits = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(factory.db)
    return rows.length
  }
  // The subscription is past the check of the sign-in when that is ended.
  const lock = await factory.pool.connect()
  await lock.query('begin')
  await lock.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`push subscription ${id}`])
  const subscribing = factory.anonymous.post('/push-subscriptions', { ...lost.subscription, id }, phone)
  await waitFor(async () => expect(await waits()).toBe(1))
  expect((await vet.delete(`/auth/sign-ins/${signIn.id}`)).status).toBe(200)
  await lock.query('commit')
  lock.release()
  expect((await subscribing).status).toBe(201)
  await factory.pendingPostMortem(client, site)
  await waitFor(() => expect(pushesTo(stays.path)).toHaveLength(1))
  await delivered()
  expect(pushesTo(lost.path)).toEqual([])
})

test('a browser has the id that its owner chose, which nobody else can use', async () => {
  const [first, second] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const [one, other] = [createPushBrowser(port), createPushBrowser(port)]
  const id = uuidv7()
  const answers = [
    await first.post('/push-subscriptions', { ...one.subscription, id }),
    await first.post('/push-subscriptions', { ...one.subscription, id }),
    await second.post('/push-subscriptions', { ...other.subscription, id }),
  ]
  expect(answers.map(({ status, body }) => [status, body.data?.id])).toEqual([
    [201, id],
    [201, id],
    [409, undefined],
  ])
})

test('only valid browser keys and public https addresses are accepted', async () => {
  const vet = await factory.user('Veterinarian')
  const { keys } = await subscribe(vet)
  for (const body of [
    { endpoint: 'http://push.example/x', keys },
    { endpoint: 'https://10.0.0.1/x', keys },
    { endpoint: 'https://push.example/x', keys: { ...keys, p256dh: keys.p256dh.replace(/^../, 'AA') } },
    { endpoint: 'https://push.example/x', keys: { ...keys, auth: 'short' } },
    {},
  ]) {
    const { status, body: problem } = await vet.post('/push-subscriptions', body)
    expect([status, Object.keys(problem.errors)]).toEqual([422, ['endpoint']])
  }
  for (const address of [
    'http://push.example/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://169.254.169.254/latest',
    'https://push.example:8443/x',
    'https://user:secret@push.example/x',
    'https://database.internal/x',
    'https://postgres/x',
    'file:///etc/passwd',
  ])
    expect([address, isPushAddress(address, 'public')]).toEqual([address, false])
  expect(isPushAddress('https://fcm.googleapis.com/fcm/send/abc', 'public')).toBe(true)
  const isPublic = [
    '8.8.8.8',
    '2a00:1450:4001::1',
    '192.168.1.1',
    '100.64.0.1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ]
  expect(isPublic.map(isPublicAddress)).toEqual([true, true, false, false, false, false, false])
})

// last, because its pushes are tried again
test('a push service that does not respond delays no push of a danger, and those of other services only once', {
  tags: 'long',
}, async () => {
  const asked: Socket[] = []
  const silent = createServer((socket) => void asked.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // cast: a server that listens on a port has an address
  const { port: silentPort } = silent.address() as AddressInfo
  const vet = await factory.user('Veterinarian')
  const { client: slow, site: theirs } = await factory.client()
  for (let browser = 0; browser < 8; browser++) await subscribe(slow, `http://127.0.0.1:${silentPort}/${browser}`)
  const { path, decrypt } = await subscribe(vet)
  const { id } = await factory.pendingPostMortem(slow, theirs)
  await vet.post(`/post-mortems/${id}/comments`, { text: 'We come tomorrow.', internal: 0 })
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  const { title } = await factory.pendingPostMortem(client, site)
  await sendDangerous()
  const pushes = () => pushesTo(path).map(({ body }) => decrypt(body))
  await waitFor(() => expect(pushes()).toContainEqual(expect.objectContaining({ kind: 'danger' })))
  await waitFor(() => expect(pushes()).toContainEqual({ kind: 'request_sent', number: title }))
  silent.close()
  for (const socket of asked) socket.destroy()
})
