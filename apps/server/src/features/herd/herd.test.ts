import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addDays, dayOf } from '@chisholm/domain/dates'
import { expect, test } from 'vitest'
import type { SiteId } from '../../database/ids.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { waitForLocks } from '../../testing/while-locked.ts'
import { storeFigures } from '../insight/index.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const imports = csvImports(factory, admin)

const namesOf = async (siteId: SiteId) =>
  factory.db
    .selectFrom('sites as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .select(['s.name as site', 'c.name as customer'])
    .where('s.id', '=', siteId)
    .executeTakeFirstOrThrow()

test('a client enters, changes and deletes the lots of its own site', async () => {
  const { client, site } = await factory.client()
  const sent = { site_id: site.id, name: ' F26-088 ', arrived_at: '2026-09-14', head_in: 240, sex: 'steers' }
  const answer = await client.post('/lots', sent)
  const lot = {
    ...sent,
    id: expect.any(String),
    name: 'F26-088',
    source: null,
    arrival_weight: null,
    closed_at: null,
    other_names: [],
  }
  expect([answer.status, answer.body.data]).toEqual([201, lot])
  const path = `/lots/${answer.body.data.id}`
  const old = { 'if-match': String((await client.get(path)).headers['etag']) }
  expect((await client.put(path, { closed_at: '2026-09-13' })).body.errors).toEqual({
    closed_at: ['Please choose a day that is not before the arrival.'],
  })
  expect((await client.put(path, { closed_at: '2027-04-01', head_in: '' }, old)).body.data).toMatchObject({
    closed_at: '2027-04-01',
    head_in: null,
  })
  expect((await client.put(path, { head_in: 1 }, old)).status).toBe(412)
  expect((await client.delete(path, old)).status).toBe(412)
  expect((await client.delete(path)).status).toBe(200)
  expect((await client.get(path)).status).toBe(404)
  expect(await readAuditActions(factory, answer.body.data.id)).toEqual(['lot added', 'lot changed', 'lot deleted'])
})

test('lots, and lot names that the site does not have, sort as people do: LOT 2 before LOT 10', async () => {
  const { client, site } = await factory.client()
  for (const name of ['LOT 10', 'LOT 2', 'lot 1'])
    await client.post('/lots', { site_id: site.id, name, arrived_at: '2026-09-14' })
  const listed = async (path: string) => (await client.get(path)).body.data.map(({ name }: { name: string }) => name)
  expect(await listed(`/lots?filter[site_id]=${site.id}&sort=-arrived_at,name`)).toEqual(['lot 1', 'LOT 2', 'LOT 10'])
  expect(await listed(`/lots?filter[site_id]=${site.id}&sort=-name`)).toEqual(['LOT 10', 'LOT 2', 'lot 1'])
  const { id } = await factory.draftPostMortem(client, site)
  for (const lot of ['PEN 10', 'PEN 2']) await factory.animal(client, id, { lot, customer_record_at: '2026-11-20' })
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  expect(await listed(`/lots/unmatched?site_id=${site.id}`)).toEqual(['PEN 2', 'PEN 10'])
})

test('lot names are unique within a site, ignoring case, spaces and the encoding of accents, and a site has one head count a day', async () => {
  const { client, site } = await factory.client()
  await client.post('/lots', { site_id: site.id, name: 'F26 - 088' })
  const again = await client.post('/lots', { site_id: site.id, name: 'f26-088' })
  expect([again.status, again.body.errors]).toEqual([422, { name: ['This site already has a lot with this name.'] }])
  const other = (await client.post('/lots', { site_id: site.id, name: 'F26-101' })).body.data
  expect((await client.put(`/lots/${other.id}`, { name: 'F26-088' })).body.errors).toEqual(again.body.errors)
  await client.post('/lots', { site_id: site.id, name: 'Été' })
  expect((await client.post('/lots', { site_id: site.id, name: 'E\u0301te\u0301' })).body.errors).toEqual(
    again.body.errors,
  )
  const body = { site_id: site.id, date: '2026-11-20', head: 900 }
  const counts = await Promise.all(Array.from({ length: 4 }, () => client.post('/head-counts', body)))
  expect(counts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422])
  expect((await client.post('/head-counts', body)).body.errors).toEqual({
    date: ['This site already has a head count for this day.'],
  })
  expect((await client.post('/head-counts', {})).body.errors).toEqual({
    site_id: ['Please select a site.'],
    date: ['Please choose a date.'],
    head: ['Please enter how many head there are.'],
  })
})

test('head counts are found by any number as bound, also fractions and numbers beyond every herd', async () => {
  const { client, site } = await factory.client()
  await client.post('/head-counts', { site_id: site.id, date: '2026-11-20', head: 900 })
  const total = async (filter: string) => {
    const { status, body } = await client.get(`/head-counts?filter[head:${filter}`)
    return [status, body.meta?.total]
  }
  for (const filter of ['gt]=899.5', 'lt]=3000000000', 'lte]=1e21', 'gt]=5000,800', 'gte]=-1e-7'])
    expect([filter, await total(filter)]).toEqual([filter, [200, 1]])
  for (const filter of ['gt]=900.5', 'gte]=3000000000', 'lt]=1e-7'])
    expect([filter, await total(filter)]).toEqual([filter, [200, 0]])
})

test('clients access only the lots and head counts of their own sites, veterinarians read all', async () => {
  const { client, site } = await factory.client()
  const { client: otherClient, site: theirs } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const lot = (await client.post('/lots', { site_id: site.id, name: 'A' })).body.data
  for (const refused of [
    await otherClient.get(`/lots/${lot.id}`),
    await otherClient.put(`/lots/${lot.id}`, { name: 'B' }),
    await otherClient.delete(`/lots/${lot.id}`),
  ])
    expect(refused.status).toBe(404)
  expect((await otherClient.get('/lots')).body.data).toEqual([])
  expect((await otherClient.post('/lots', { site_id: site.id, name: 'B' })).body.errors).toEqual({
    site_id: ['Please select a site.'],
  })
  expect((await client.put(`/lots/${lot.id}`, { site_id: theirs.id })).status).toBe(422)
  expect((await vet.get(`/lots?filter[site_id]=${site.id}`)).body.data).toEqual([lot])
  expect((await vet.get(`/lots?filter[name:like]=zzz&filter[customer_id]=${site.customerId}`)).body.data).toEqual([])
  for (const refused of [
    await vet.post('/lots', { site_id: site.id, name: 'B' }),
    await vet.put(`/lots/${lot.id}`, { name: 'B' }),
    await vet.delete(`/lots/${lot.id}`),
    await vet.post('/head-counts', { site_id: site.id, date: '2026-11-20', head: 1 }),
  ])
    expect(refused.status).toBe(403)
  expect((await admin.put(`/lots/${lot.id}`, { site_id: theirs.id })).body.data.site_id).toBe(theirs.id)
})

test('concurrent requests with the same id create one head count', async () => {
  const { client, site } = await factory.client()
  const body = { id: uuidv7(), site_id: site.id, date: '2026-11-20', head: 900 }
  const all = await Promise.all(Array.from({ length: 5 }, () => client.post('/head-counts', body)))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await readAuditActions(factory, body.id)).toEqual(['head count added'])
  expect((await client.post('/head-counts', { ...body, head: 901 })).status).toBe(409)
})

test('the id of a lot is in use for everybody but the person who added it', async () => {
  const { client, site } = await factory.client()
  const colleague = await factory.user('Client', [site.id])
  const lot = { id: uuidv7(), site_id: site.id, name: 'XO 1', head_in: 4 }
  expect((await client.post('/lots', lot)).status).toBe(201)
  expect((await colleague.post('/lots', lot)).status).toBe(409)
  expect((await client.put(`/lots/${lot.id}`, { head_in: 5 })).status).toBe(200)
  // repeated after a lost response
  expect((await client.post('/lots', lot)).body.data).toMatchObject({ id: lot.id, head_in: 5 })
})

test('lots that animals refer to but the site does not have are listed until they are created', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  for (const lot of ['F26-088', ' f26-088', 'F26 -088', 'F26-101'])
    await factory.animal(client, postMortem.id, { lot, customer_record_at: '2026-11-19' })
  expect((await client.get('/lots/unmatched')).body.data).toEqual([])
  await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
  const days = { site_id: site.id, first_death: '2026-11-19', last_death: '2026-11-19' }
  const unmatched = [
    { ...days, name: 'F26 -088', animals: 3 },
    { ...days, name: 'F26-101', animals: 1 },
  ]
  expect((await client.get(`/lots/unmatched?site_id=${site.id}`)).body.data).toEqual(unmatched)
  for (const page of [1, 2]) {
    const { data, meta } = (await client.get(`/lots/unmatched?site_id=${site.id}&per_page=1&page=${page}`)).body
    expect([data, meta.total, meta.last_page]).toEqual([[unmatched[page - 1]], 2, 2])
  }
  expect((await (await factory.client()).client.get(`/lots/unmatched?site_id=${site.id}`)).body.data).toEqual([])
  await client.post('/lots', { site_id: site.id, name: 'F26-088' })
  expect((await client.get('/lots/unmatched')).body.data).toEqual([unmatched[1]])
  expect((await client.get('/lots/unmatched?site_id=x')).status).toBe(400)
})

test('unmatched lot names follow changed and deleted animals, before and after their deaths were added to the sums', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  const ids: string[] = []
  for (const [lot, day] of [
    ['U 1', 18],
    ['U 1', 19],
    ['U 2', 20],
  ] as const)
    ids.push((await factory.animal(client, id, { lot, customer_record_at: `2026-11-${day}` })).id)
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  const names = async () =>
    (await client.get(`/lots/unmatched?site_id=${site.id}`)).body.data.map(
      ({ name, animals, first_death, last_death }: Record<string, unknown>) => [name, animals, first_death, last_death],
    )
  const change = (animal: string | undefined, body: object) => client.put(`/veterinary-record-animals/${animal}`, body)
  const before = [
    ['U 2', 1, '2026-11-20', '2026-11-20'],
    ['U 1', 2, '2026-11-18', '2026-11-19'],
  ]
  expect(await names()).toEqual(before)
  await storeFigures(factory)
  expect(await names()).toEqual(before)
  await change(ids[1], { lot: 'u  3', customer_record_at: '2026-11-21' })
  await client.delete(`/veterinary-record-animals/${ids[2]}`)
  const after = [
    ['u  3', 1, '2026-11-21', '2026-11-21'],
    ['U 1', 1, '2026-11-18', '2026-11-18'],
  ]
  expect(await names()).toEqual(after)
  await storeFigures(factory)
  expect(await names()).toEqual(after)
  await change(ids[1], { lot: '' })
  await change(ids[0], { lot: '' })
  expect(await names()).toEqual([])
})

test('animals that name a lot differently belong to it once it has their name, until a lot of that name is added', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  for (const lot of ['88 heifers', '88 heifers', 'F26-088'])
    await factory.animal(client, id, { lot, customer_record_at: '2026-11-19' })
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  const addLot = async (name: string) => (await client.post('/lots', { site_id: site.id, name })).body.data
  const [lot, other] = [await addLot('F26-088'), await addLot('F26-101')]
  const unmatched = async () => (await client.get('/lots/unmatched')).body.data.map((one: { name: string }) => one.name)
  const deaths = async () => {
    const { data } = (await client.get('/insight/mortality?by=lot&from=2026-11-01&to=2026-11-30')).body
    return data.map((row: { label: string; deaths: number; lot_id?: string }) => [row.label, row.deaths, row.lot_id])
  }
  expect([await unmatched(), await deaths()]).toEqual([
    ['88 heifers'],
    [
      ['88 heifers', 2, undefined],
      ['F26-088', 1, lot.id],
    ],
  ])
  const names = `/lots/${lot.id}/other-names`
  const added = await client.put(names, { name: ' 88  heifers ' })
  expect([added.status, added.body.data]).toEqual([200, { ...lot, other_names: ['88 heifers'] }])
  expect((await client.put(names, { name: '88HEIFERS' })).body.data).toEqual(added.body.data)
  expect((await client.put(names, { name: 'f26 -088' })).body.data).toEqual(added.body.data)
  expect([await unmatched(), await deaths()]).toEqual([[], [['F26-088', 3, lot.id]]])
  const listed = await client.get('/insight/deaths?from=2026-11-01&to=2026-11-30&filter[lot]=F26-088')
  expect(listed.body.meta.total).toBe(3)
  const { totals, animals } = (await client.get(`/lots/${lot.id}/summary`)).body.data
  expect([totals.deaths, animals.length]).toEqual([3, 3])
  expect((await client.put(`/lots/${lot.id}`, { name: 'F26-089' })).body.data.other_names).toEqual(['88 heifers'])
  expect(await deaths()).toEqual([
    ['F26-089', 2, lot.id],
    ['F26-088', 1, undefined],
  ])

  const taken = await client.put(`/lots/${other.id}/other-names`, { name: '88 Heifers' })
  expect([taken.status, taken.body.errors]).toEqual([422, { name: ['88 Heifers is another lot of this site.'] }])
  expect((await client.put(names, { name: ' ' })).body.errors).toEqual({ name: ['Please enter a name.'] })
  const heifers = await addLot('88 heifers')
  expect((await deaths())[0]).toEqual(['88 heifers', 2, heifers.id])
  await client.delete(`/lots/${heifers.id}`)
  expect((await deaths())[0]).toEqual(['F26-089', 2, lot.id])
  expect((await client.put(names, { name: '88HEIFERS', belongs: 0 })).body.data.other_names).toEqual([])
  expect(await unmatched()).toContain('88 heifers')
  expect(await readAuditActions(factory, lot.id)).toEqual(['lot added', 'lot changed', 'lot changed', 'lot changed'])
})

test('a lot that is renamed with keep_name keeps the animals of its former name, or it is not renamed', async () => {
  const { client, site } = await factory.client()
  const addLot = async (name: string) => (await client.post('/lots', { site_id: site.id, name })).body.data
  const [lot, other] = [await addLot('F26-088'), await addLot('F26-101')]
  const path = `/lots/${lot.id}`
  const rename = (name: string, further = {}) => client.put(path, { name, keep_name: 1, ...further })
  expect((await rename('f26 -088')).body.data.other_names).toEqual([])
  const renamed = (await rename('F26-089')).body.data
  expect(renamed).toMatchObject({ name: 'F26-089', other_names: ['f26 -088'] })
  await client.put(`/lots/${other.id}/other-names`, { name: 'Heifers' })
  expect((await client.put(path, { name: 'Heifers' })).body.data.other_names).toEqual(['f26 -088'])
  const refused = await rename('F26-091', { source: 'Brooks' })
  expect([refused.status, refused.body.errors]).toEqual([422, { name: ['Heifers is another lot of this site.'] }])
  expect((await client.get(path)).body.data).toMatchObject({ name: 'Heifers', source: null })
})

test('of two lots that get the same other name at once, one is refused; other people may not add any', async () => {
  const { client, site } = await factory.client()
  const [lot, other] = await Promise.all(
    ['F26-088', 'F26-101'].map(async (name) => (await client.post('/lots', { site_id: site.id, name })).body.data),
  )
  const add = (by: TestUser, { id }: { id: string }, name: string) => by.put(`/lots/${id}/other-names`, { name })
  const answers = await Promise.all([lot, other].map((one) => add(client, one, 'Heifers')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  await Promise.all(['A', 'B', 'C', 'D'].map((name) => add(client, lot, name)))
  const { other_names } = (await client.get(`/lots/${lot.id}`)).body.data
  expect(other_names).toEqual(expect.arrayContaining(['A', 'B', 'C', 'D']))
  expect((await add((await factory.client()).client, lot, 'E')).status).toBe(404)
  expect((await add(await factory.user('Veterinarian'), lot, 'E')).status).toBe(403)
})

test('a name that one lot keeps when it is renamed, and that another lot gets at once, belongs to one of them', async () => {
  const { client, site } = await factory.client()
  const addLot = async (name: string) => (await client.post('/lots', { site_id: site.id, name })).body.data
  const other = await addLot('F26-101')
  for (const name of ['A', 'B', 'C', 'D']) {
    const lot = await addLot(name)
    const answers = await Promise.all([
      client.put(`/lots/${lot.id}`, { name: `${name} heavy`, keep_name: 1 }),
      client.put(`/lots/${other.id}/other-names`, { name }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const [kept, given] = await Promise.all([lot, other].map(({ id }) => client.get(`/lots/${id}`)))
    const owners = [kept, given].map((one) => one?.body.data.other_names.includes(name))
    expect(owners).toEqual(answers.map(({ status }) => status === 200))
  }
})

test('importing an exported file of lots changes nothing, and neither does an empty cell', async () => {
  const { site } = await factory.client()
  const { customer, site: name } = await namesOf(site.id)
  const header = 'customer,site,name,arrived_at,head_in,source,sex,arrival_weight,closed_at\r\n'
  const file = `${header}${customer},${name},F26-088,2026-09-14,240,"Brooks, ring 2",steers,310.5,\r\n`
  expect((await imports.read('lots', file)).counts).toMatchObject({ new: 1, problems: 0 })
  await imports.read('lots?apply=1', file)
  const [lot] = (await admin.get(`/lots?filter[site_id]=${site.id}`)).body.data
  expect(lot).toMatchObject({ name: 'F26-088', head_in: 240, source: 'Brooks, ring 2', arrival_weight: 310.5 })
  const exported = (await admin.get(`/exports/lots?filter[site_id]=${site.id}`)).bytes
  expect((await imports.read('lots?apply=1', exported)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 1 })
  await imports.read('lots?apply=1', `${header}${customer},${name},f26 -088,,235,,,,2027-04-01\r\n`)
  expect((await admin.get(`/lots/${lot.id}`)).body.data).toEqual({ ...lot, head_in: 235, closed_at: '2027-04-01' })
  expect(await imports.importProblems('lots', `${header}${customer},${name},X,x,1.5,,,-1,\r\n`)).toEqual([
    expect.stringContaining('2 arrived_at: “x” is no date'),
    '2 head_in: This must be a whole number from 0 to 10000000.',
    '2 arrival_weight: This must be a number from 0 to 2000.',
  ])
})

test('importing head counts replaces those of the same days and reports invalid rows', async () => {
  const { site } = await factory.client()
  const { customer, site: name } = await namesOf(site.id)
  const header = 'customer,site,date,head\r\n'
  const file = `${header}${customer},${name},2026-11-01,900\r\n${customer},${name},11/08/2026,880\r\n`
  await imports.read('head-counts?apply=1', file)
  const list = async () =>
    (await admin.get(`/head-counts?filter[site_id]=${site.id}`)).body.data.map(
      ({ date, head }: { date: string; head: number }) => [date, head],
    )
  expect(await list()).toEqual([
    ['2026-11-08', 880],
    ['2026-11-01', 900],
  ])
  const second = `${header}${customer},${name},2026-11-01,901\r\n${customer},${name},2026-11-08,880\r\n`
  expect((await imports.read('head-counts?apply=1', second)).counts).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await list()).toContainEqual(['2026-11-01', 901])
  expect((await admin.get(`/exports/head-counts?filter[site_id]=${site.id}&sort=date`)).bytes.toString()).toContain(
    `${customer},${name},2026-11-01,901`,
  )
  const wrong = `${header}${customer},${name},2026-11-01,1\r\n${customer},${name},11/01/2026,2\r\nNobody,${name},2026-11-01,2\r\n`
  expect(await imports.importProblems('head-counts', wrong)).toEqual([
    '3 date: Line 2 says this already. Keep one of the two.',
    expect.stringContaining('4 customer: There is no customer “Nobody”.'),
  ])
  const { client } = await factory.client()
  expect((await imports.send('head-counts', file, client)).status).toBe(403)
  expect((await client.get('/exports/head-counts')).status).toBe(403)
})

test('days of imported lots and head counts are those of the site, and weights may have decimal commas', async () => {
  const { site } = await factory.client()
  const { customer, site: name } = await namesOf(site.id)
  await admin.put(`/sites/${site.id}`, { time_zone: 'Pacific/Auckland' })
  // in Edmonton it is still the 13th
  const time = '2026-09-14T00:30:00+12:00'
  const lots = `customer;site;name;arrived_at;arrival_weight\r\n${customer};${name};A;${time};310,5\r\n`
  expect((await imports.read('lots?apply=1', lots)).problems).toEqual([])
  const [lot] = (await admin.get(`/lots?filter[site_id]=${site.id}`)).body.data
  expect([lot.arrived_at, lot.arrival_weight]).toEqual(['2026-09-14', 310.5])
  const counts = `customer,site,date,head\r\n${customer},${name},${time},900\r\n`
  await imports.read('head-counts?apply=1', counts)
  expect((await imports.read('head-counts?apply=1', counts)).counts.unchanged).toBe(1)
  const found = (await admin.get(`/head-counts?filter[site_id]=${site.id}`)).body.data
  expect(found.map(({ date }: { date: string }) => date)).toEqual(['2026-09-14'])
  const twice = `${counts}${customer},${name},2026-09-14,901\r\n`
  expect(await imports.importProblems('head-counts', twice)).toEqual([
    '3 date: Line 2 says this already. Keep one of the two.',
  ])
  const header = 'customer,site,date,head\r\n'
  for (const head of ['0x10', '1e3', '-1', '1 000', '"1,000"'])
    expect(await imports.importProblems('head-counts', `${header}${customer},${name},2026-09-15,${head}\r\n`)).toEqual([
      '2 head: This must be a whole number from 0 to 10000000.',
    ])
})

test('days of lots and head counts with an implausible year are refused, typed as well as imported', async () => {
  const { client, site } = await factory.client()
  const { customer, site: name } = await namesOf(site.id)
  const checkYear = ['Please check the year of this date.']
  const lot = (await client.post('/lots', { site_id: site.id, name: 'A', arrived_at: '1950-01-01' })).body.data
  for (const day of ['0202-09-14', '1949-12-31', '2062-09-14', '9999-09-14'])
    for (const field of ['arrived_at', 'closed_at']) {
      const answer = await client.put(`/lots/${lot.id}`, { [field]: day })
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: checkYear }])
    }
  const count = await client.post('/head-counts', { site_id: site.id, date: '0202-09-14', head: 9 })
  expect([count.status, count.body.errors]).toEqual([422, { date: checkYear }])
  const lots = `customer,site,name,arrived_at\r\n${customer},${name},B,09/14/0202\r\n${customer},${name},C,2062-09-14\r\n`
  expect(await imports.importProblems('lots', lots)).toEqual([
    `2 arrived_at: ${checkYear}`,
    `3 arrived_at: ${checkYear}`,
  ])
  const counts = `customer,site,date,head\r\n${customer},${name},0202-09-14,9\r\n`
  expect(await imports.importProblems('head-counts', counts)).toEqual([`2 date: ${checkYear}`])
})

test('a site with lots or head counts is not deleted', async () => {
  const empty = await factory.site()
  await admin.post('/lots', { site_id: empty.id, name: 'A' })
  await admin.post('/head-counts', { site_id: empty.id, date: '2026-11-20', head: 5 })
  const refused = await admin.delete(`/sites/${empty.id}`)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('1 lot and 1 head count')])
})

test('the summary of a lot compares its deaths by days on feed with those of the other visible lots', async () => {
  await seedLibrary(factory.db)
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const { client: otherClient, site: theirs } = await factory.client()
  const today = dayOf(new Date(), 'America/Edmonton')
  const ago = (days: number) => addDays(today, -days)
  const addLot = async (by: TestUser, siteId: SiteId, name: string, head_in: number) =>
    (await by.post('/lots', { site_id: siteId, name, arrived_at: ago(30), head_in })).body.data
  const reportDeaths = async (by: TestUser, at: typeof site, lot: string, days: number[]) => {
    const { id } = await factory.draftPostMortem(by, at)
    for (const day of days)
      await factory.animal(by, id, {
        lot,
        tag: `T${day}`,
        customer_record_at: ago(day),
        treatments_given: [{ name: 'Florfenicol', given_at: ago(day + 4) }],
      })
    await by.put(`/post-mortems/${id}`, { draft: 0 })
    return id
  }
  const lot = await addLot(client, site.id, 'F26-088', 100)
  for (const name of ['A', 'B', 'C']) await addLot(client, site.id, name, 200)
  await addLot(otherClient, theirs.id, 'A', 400)
  const ticket = await reportDeaths(client, site, ' f26-088', [28, 20, 20])
  await reportDeaths(client, site, 'A', [29, 2])
  await reportDeaths(client, site, 'B', [10])
  await reportDeaths(otherClient, theirs, 'A', [29, 29, 29, 29])
  const path = `/lots/${lot.id}/summary`
  const summary = (await client.get(path)).body.data
  expect([summary.lot, summary.treated, summary.usual_lots]).toEqual([lot, 3, 3])
  expect([summary.totals.deaths, summary.totals.from, summary.totals.to]).toEqual([3, ago(30), today])
  expect(summary.curve).toEqual([
    { days_on_feed: 2, deaths: 1 },
    { days_on_feed: 10, deaths: 3 },
  ])
  // of 600 head one died in the first week and one in the third; the week of the death two days ago has not ended
  const expected = summary.usual.map((week: { days_on_feed: number; deaths: number }) => [
    week.days_on_feed,
    Math.round(week.deaths * 600),
  ])
  expect(expected).toEqual([7, 14, 21, 28].map((day, index) => [day, index < 2 ? 100 : 200]))
  expect(summary.treatments).toEqual([{ name: 'Florfenicol', animals: 3, median_days_before_death: 4 }])
  const [animal] = summary.animals
  expect(animal).toMatchObject({ tag: 'T20', days_on_feed: 10, diagnosis: null, post_mortem: { id: ticket } })
  // the practice's usual range includes every lot, with the four deaths of the other customer
  const ofPractice = (await vet.get(path)).body.data
  expect([ofPractice.usual_lots > 3, ofPractice.usual[0].deaths > summary.usual[0].deaths]).toEqual([true, true])
  const diagnosis = (await vet.get('/diagnoses?per_page=1')).body.data[0]
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis.id })
  const causes = async (by: TestUser) =>
    (await by.get(path)).body.data.causes.map(({ label }: { label: string }) => label)
  expect([await causes(client), (await causes(vet)).includes(diagnosis.name)]).toEqual([['No diagnosis'], true])
  const pdf = await client.get(path, { accept: 'application/pdf' })
  const { title, text, isTagged } = await readPdf(pdf.bytes)
  expect([title, isTagged, text.includes('T28'), text.includes('Florfenicol')]).toEqual([
    'Lot F26-088',
    true,
    true,
    true,
  ])
  expect((await otherClient.get(path)).status).toBe(404)
})

test('the figures of a lot agree with its list of animals, whatever changes while they are read', async () => {
  const { client, site } = await factory.client()
  const lot = (await client.post('/lots', { site_id: site.id, name: 'F26-090' })).body.data
  const { id } = await factory.draftPostMortem(client, site)
  for (const tag of ['R 1', 'R 2']) await factory.animal(client, id, { tag, lot: lot.name })
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  const { reading } = await factory.db.transaction().execute(async (tx) => {
    await sql`lock table animal_treatments in access exclusive mode`.execute(tx)
    const reading = client.get(`/lots/${lot.id}/summary`)
    await waitForLocks(factory.db, 1)
    await sql`update animals set deleted_at = now() where post_mortem_id = ${id} and tag = 'R 2'`.execute(tx)
    // in an object, because the transaction would await the promise otherwise
    return { reading }
  })
  const { totals, animals } = (await reading).body.data
  expect([totals.deaths, animals.length]).toEqual([2, 2])
})

test('the summary of a lot without arrival, head or deaths shows what is unknown', async () => {
  const { client, site } = await factory.client()
  const lot = (await client.post('/lots', { site_id: site.id, name: 'New' })).body.data
  const { data } = (await client.get(`/lots/${lot.id}/summary`)).body
  expect([data.totals.deaths, data.curve, data.usual, data.animals]).toEqual([0, [], [], []])
  const later = (
    await client.post('/lots', {
      site_id: site.id,
      name: 'Later',
      arrived_at: addDays(dayOf(new Date(), 'UTC'), 30),
      head_in: 9,
    })
  ).body.data
  const pdf = await client.get(`/lots/${later.id}/summary`, { accept: 'application/pdf' })
  expect(pdf.status).toBe(200)
})

test('an animal of a lot without an arrival has no days on feed', async () => {
  const { client, site } = await factory.client()
  const lot = (await client.post('/lots', { site_id: site.id, name: 'Unknown' })).body.data
  const ticket = await factory.pendingPostMortem(client, site)
  await factory.animal(client, ticket.id, { lot: lot.name })
  const { animals } = (await client.get(`/lots/${lot.id}/summary`)).body.data
  expect(animals).toMatchObject([{ days_on_feed: null }])
})

test('the figures of a lot that is to be closed end today', async () => {
  const { client, site } = await factory.client()
  const today = dayOf(new Date(), 'America/Edmonton')
  const fields = { site_id: site.id, name: 'Planned', arrived_at: addDays(today, -9), head_in: 100 }
  const lot = (await client.post('/lots', { ...fields, closed_at: addDays(today, 90) })).body.data
  const { totals } = (await client.get(`/lots/${lot.id}/summary`)).body.data
  expect([totals.from, totals.to, totals.head_days]).toEqual([fields.arrived_at, today, 1000])
})

test('the error of a lot or head count names all fields that are no numbers of their range', async () => {
  const { client, site } = await factory.client()
  const lot = { site_id: site.id, name: 'L', arrived_at: '2026-01-02', head_in: -5, arrival_weight: 99_999 }
  expect((await client.post('/lots', lot)).body.errors).toEqual({
    head_in: ['Please enter a whole number from 0 to 10,000,000.'],
    arrival_weight: ['Please enter a number from 0 to 2,000.'],
  })
  expect((await client.post('/head-counts', { site_id: site.id, date: 'x', head: 'many' })).body.errors).toEqual({
    date: [expect.any(String)],
    head: ['Please enter a whole number from 0 to 10,000,000.'],
  })
})
