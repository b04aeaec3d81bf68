import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Given, startGiven } from '../../testing/given.ts'

let given: Given
beforeAll(async () => {
  given = await startGiven()
})
afterAll(() => given.close())

test('a filter over animals is saved, run, renamed and deleted by its owner alone', async () => {
  const { client, site } = await given.client()
  const other = (await given.client()).client
  const ticket = await given.draft(client, site)
  const heavy = await given.animal(client, ticket.id, { tag: 'H 1', weight: 600 })
  await given.animal(client, ticket.id, { tag: 'L 1', weight: 300 })
  const saved = await client.post('/filter-reports', {
    type: 'animals',
    name: 'Heavy',
    parameters: { filter: { weight: { min: 500, max: '' } } },
  })
  expect(saved.status).toBe(201)
  const path = `/filter-reports/${saved.body.data.id}`
  const results = await client.get(`${path}/results`)
  expect(results.body.data.map((animal: { id: string }) => animal.id)).toEqual([heavy.id])
  for (const answer of [
    await other.get(path),
    await other.get(`${path}/results`),
    await other.put(path, { name: 'x' }),
    await other.delete(path),
  ])
    expect(answer.status).toBe(404)
  expect((await client.put(path, { name: 'Heavier' })).body.data.name).toBe('Heavier')
  expect((await client.get('/filter-reports')).body.meta.total).toBe(1)
  expect((await client.delete(path)).status).toBe(200)
  expect((await client.get(path)).status).toBe(404)
})

test('a range needs an end, and its ends in order', async () => {
  const { client } = await given.client()
  const errors = async (filter: object) =>
    (await client.post('/filter-reports', { type: 'animals', name: 'R', parameters: { filter } })).body.errors
  expect(await errors({ weight: { min: '', max: '' } })).toEqual({ weight: ['Min or max value is required'] })
  expect(await errors({ temperature: { min: 41, max: 38 } })).toEqual({ temperature: ['Invalid value'] })
  expect(await errors({ date: { min: '2101-01-01', max: null } })).toEqual({ date: ['Invalid value'] })
})

test('older calls list distinct animals, records and tags of one’s own sites', async () => {
  const { client, site } = await given.client()
  const rival = (await given.client()).client
  const [first, second] = [await given.draft(client, site), await given.draft(client, site)]
  await given.animal(client, first.id, { rfid: '982000001088420', pen: '1' })
  await given.animal(client, second.id, { rfid: '982000001088420', pen: '2' })
  const animals = (await client.get('/animals')).body
  expect(animals.meta.total).toBe(1)
  expect(animals.data[0].pen).toBe('2')
  expect((await client.get('/animal-records')).body.meta.total).toBe(2)
  expect((await client.get('/veterinary-records')).body.data.map((record: { id: string }) => record.id)).toEqual([
    second.id,
    first.id,
  ])
  expect((await client.get('/animal-tags')).body.data.map((tag: { name: string }) => tag.name)).toEqual(['Y 4471'])
  for (const path of ['/animals', '/animal-records', '/veterinary-records', '/animal-tags'])
    expect((await rival.get(path)).body.meta.total).toBe(0)
})
