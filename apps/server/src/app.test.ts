import { libraryLists } from '@chisholm/domain/library'
import { expect, test } from 'vitest'
import { type AlertId, newId } from './database/ids.ts'
import { createSharedFactory, createFactory } from './testing/factory.ts'
import { waitFor } from './testing/wait-for.ts'
import { version } from './version.ts'

const factory = await createSharedFactory()

const get = (url: string) => factory.app.inject({ url })

test('health and readiness answer', async () => {
  const answerOf = async (url: string) => {
    const answer = await get(url)
    return [answer.statusCode, answer.json()]
  }
  expect(await answerOf('/healthz')).toEqual([200, { status: 'ok', version: version() }])
  // on a busy machine the first check may take too long
  await waitFor(async () => expect(await answerOf('/readyz')).toEqual([200, { status: 'ready', version: version() }]))
})

test('the API describes itself', async () => {
  const { openapi, paths } = (await get('/api/v1/openapi.json')).json()
  expect(openapi).toMatch(/^3\.1/)
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/post-mortems', '/api/v1/post-mortems/{id}']))
})

test.each([
  ['/%E0%A4%A', 400],
  [`/api/v1/post-mortems/${'9'.repeat(200)}`, 404],
])('an address no route can be looked up by is answered like any other failure: %s', async (url, status) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  expect(answer.json()).toMatchObject({ status, success: false })
})

test('every route that is not public requires signing in, and tells so by a challenge', async () => {
  const { paths } = (await get('/api/v1/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  const open = [
    '/auth/login',
    '/auth/challenge',
    '/auth/second-factor',
    '/auth/second-factor/options',
    '/auth/refresh',
    '/auth/reset-password',
    '/auth/confirm-reset-password',
    '/provider',
    '/verify/{code}',
    '/calendar/{token}.ics',
  ]
  for (const [path, methods] of Object.entries(paths)) {
    if (open.some((one) => path === `/api/v1${one}`)) continue
    for (const method of Object.keys(methods)) {
      const url = path.replaceAll(/\{\w+\}/g, '01a1fb81-aac4-7619-8b1e-d83247245d54')
      // cast: the document contains HTTP methods only
      const answer = await factory.app.inject({ method: method.toUpperCase() as 'GET', url })
      expect([method, path, answer.statusCode]).toEqual([method, path, 401])
      expect([path, answer.headers['www-authenticate']]).toEqual([path, 'Bearer'])
    }
  }
})

test('a client of another customer gets 404 from every route that takes an id', async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const saved = await client.post('/filter-reports', { type: 'animals', name: 'Mine', parameters: { filter: {} } })
  const kind = await (await factory.user('Admin')).post('/sample-kinds', { name: 'Lung' })
  const ofAnimal = { veterinary_record_animal_id: animalId, sample_kind_id: kind.body.data.id }
  const sample = await vet.post('/samples', ofAnimal)
  const rule = (
    await client.post('/alert-rules', { name: 'A', site_id: site.id, kind: 'count', threshold: 9, days: 7 })
  ).body.data
  const alertId = newId<AlertId>()
  const fired = { value: 9, window_from: '2026-11-17', window_to: '2026-11-23', site_ids: [site.id] }
  await factory.db
    .insertInto('alerts')
    .values({ ...fired, id: alertId, rule_id: rule.id })
    .execute()
  // The record that each route's id refers to; a new route without an entry here fails.
  const theirs: Record<string, string> = {
    'post-mortems': postMortem.id,
    'veterinary-record-animals': animalId,
    medias: animalId,
    users: client.id,
    sites: site.id,
    customers: site.customerId,
    'filter-reports': saved.body.data.id,
    samples: sample.body.data.id,
    'report-versions': postMortem.report?.id ?? '',
    lots: (await client.post('/lots', { site_id: site.id, name: 'F26-088' })).body.data.id,
    'head-counts': (await client.post('/head-counts', { site_id: site.id, date: '2026-11-20', head: 900 })).body.data
      .id,
    'alert-rules': rule.id,
    alerts: alertId,
    'scheduled-reports': (
      await client.post('/scheduled-reports', { name: 'Mine', every: 'week', recipients: [client.id] })
    ).body.data.id,
    notifications: (await vet.get('/notifications')).body.data[0]?.id ?? '',
    'push-subscriptions': (
      await client.post('/push-subscriptions', {
        endpoint: 'https://push.example/send/client',
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      })
    ).body.data.id,
    'calendar-feeds': (await client.post('/calendar-feeds')).body.data.id,
  }
  // these respond equally to every signed-in user
  const shared: string[] = [
    'trainings',
    'teaching-cases',
    ...libraryLists,
    // an upload belongs to its sender: others see no parts
    'uploads',
    // forbidden for clients: separate tests expect 403
    'audit-log',
    'sign-in-limits',
    'absences',
  ]
  const before = (await vet.get(`/post-mortems/${postMortem.id}`)).body
  const { paths } = (await get('/api/v1/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  for (const [path, methods] of Object.entries(paths)) {
    const noun = /^\/api\/v1\/([\w-]+)\/\{id\}/.exec(path)?.[1]
    if (!noun || shared.includes(noun)) continue
    const id = theirs[noun]
    expect(id, `${path} has no line in this test`).toBeDefined()
    for (const method of Object.keys(methods)) {
      const url = path.replace('/api/v1', '').replace('{id}', id ?? '')
      // cast: the document contains HTTP methods only
      const ask = { get: otherClient.get, delete: otherClient.delete, put: otherClient.put, post: otherClient.post }[
        method as 'get'
      ]
      const body =
        method === 'post'
          ? { veterinary_record_id: postMortem.id, tag: 'X' }
          : { name: 'mine', note: 'mine', pen: '9', city: 'X' }
      const answer = await ask(url, body)
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
  expect((await vet.get(`/post-mortems/${postMortem.id}`)).body).toEqual(before)
})

test('other origins cannot read the API, and responses have security headers', async () => {
  const answer = await factory.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/post-mortems',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  const { headers } = await get('/healthz')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  // browsers that do not know it would log a warning on every page
  expect(headers['permissions-policy']).not.toContain('bluetooth')
  for (const use of ['create', 'get'])
    expect(headers['permissions-policy']).toContain(`publickey-credentials-${use}=(self)`)
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('an https PUBLIC_URL enables HSTS', async () => {
  const behind = await createFactory({ PUBLIC_URL: 'https://pm.example' })
  expect((await behind.app.inject('/healthz')).headers['strict-transport-security']).toContain('max-age=31536000')
  await behind.close()
})

test('X-Forwarded headers are accepted only from listed proxies', async () => {
  const behind = await createFactory({ TRUSTED_PROXIES: '10.0.0.0/8' })
  const vet = await behind.user('Veterinarian')
  const firstPage = async (remoteAddress: string) => {
    const headers = {
      authorization: `Bearer ${vet.token}`,
      'x-forwarded-host': 'pm.example',
      'x-forwarded-proto': 'https',
    }
    return (await behind.app.inject({ url: '/api/v1/post-mortems', remoteAddress, headers })).json().links.first
  }
  expect(await firstPage('10.1.2.3')).toMatch(/^https:\/\/pm\.example\/api/)
  expect(await firstPage('192.0.2.7')).toMatch(/^http:\/\/localhost/)
  await behind.close()
})
