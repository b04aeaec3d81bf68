import { constants } from '@chisholm/domain/constants'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)

test('only its owner saves, runs, renames and deletes a filter over animals', async () => {
  const { client, site } = await factory.client()
  const other = (await factory.client()).client
  const postMortem = await factory.draftPostMortem(client, site)
  const heavy = await factory.animal(client, postMortem.id, { tag: 'H 1', weight: 600 })
  await factory.animal(client, postMortem.id, { tag: 'L 1', weight: 300 })
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

test('a user saves at most five hundred reports of five hundred choices each, so that a list of them stays readable', async () => {
  const { client } = await factory.client()
  const { perUser, choicesMax } = constants.savedReports
  const save = (choices: number) =>
    client.post('/filter-reports', {
      name: 'Many',
      parameters: { filter: { breed: Array.from({ length: choices }, () => uuidv7()) } },
    })
  expect((await save(choicesMax + 1)).body.errors).toEqual({ breed: ['Please choose at most 500.'] })
  expect((await save(choicesMax)).status).toBe(201)
  await factory.db
    .insertInto('saved_reports')
    .values(
      Array.from({ length: perUser - 2 }, () => ({
        id: uuidv7(),
        user_id: client.id,
        type: 'animals' as const,
        name: 'Another',
        parameters: '{}',
      })),
    )
    .execute()
  const statuses = (await Promise.all(Array.from({ length: 3 }, () => save(1)))).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  expect((await save(1)).body.message).toBe('You can have at most 500 saved reports. Delete one first.')
})

test('an unsaved filter can be run, finds only animals the user may see, and is paged', async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const vet = await factory.user('Veterinarian')
  const [yellow, red, blue] = (await client.get('/tag-colors?per_page=3')).body.data.map(
    (color: { id: string }) => color.id,
  ) as string[]
  const postMortem = await factory.draftPostMortem(client, site)
  const fields = { customer_record_at: '2031-05-02' }
  const light = await factory.animal(client, postMortem.id, { ...fields, tag_color_id: yellow, weight: 420.5 })
  const heavy = await factory.animal(client, postMortem.id, { ...fields, tag_color_id: red, weight: 600 })
  await factory.animal(client, postMortem.id, { ...fields, tag_color_id: blue, weight: 600 })
  await factory.animal(client, postMortem.id, { customer_record_at: '2031-05-03', tag_color_id: red, weight: 600 })
  const query =
    `filter[tagColor]=${yellow},${red}&filter[weight][min]=420.5&filter[weight][max]=` +
    '&filter[date][min]=2031-05-01&filter[date][max]=2031-05-02'
  const ids = async (who: typeof client, rest = '') =>
    (await who.get(`/filter-reports/results?${query}${rest}`)).body.data.map((animal: { id: string }) => animal.id)
  expect((await ids(client)).sort()).toEqual([light.id, heavy.id].sort())
  expect((await ids(vet)).sort()).toEqual([light.id, heavy.id].sort())
  expect(await ids(otherClient)).toEqual([])
  const pages: string[] = [await ids(client, '&per_page=1&page=1'), await ids(client, '&per_page=1&page=2')].flat()
  expect(pages.sort()).toEqual([light.id, heavy.id].sort())
  expect((await client.get('/filter-reports')).body.meta.total).toBe(0)
  await client.put(`/veterinary-record-animals/${light.id}`, { customer_record_at: '2031-05-01' })
  expect(await ids(client)).toEqual([heavy.id, light.id])
  expect(await ids(client, '&sort=date')).toEqual([light.id, heavy.id])
})

test('a filter that is not saved is checked like a saved one, and an unknown one is named', async () => {
  const { client } = await factory.client()
  const run = (query: string) => client.get(`/filter-reports/results?${query}`)
  const errors = async (query: string) => {
    const answer = await run(query)
    expect(answer.status).toBe(422)
    return answer.body.errors
  }
  expect(await errors('filter[weight][min]=&filter[weight][max]=')).toEqual({
    weight: ['Min or max value is required'],
  })
  expect(await errors('filter[temperature][min]=41&filter[temperature][max]=38')).toEqual({
    temperature: ['Invalid value'],
  })
  expect(await errors('filter[date][max]=2101-01-01')).toEqual({ date: ['Invalid value'] })
  expect(await errors('filter[breed]=angus')).toEqual({ breed: ['Invalid value'] })
  const unknown = await run('filter[pen]=4')
  expect(unknown.status).toBe(400)
  expect(unknown.body.message).toContain('Unknown filter "pen"')
})

test('a filter is stored in normal form: measures are numbers, open ends null, every id once', async () => {
  const { client } = await factory.client()
  const breed = (await client.get('/breeds?per_page=1')).body.data[0].id as string
  const saved = await client.post('/filter-reports', {
    name: 'Typed',
    parameters: { filter: { weight: { min: ' 500 ', max: '' }, breed: [breed, breed.toUpperCase()] } },
  })
  expect(saved.body.data.parameters.filter).toEqual({ weight: { min: 500, max: null }, breed: [breed] })
})

test('a filter that is no object is rejected, and the stored one stays', async () => {
  const { client } = await factory.client()
  const parameters = { filter: { weight: { min: 100 } } }
  const report = (await client.post('/filter-reports', { type: 'animals', name: 'Heavy', parameters })).body.data
  for (const filter of ['abc', 7, true]) {
    const refused = await client.put(`/filter-reports/${report.id}`, { parameters: { filter } })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['filter']])
  }
  const otherType = await client.put(`/filter-reports/${report.id}`, { type: 'tickets', name: 'Light' })
  expect([otherType.status, otherType.body.errors]).toEqual([422, { type: ['type must be animals.'] }])
  expect((await client.get(`/filter-reports/${report.id}`)).body.data).toMatchObject({ name: 'Heavy', parameters })
})

test('a range needs an end, and its ends in order', async () => {
  const { client } = await factory.client()
  const errors = async (filter: object) =>
    (await client.post('/filter-reports', { type: 'animals', name: 'R', parameters: { filter } })).body.errors
  expect(await errors({ weight: { min: '', max: '' } })).toEqual({ weight: ['Min or max value is required'] })
  expect(await errors({ temperature: { min: 41, max: 38 } })).toEqual({ temperature: ['Invalid value'] })
  expect(await errors({ date: { min: '2101-01-01', max: null } })).toEqual({ date: ['Invalid value'] })
})

test.each([
  ['date', '0000-01-01'],
  ['date', '0000-12-31'],
  ['weight', '1e400'],
  ['temperature', 'NaN'],
])('an end of a range that cannot be compared is rejected, saved or not: %s %s', async (key, end) => {
  const { client } = await factory.client()
  const body = { type: 'animals', name: 'R', parameters: { filter: { [key]: { min: end, max: null } } } }
  expect((await client.post('/filter-reports', body)).body.errors).toEqual({ [key]: ['Invalid value'] })
  expect((await client.get(`/filter-reports/results?filter[${key}][min]=${end}`)).status).toBe(422)
})

test.each([
  ['date', '0001-01-01'],
  ['date', '2100-12-31'],
  ['weight', '-1e308'],
  ['temperature', '9'.repeat(300)],
])('every other end is compared, however far out: %s %s', async (key, end) => {
  const { client } = await factory.client()
  for (const side of ['min', 'max'])
    expect((await client.get(`/filter-reports/results?filter[${key}][${side}]=${end}`)).status).toBe(200)
})

test("the older endpoints list distinct animals, records and tags of the user's sites", async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const [first, second] = [await factory.draftPostMortem(client, site), await factory.draftPostMortem(client, site)]
  await factory.animal(client, first.id, { rfid: '982000001088420', pen: '1' })
  await factory.animal(client, second.id, { rfid: '982000001088420', pen: '2' })
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
    expect((await otherClient.get(path)).body.meta.total).toBe(0)
})
