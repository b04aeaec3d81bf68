import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openJobQueue } from '../jobs/job-queue.ts'
import { type Factory, createSharedFactory, createFactory } from '../testing/factory.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { version } from '../version.ts'
import { registerMetrics } from './metrics.ts'
import { waitFor } from '../testing/wait-for.ts'

const factory = await createSharedFactory()

const ask = (remoteAddress = '127.0.0.1', headers: Record<string, string> = {}, at = factory) =>
  at.app.inject({ url: '/metrics', remoteAddress, headers })

/** The value of the only sample with this name and these labels, or undefined. */
const sample = async (name: string, labels: Record<string, string> = {}): Promise<number | undefined> =>
  sampleIn((await ask()).body, name, labels)

function sampleIn(body: string, name: string, labels: Record<string, string>): number | undefined {
  const lines = body.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const found = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  )
  expect(found.length).toBeLessThan(2)
  return found[0] === undefined ? undefined : Number(found[0].split(' ').at(-1))
}

describe('who may read the metrics', () => {
  test('this machine, by either family', async () => {
    for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await ask(local)).statusCode).toBe(200)
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost'])
      expect((await ask('127.0.0.1', { host })).statusCode).toBe(200)
  })

  test.each([
    ['from another machine', '192.0.2.7', {}],
    ['from another machine that claims to be this one', '192.0.2.7', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that forwards for this machine', '127.0.0.1', { forwarded: 'for=127.0.0.1' }],
    ['through a proxy that only sets X-Forwarded-Proto', '127.0.0.1', { 'x-forwarded-proto': 'https' }],
    ['through a proxy that only passes the host name', '127.0.0.1', { host: 'pm.example' }],
  ])('no remote client %s', async (_, address, headers: Record<string, string>) => {
    expect((await ask(address, headers)).statusCode).toBe(404)
  })

  describe('with a token or proxies in the settings', () => {
    const others: Factory[] = []
    afterEach(async () => {
      for (const other of others.splice(0)) await other.close()
    })
    const serverWith = async (env: Record<string, string>) => {
      const other = await createFactory(env)
      others.push(other)
      return other
    }

    test('only the token gives access, from anywhere', async () => {
      const token = 'prometheus-5fe1c09d'
      const other = await serverWith({ METRICS_TOKEN: token })
      const bearer = { authorization: `Bearer ${token}` }
      expect((await ask('192.0.2.7', { ...bearer, 'x-forwarded-for': '203.0.113.9' }, other)).statusCode).toBe(200)
      expect((await ask('127.0.0.1', bearer, other)).statusCode).toBe(200)
      for (const wrong of [{}, { authorization: `Bearer ${token}x` }, { authorization: token }])
        expect((await ask('127.0.0.1', wrong, other)).statusCode).toBe(404)
    })

    test('a trusted proxy does not make remote clients local', async () => {
      const other = await serverWith({ TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1' })
      for (const proxy of ['10.1.2.3', '127.0.0.1'])
        for (const forwarded of ['127.0.0.1', '203.0.113.9'])
          expect((await ask(proxy, { 'x-forwarded-for': forwarded }, other)).statusCode).toBe(404)
    })
  })
})

describe('what is measured', () => {
  test('requests by method, route and status, and their time by route', async () => {
    const { client } = await factory.client()
    const labels = { method: 'GET', route: '/api/v1/post-mortems/:id', status: '404' }
    await client.get('/post-mortems/01a1fb81-aac4-7619-8b1e-d83247245d54')
    await client.get('/post-mortems/01a1fb81-aac4-7619-8b1e-d83247245d55')
    await waitFor(async () => expect(await sample('chisholm_requests_total', labels)).toBe(2))
    expect(await sample('chisholm_request_duration_seconds_count', { route: labels.route })).toBe(2)
    expect((await ask()).body).not.toContain('01a1fb81')
  })

  test('unknown URLs do not create labels', async () => {
    await factory.app.inject({ method: 'DELETE', url: '/nowhere/at-all' })
    await waitFor(async () =>
      expect(await sample('chisholm_requests_total', { method: 'DELETE', route: 'none', status: '404' })).toBe(1),
    )
    expect((await ask()).body).not.toContain('nowhere')
  })

  test('jobs by name and state', async () => {
    const put = (state: string) =>
      sql`insert into pgboss.job (name, data, state, start_after)
        values ('mail.send', '{}', ${state}::pgboss.job_state, now() + interval '1 day')`.execute(factory.db)
    const counts = async () => {
      const { body } = await ask()
      return ['created', 'retry', 'failed', 'completed'].map((state) =>
        sampleIn(body, 'chisholm_jobs', { job: 'mail.send', state }),
      )
    }
    // a figure that takes too long is left out
    await waitFor(async () => expect((await counts())[0]).toBe(0))
    for (const state of ['created', 'created', 'retry', 'failed', 'completed']) await put(state)
    await waitFor(async () => expect(await counts()).toEqual([2, 1, 1, undefined]))
  })

  test('an unresponsive database hides the job metrics only', async () => {
    const database = await createTestDatabase()
    const quiet = { info: () => {}, warn: () => {} }
    await (await openJobQueue(database.connection, quiet)).stop()
    const app = Fastify()
    await registerMetrics(app, database, { dataDir: '.' })
    await waitFor(async () => expect((await app.inject('/metrics')).body).toContain('chisholm_jobs{'))
    await database.close()
    const { statusCode, body } = await app.inject('/metrics')
    expect(statusCode).toBe(200)
    expect(body).toContain('chisholm_database_connections{')
    expect(body).not.toContain('chisholm_jobs{')
    await app.close()
  })

  test('connections to the database, the version, and the process itself', async () => {
    expect(await sample('chisholm_database_connections', { state: 'open' })).toBeGreaterThan(0)
    expect(await sample('chisholm_database_connections', { state: 'idle' })).toBeGreaterThanOrEqual(0)
    expect(await sample('chisholm_database_connections', { state: 'waiting' })).toBe(0)
    expect(await sample('chisholm_build_info', { version: version(), node: process.version })).toBe(1)
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  test('rendered reports and sent e-mails', async () => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const mails = (await sample('chisholm_mails_total', { outcome: 'sent' })) ?? 0
    const reports = (await sample('chisholm_report_duration_seconds_count')) ?? 0
    const postMortem = await factory.completedPostMortem(client, site, vet)
    for (const _ of ['made', 'kept']) expect((await vet.get(`/post-mortems/${postMortem.id}/report`)).status).toBe(200)
    expect(await sample('chisholm_report_duration_seconds_count')).toBe(reports + 1)
    await waitFor(async () => expect(await sample('chisholm_mails_total', { outcome: 'sent' })).toBeGreaterThan(mails))
  })
})
