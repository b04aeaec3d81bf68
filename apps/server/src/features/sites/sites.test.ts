import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditActions, readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const customer = async () => (await admin.post('/customers', { name: `Ranch ${uuidv7()}` })).body.data.id as string
const added = async (customer_id: string, name = `Yard ${uuidv7()}`) =>
  (await admin.post('/sites', { customer_id, name })).body.data

test('an Admin adds a site, changes it and deletes it, and each step is in the audit log', async () => {
  const customer_id = await customer()
  const answer = await admin.post('/sites', { customer_id, name: ' East Yard ', region: 'Alberta', city: 'Nanton' })
  expect(answer.status).toBe(201)
  const { id } = answer.body.data
  expect(answer.body.data).toMatchObject({
    name: 'East Yard',
    region: 'Alberta',
    city: 'Nanton',
    customer_id,
    retired: 0,
  })
  const changed = await admin.put(`/sites/${id}`, { name: 'West Yard', city: '' })
  expect(changed.body.data).toMatchObject({ name: 'West Yard', region: 'Alberta', city: null })
  expect((await admin.get(`/customers/${customer_id}`)).body.data.sites).toEqual([
    { id, name: 'West Yard', retired: 0, time_zone: null },
  ])
  expect((await admin.delete(`/sites/${id}`)).status).toBe(200)
  expect((await admin.get(`/sites/${id}`)).status).toBe(404)
  expect(await readAuditActions(factory, id)).toEqual(['site created', 'site edited', 'site deleted'])
})

test('site names are unique within a customer regardless of case', async () => {
  const [one, other] = [await customer(), await customer()]
  await added(one, 'North Yard')
  const south = await added(one, 'South Yard')
  expect((await added(other, 'North Yard')).name).toBe('North Yard')
  for (const answer of [
    await admin.post('/sites', { customer_id: one, name: 'NORTH yard' }),
    await admin.put(`/sites/${south.id}`, { name: ' north yard ' }),
  ])
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { name: ['This customer already has a site with this name.'] },
    ])
  expect((await admin.post('/sites', {})).body.errors).toEqual({
    name: ['Please enter a name.'],
    customer_id: ['Please select a customer.'],
  })
  const unknown = await admin.post('/sites', { customer_id: uuidv7(), name: 'x', city: 'y'.repeat(121) })
  expect(unknown.body.errors).toEqual({
    city: ['Please enter at most 120 characters.'],
    customer_id: ['Please select a customer.'],
  })
})

test("adding with a client's id happens once; a stale change is rejected", async () => {
  const body = { id: uuidv7(), customer_id: await customer(), name: 'North Yard' }
  for (let time = 0; time < 2; time++) expect((await admin.post('/sites', body)).status).toBe(201)
  expect(await readAuditActions(factory, body.id)).toEqual(['site created'])
  expect((await admin.post('/sites', { ...body, name: 'South Yard' })).status).toBe(409)
  const old = { 'if-match': String((await admin.get(`/sites/${body.id}`)).headers['etag']) }
  expect((await admin.put(`/sites/${body.id}`, { city: 'Nanton' }, old)).status).toBe(200)
  expect((await admin.put(`/sites/${body.id}`, { city: 'Clayton' }, old)).status).toBe(412)
  expect((await admin.delete(`/sites/${body.id}`, old)).status).toBe(412)
})

test('neither clients nor veterinarians add, change or delete sites', async () => {
  const { client, site } = await factory.client()
  for (const person of [client, await factory.user('Veterinarian')])
    for (const answer of [
      await person.post('/sites', { customer_id: site.customerId, name: 'Mine' }),
      await person.put(`/sites/${site.id}`, { name: 'Mine' }),
      await person.delete(`/sites/${site.id}`),
    ])
      expect(answer.status).toBe(403)
})

test('a site can move to another customer only if it never had tickets, deleted ones included', async () => {
  const { client, site } = await factory.client()
  const elsewhere = await customer()
  const empty = await added(site.customerId)
  expect((await admin.put(`/sites/${empty.id}`, { customer_id: elsewhere })).body.data.customer_id).toBe(elsewhere)
  const draft = await factory.draftPostMortem(client, site)
  const move = () => admin.put(`/sites/${site.id}`, { customer_id: elsewhere })
  expect((await move()).body.message).toBe('This site has post-mortems and stays with its customer.')
  await client.delete(`/post-mortems/${draft.id}`)
  expect((await move()).status).toBe(409)
  expect((await admin.put(`/sites/${site.id}`, { customer_id: site.customerId, city: 'Nanton' })).status).toBe(200)
})

test('a site with tickets or users is not deleted, and the response lists them', async () => {
  const { client, site } = await factory.client()
  const refusal = async () => (await admin.delete(`/sites/${site.id}`)).body
  expect((await refusal()).message).toContain('it has 1 person with access.')
  const draft = await factory.draftPostMortem(client, site)
  await client.delete(`/post-mortems/${draft.id}`)
  await factory.pendingPostMortem(client, site)
  expect(await refusal()).toMatchObject({
    status: 409,
    message: expect.stringContaining(
      'it has 1 post-mortem, 1 deleted post-mortem that is kept, and 1 person with access. Retire it instead.',
    ),
  })
})

test('a retired site is no longer selectable and keeps its tickets; its customer’s other sites are not affected', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.pendingPostMortem(client, site)
  const other = await added(site.customerId)
  expect((await admin.put(`/sites/${site.id}`, { retired: 1 })).body.data.retired).toBe(1)
  const begin = (site_id: string) =>
    admin.post('/post-mortems', { customer_id: site.customerId, site_id, record_at: '2026-11-20' })
  const refused = await begin(site.id)
  expect([refused.status, refused.body.errors]).toEqual([422, { site_id: ['Please select a site.'] }])
  const draft = (await begin(other.id)).body.data
  expect((await admin.put(`/post-mortems/${draft.id}`, { site_id: site.id })).status).toBe(422)
  const invite = (sites: string[]) =>
    admin.post('/user-invites', { email: `${uuidv7()}@feeders.example`, customer_id: site.customerId, sites })
  expect((await invite([site.id])).body.errors).toEqual({ sites: ['You need to choose a sites.'] })
  expect((await invite([other.id])).status).toBe(201)
  expect((await client.get('/post-mortems')).body.data.map(({ id }: { id: string }) => id)).toEqual([postMortem.id])
  expect((await client.get('/sites')).body.data[0].retired).toBe(1)
  await admin.put(`/sites/${site.id}`, { retired: 0 })
  expect((await begin(site.id)).status).toBe(201)
  expect(await readAuditActions(factory, site.id)).toEqual(['site retired', 'site taken back into use'])
})

test('sites are found by their own name and by that of their customer', async () => {
  const name = `Ranch ${uuidv7()}`
  const customer_id = (await admin.post('/customers', { name })).body.data.id
  const yard = await added(customer_id)
  for (const text of [name.slice(6).toUpperCase(), yard.name])
    expect(
      (await admin.get(`/sites?filter[name_with_customer:like]=${text}`)).body.data.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual([yard.id])
})

test('a site has an address, coordinates, telephone, directions and a time zone, which is that of the practice without its own', async () => {
  const site = await added(await customer())
  const nothing = { address: null, latitude: null, longitude: null, phone: null, directions: null }
  expect(site).toMatchObject({ ...nothing, time_zone: 'America/Edmonton' })
  const location = {
    address: 'Range Road 280\nHigh River',
    latitude: 50.5813,
    longitude: -113.8745,
    phone: '+1 403 555 0155',
    directions: 'Second gate.',
    time_zone: 'America/Regina',
  }
  expect((await admin.put(`/sites/${site.id}`, location)).body.data).toMatchObject(location)
  const { phone: _phone, ...rest } = location
  expect((await admin.put(`/sites/${site.id}`, { phone: '' })).body.data).toMatchObject({ ...rest, phone: null })
  const cleared = Object.fromEntries(Object.keys(location).map((field) => [field, '']))
  expect((await admin.put(`/sites/${site.id}`, cleared)).body.data).toMatchObject({
    ...nothing,
    time_zone: 'America/Edmonton',
  })
  const [edit] = (await readAuditEntries(factory, site.id)).slice(1)
  expect(edit?.after).toMatchObject({ latitude: 50.5813, time_zone: 'America/Regina' })
})

test.each([
  ['latitude', { latitude: 91, longitude: 0 }, 'Please enter a number from -90 to 90.'],
  ['longitude', { latitude: 1, longitude: 'far' }, 'Please enter a number from -180 to 180.'],
  ['longitude', { latitude: 50 }, 'Please enter latitude and longitude, or neither.'],
  ['time_zone', { time_zone: 'Alberta' }, 'Please choose a time zone.'],
  ['directions', { directions: 'x'.repeat(1001) }, 'Please enter at most 1000 characters.'],
])('a site with a wrong %s is refused with the reason', async (field, body, text) => {
  const site = await added(await customer())
  const answer = await admin.put(`/sites/${site.id}`, body)
  expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [text] }])
})
