import { expect, test } from 'vitest'
import { startHeartbeat } from '../database/server-heartbeat.ts'
import { createSharedFactory } from '../testing/factory.ts'

const factory = await createSharedFactory()

const quiet = { info: () => {}, warn: () => {} }

/** Creates a ticket under a key and leaves the key in the state of an interrupted server. */
async function interrupted(server: number | null) {
  const { client, site } = await factory.client()
  const make = () =>
    client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20' }, { 'idempotency-key': 'k' })
  const first = await make()
  const key = factory.db.updateTable('idempotency_keys').where('user_id', '=', client.id)
  await key.set({ answer_status: null, answer_body: null, server }).execute()
  const count = async () => (await client.get('/post-mortems')).body.meta.total
  return { first, make, count }
}

test('a request of a killed server can be retried at once without duplicates', async () => {
  const killed = await startHeartbeat(factory.connection, quiet)
  const { first, make, count } = await interrupted(killed.number)
  expect((await make()).status).toBe(409)
  await killed.close()
  const again = await make()
  expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
  expect((await make()).headers['idempotency-replayed']).toBe('true')
  expect(await count()).toBe(1)
})

test('a failed request can be retried at once without duplicates', async () => {
  const { first, make, count } = await interrupted(null)
  const again = await make()
  expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
  expect(await count()).toBe(1)
})

test('a stored response about a site that its user lost since is not sent again, those of other sites are', async () => {
  const [admin, kept, lost] = [await factory.user('Admin'), await factory.site(), await factory.site()]
  const client = await factory.user('Client', [kept.id, lost.id])
  const { id } = await factory.draftPostMortem(client, lost)
  const requests = [kept, lost].map(
    (site) => () =>
      client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20' }, { 'idempotency-key': site.id }),
  )
  requests.push(
    () =>
      client.post(
        '/veterinary-record-animals',
        { veterinary_record_id: id, tag: 'A' },
        { 'idempotency-key': 'animal' },
      ),
    () => client.post('/lots', { site_id: lost.id, name: '17-A' }, { 'idempotency-key': 'lot' }),
  )
  const statuses = async () => {
    const answers = []
    for (const request of requests) answers.push((await request()).status)
    return answers
  }
  expect(await statuses()).toEqual([201, 201, 201, 201])
  expect(await statuses()).toEqual([201, 201, 201, 201])
  await admin.put(`/users/${client.id}/sites`, { sites: [kept.id] })
  expect(await statuses()).toEqual([201, 404, 404, 404])
})

test('a stored response is not sent again after its user has lost a role, and what the user created is not created again', async () => {
  const [superAdmin, admin, { client }] = [
    await factory.user('SuperAdmin'),
    await factory.user('Admin'),
    await factory.client(),
  ]
  const report = { type: 'animals', name: 'All', parameters: { filter: {} } }
  const send = async (by: typeof admin) => {
    const ofClient = await by.put(`/users/${client.id}`, { city: 'Garden City' }, { 'idempotency-key': 'user' })
    const created = await by.post('/filter-reports', report, { 'idempotency-key': 'report' })
    return [ofClient.status, ofClient.body.data?.email, created.body.data.id]
  }
  const [, , id] = await send(admin)
  expect(await send(admin)).toEqual([200, client.email, id])
  expect((await superAdmin.put(`/users/${admin.id}`, { roles: ['Client'] })).status).toBe(200)
  expect(await send(await factory.signInAgain(admin))).toEqual([404, undefined, id])
})
