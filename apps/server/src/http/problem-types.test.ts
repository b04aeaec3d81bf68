import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { listProblemTypes } from '@chisholm/domain/problem-types'
import { createSharedFactory } from '../testing/factory.ts'
import { waitFor } from '../testing/wait-for.ts'

const factory = await createSharedFactory()

test('problems a program can handle have a type', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const pending = await factory.pendingPostMortem(client, site)
  const taken = client.post('/post-mortems', { id: postMortem.id, site_id: site.id, record_at: '2026-11-19' })
  const key = { 'idempotency-key': uuidv7() }
  await client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20' }, key)
  const problems = await Promise.all([
    taken,
    client.put(`/post-mortems/${pending.id}`, { draft: 0 }),
    client.put(`/post-mortems/${postMortem.id}`, { draft: 0 }),
    vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' }),
    client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-21' }, key),
    client.get(`/post-mortems/${uuidv7()}`),
  ])
  expect(problems.map(({ body }) => [body.status, body.type])).toEqual([
    [409, 'urn:chisholm:id-in-use'],
    [409, 'urn:chisholm:already-sent'],
    [409, 'urn:chisholm:already-sent'],
    [409, 'urn:chisholm:already-completed'],
    [422, 'urn:chisholm:key-reused'],
    [404, 'about:blank'],
  ])
})

test('a retry of a running request has the type still-running', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const key = { 'idempotency-key': uuidv7() }
  const lock = await factory.pool.connect()
  await lock.query('begin')
  await lock.query('select from post_mortems where id = $1 for update', [postMortem.id])
  const change = () => client.put(`/post-mortems/${postMortem.id}`, { note: 'late' }, key)
  const first = change()
  const isAtWork = () =>
    factory.db.selectFrom('idempotency_keys').select('key').where('key', '=', key['idempotency-key'])
  // The first request must claim the key before the second, or it would be the one that waits.
  await waitFor(async () => expect(await isAtWork().execute()).toHaveLength(1))
  expect((await change()).body.type).toBe('urn:chisholm:still-running')
  await lock.query('rollback')
  lock.release()
  expect((await first).status).toBe(200)
})

test('every problem type is documented with its meaning', async () => {
  const { client } = await factory.client()
  const { type } = (await client.get('/openapi.json')).body.components.schemas.Problem.properties
  expect(type.enum).toEqual(listProblemTypes())
  for (const named of listProblemTypes()) expect(type.description).toContain(named)
})
