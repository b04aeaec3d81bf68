import { expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
// all edits wait for one row: on a busy machine longer than a request may wait for a connection
factory.pool.options.connectionTimeoutMillis = 60_000

test('sixty concurrent edits of one draft all get responses, and others can read meanwhile', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const edits = Array.from({ length: 60 }, (_, index) =>
    client.put(`/post-mortems/${postMortem.id}`, { note: `edit ${index}`, site_id: site.id }),
  )
  const reads = Array.from({ length: 20 }, () => client.get('/post-mortems'))
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(Array(60).fill(200))
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(20).fill(200))
})

test('sixty concurrent edits of one animal all get responses', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const edits = Array.from({ length: 60 }, (_, index) =>
    client.put(`/veterinary-record-animals/${animal.id}`, { pen: `${index}`, rfid: '982000123456789' }),
  )
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(Array(60).fill(200))
})

test('using the pool inside a transaction fails', async () => {
  const inside = inTransaction({ db: factory.db }, async () => factory.db.selectFrom('users').select('id').execute())
  await expect(inside).rejects.toThrow('a second connection')
})

test('a PUT that edits and sends does neither when the ticket has no animal', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const answer = await client.put(`/post-mortems/${postMortem.id}`, { note: 'half', draft: 0 })
  expect([answer.status, answer.body.message]).toEqual([409, 'Add at least one animal before sending.'])
  const after = (await client.get(`/post-mortems/${postMortem.id}`)).body.data
  expect([after.note, after.draft]).toEqual([null, 1])
})

test('If-Match guards both halves of a PUT that edits and sends', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id)
  const stale = await client.put(`/post-mortems/${postMortem.id}`, { note: 'x', draft: 0 }, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
  const { headers } = await client.get(`/post-mortems/${postMortem.id}`)
  const sent = await client.put(
    `/post-mortems/${postMortem.id}`,
    { note: 'x', draft: 0 },
    { 'if-match': String(headers['etag']) },
  )
  expect([sent.status, sent.body.data.note, sent.body.data.draft]).toEqual([200, 'x', 0])
})

test.each([{}, { redirect: '/a/vet' }, { draft: 1 }])(
  'If-Match also guards a PUT that changes nothing: %j',
  async (body) => {
    const { client, site } = await factory.client()
    const { id } = await factory.draftPostMortem(client, site)
    expect((await client.put(`/post-mortems/${id}`, body, { 'if-match': '"99"' })).status).toBe(412)
    const { etag } = (await client.get(`/post-mortems/${id}`)).headers
    expect((await client.put(`/post-mortems/${id}`, body, { 'if-match': String(etag) })).status).toBe(200)
  },
)

test('a PUT that edits, sends and schedules does all of it, or nothing', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const steps = { note: 'x', draft: 0, scheduled_at: '2026-12-01T15:00:00Z', scheduled_for_id: vet.id }
  const drafts = [await factory.draftPostMortem(client, site), await factory.draftPostMortem(client, site)]
  for (const { id } of drafts) await factory.animal(client, id)
  const [done, refused] = [
    await vet.put(`/post-mortems/${drafts[0]?.id}`, steps),
    await client.put(`/post-mortems/${drafts[1]?.id}`, steps),
  ]
  expect([done.status, done.body.data.note, done.body.data.status]).toEqual([200, 'x', 'In Progress'])
  expect(done.body.data.veterinary_record).toMatchObject({
    scheduled_at: '2026-12-01T15:00:00.000Z',
    scheduled_for_id: vet.id,
  })
  expect(refused.status).toBe(403)
  const after = (await client.get(`/post-mortems/${drafts[1]?.id}`)).body.data
  expect([after.note, after.status]).toEqual([null, 'Draft'])
})

test('a PUT that schedules and completes does both, or nothing', async () => {
  const { client, site } = await factory.client()
  const [vet, other] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { id } = await factory.pendingPostMortem(client, site)
  const steps = { scheduled_at: '2026-12-01T15:00:00Z', completed_at: '1' }
  const refused = await vet.put(`/post-mortems/${id}`, { ...steps, scheduled_for_id: other.id })
  expect([refused.status, (await vet.get(`/post-mortems/${id}`)).body.data.status]).toEqual([403, 'Pending'])
  const stale = await vet.put(`/post-mortems/${id}`, { ...steps, scheduled_for_id: vet.id }, { 'if-match': '"99"' })
  expect([stale.status, (await vet.get(`/post-mortems/${id}`)).body.data.status]).toEqual([412, 'Pending'])
  const done = await vet.put(`/post-mortems/${id}`, { ...steps, scheduled_for_id: vet.id })
  expect([done.status, done.body.message]).toEqual([200, 'The post mortem was successfully completed.'])
  expect([done.body.data.status, done.body.data.veterinary_record]).toMatchObject([
    'Completed',
    { scheduled_at: '2026-12-01T15:00:00.000Z', scheduled_for_id: vet.id, completed_by_id: vet.id },
  ])
})

test.each([{ scheduled_at: '2026-12-01' }, { completed_at: '1' }])(
  'details of a ticket that was sent are refused together with %j',
  async (step) => {
    const { client, site } = await factory.client()
    const vet = await factory.user('Veterinarian')
    const { id } = await factory.pendingPostMortem(client, site)
    expect((await vet.put(`/post-mortems/${id}`, { note: 'x', ...step })).status).toBe(409)
    expect((await vet.get(`/post-mortems/${id}`)).body.data.status).toBe('Pending')
  },
)

test('the last animal of a sent ticket cannot be deleted, the second to last can', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const [first, second] = [await factory.animal(client, postMortem.id), await factory.animal(client, postMortem.id)]
  await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
  const remove = (id: string) => client.delete(`/veterinary-record-animals/${id}`)
  const answers = await Promise.all([remove(first.id), remove(second.id)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('Add another animal first.')
})

test('the same animal id sent four times concurrently creates one animal, and all requests succeed', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const id = crypto.randomUUID()
  const add = () => client.post('/veterinary-record-animals', { id, veterinary_record_id: postMortem.id, tag: 'Y 1' })
  const answers = await Promise.all([add(), add(), add(), add()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await client.get(`/post-mortems/${postMortem.id}`)).body.data.animals).toBe(1)
})

test('repeated sending, completing and deleting under the same key return the first response', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id)
  const twice = async (ask: () => Promise<{ status: number; body: unknown }>) => {
    const [first, again] = [await ask(), await ask()]
    expect([again.status, again.body]).toEqual([200, first.body])
  }
  const path = `/post-mortems/${postMortem.id}`
  await twice(() => client.put(path, { draft: 0 }, { 'idempotency-key': 'send' }))
  await twice(() => vet.put(path, { completed_at: '1' }, { 'idempotency-key': 'complete' }))
  const admin = await factory.user('Admin')
  await twice(() => admin.delete(path, { 'idempotency-key': 'delete' }))
})

test('tickets created, extended and deleted on one site at once all get responses, and its totals are exact', async () => {
  const { client, site } = await factory.client()
  const drafts = await Promise.all(Array.from({ length: 6 }, () => factory.draftPostMortem(client, site)))
  for (const draft of drafts) await factory.animal(client, draft.id)
  const animals = [{ tag: 'Same 1' }, { tag: 'Same 2' }]
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () =>
      client.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20', animals, send: 1 }),
    ),
    ...drafts
      .slice(3)
      .flatMap(({ id }) => [
        client.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'Same 1' }),
        client.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'Same 2' }),
      ]),
    ...drafts.slice(0, 3).map(({ id }) => client.delete(`/post-mortems/${id}`)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(201), ...Array(6).fill(201), 200, 200, 200])
  const total = async (list: string) => (await client.get(`/${list}?per_page=1`)).body.meta.total
  expect([await total('post-mortems'), await total('veterinary-record-animals')]).toEqual([15, 12 * 2 + 3 + 6])
})
