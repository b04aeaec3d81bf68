import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { exampleIds } from './http/openapi/example-values.ts'
import { seedLibrary } from './features/library/index.ts'
import { createSharedFactory } from './testing/factory.ts'
import { readContract } from './testing/openapi-contract.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('SuperAdmin')
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()
const { id: sample_kind_id } = (await admin.get('/sample-kinds?per_page=1')).body.data[0]
const animalId = async () => (await factory.animal(client, (await factory.draftPostMortem(client, site)).id)).id
const place = { customer_id: site.customerId, site_id: site.id }
const range = { from: '2026-03-01', to: '2026-03-05' }

interface Create {
  path: string
  body: () => object | Promise<object>
  change: object
}

/** What a client creates under its own id, and how somebody changes it before the request is repeated. */
const creates: Record<string, Create> = {
  createCustomer: { path: '/customers', body: () => ({ name: uuidv7() }), change: { name: uuidv7() } },
  createSite: {
    path: '/sites',
    body: () => ({ customer_id: site.customerId, name: uuidv7(), latitude: 50.25, longitude: -112.5 }),
    change: { city: 'Brooks' },
  },
  createPostMortem: {
    path: '/post-mortems',
    body: () => ({ ...place, record_at: '2026-03-01', note: 'At the gate' }),
    change: { note: 'Moved' },
  },
  createVeterinaryRecordAnimal: {
    path: '/veterinary-record-animals',
    body: async () => ({ veterinary_record_id: (await factory.draftPostMortem(client, site)).id, tag: '77' }),
    change: { tag: '78' },
  },
  createSample: {
    path: '/samples',
    body: async () => ({ veterinary_record_animal_id: await animalId(), sample_kind_id, result: 'None grew' }),
    change: { lab: 'Lethbridge' },
  },
  createAbsence: { path: '/absences', body: () => ({ ...range, user_id: vet.id }), change: { to: '2026-03-09' } },
  createTraining: {
    path: '/trainings',
    body: () => ({ title: 'Bunks', training_sections: [{ heading: 'One', content: 'Two' }] }),
    change: { title: 'Bunk checks' },
  },
  createFilterReport: {
    path: '/filter-reports',
    body: () => ({ type: 'animals', name: 'All animals', parameters: { filter: {} } }),
    change: { name: 'Every animal' },
  },
  createAlertRule: {
    path: '/alert-rules',
    body: () => ({ name: 'Deaths', site_id: site.id, kind: 'count', threshold: 3, days: 7 }),
    change: { threshold: 4 },
  },
  createScheduledReport: {
    path: '/scheduled-reports',
    body: () => ({ name: 'Mondays', every: 'week', recipients: [vet.id], filter: { site_id: site.id } }),
    change: { every: 'month' },
  },
  createLot: {
    path: '/lots',
    body: () => ({ site_id: site.id, name: uuidv7(), head_in: 90 }),
    change: { head_in: 91 },
  },
  createHeadCount: {
    path: '/head-counts',
    body: () => ({ site_id: site.id, date: '2026-03-01', head: 9 }),
    change: { head: 8 },
  },
  createBreedsEntry: { path: '/breeds', body: () => ({ name: uuidv7() }), change: { name: uuidv7() } },
}

test.each(Object.entries(creates))(
  '%s is confirmed when it is repeated, although somebody has changed what it created',
  async (_name, { path, body, change }) => {
    const sent = { ...(await body()), id: uuidv7() }
    expect(await admin.post(path, sent)).toMatchObject({ status: 201 })
    expect(await admin.put(`${path}/${sent.id}`, change)).toMatchObject({ status: 200 })
    const { status, body: repeated } = await admin.post(path, sent)
    expect(status).toBe(201)
    expect(repeated.data).toMatchObject(change)
  },
)

/** Creations without such a test. */
const others: Record<string, string> = {
  createMedias: 'photos.test.ts: photos are compared by their files',
  createComment: 'comments.test.ts: a comment does not change',
  createCalendarFeed: 'calendar-feeds.test.ts: a feed has no content',
}

test('every request that creates something under an id of the client is repeated', async () => {
  const contract = readContract((await factory.app.inject('/api/v1/openapi.json')).json())
  const creating = contract.operations
    .filter(
      ({ method, requestBody }) => method === 'POST' && JSON.stringify(requestBody ?? '').includes(exampleIds.newId),
    )
    // all lists of the library have the same code
    .filter(({ operationId }) => !operationId.endsWith('Entry') || operationId === 'createBreedsEntry')
    .map(({ operationId }) => operationId)
  expect(creating.toSorted()).toEqual([...Object.keys(creates), ...Object.keys(others)].toSorted())
})
