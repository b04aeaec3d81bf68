import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { compareNames } from '@chisholm/domain/compare-names'
import { expect, test } from 'vitest'
import { alphabetical } from '../../database/alphabetical.ts'
import { readAuditActions, readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const freshName = () => `Ranch ${uuidv7()}`
const added = async (name = freshName()) => (await admin.post('/customers', { name })).body.data

test('an Admin adds a customer, renames it and deletes it, and each step is in the audit log', async () => {
  const name = freshName()
  const answer = await admin.post('/customers', { name: `  ${name} ` })
  expect(answer.status).toBe(201)
  expect(answer.headers['etag']).toMatch(/^".+"$/)
  expect(answer.body.data).toEqual({ id: answer.body.data.id, name, retired: 0, sites: [] })
  const path = `/customers/${answer.body.data.id}`
  expect((await admin.get(path)).body.data.name).toBe(name)
  expect((await admin.put(path, { name: `${name} II` })).body).toMatchObject({
    message: 'Data is updated',
    data: { name: `${name} II` },
  })
  expect((await admin.delete(path)).status).toBe(200)
  expect((await admin.get(path)).status).toBe(404)
  const lines = await readAuditEntries(factory, answer.body.data.id)
  expect(lines.map(({ action }) => action)).toEqual(['customer created', 'customer edited', 'customer deleted'])
  expect(lines.every(({ user_id }) => user_id === admin.id)).toBe(true)
})

test('customer names are unique regardless of case', async () => {
  const { name } = await added()
  const other = await added()
  for (const taken of [name, ` ${name.toUpperCase()}`])
    for (const answer of [
      await admin.post('/customers', { name: taken }),
      await admin.put(`/customers/${other.id}`, { name: taken }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { name: ['There is already a customer with this name.'] },
      ])
  for (const body of [{}, { name: '' }, { name: '  ' }])
    expect((await admin.post('/customers', body)).body.errors).toEqual({ name: ['Please enter a name.'] })
  expect((await admin.put(`/customers/${other.id}`, { name: '' })).body.errors).toEqual({
    name: ['Please enter a name.'],
  })
  expect((await admin.post('/customers', { name: 'x'.repeat(121) })).body.errors).toEqual({
    name: ['Please enter at most 120 characters.'],
  })
  // a character beyond the 16-bit ones is one, too
  const cow = String.fromCodePoint(0x1f404)
  expect((await admin.post('/customers', { name: cow.repeat(61) })).status).toBe(201)
  expect((await admin.post('/customers', { name: cow.repeat(121) })).status).toBe(422)
  // A customer may change upper and lower case in its own name.
  expect((await admin.put(`/customers/${other.id}`, { name: other.name.toUpperCase() })).status).toBe(200)
})

test('two Admins who use the same name at once create one customer', async () => {
  const colleague = await factory.user('SuperAdmin')
  const name = freshName()
  const answers = await Promise.all([admin, colleague].map((by) => by.post('/customers', { name })))
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 422])
})

test('a customer with a client-made id is created once; the id cannot be used for another', async () => {
  const body = { id: uuidv7(), name: freshName() }
  for (let time = 0; time < 2; time++) {
    const answer = await admin.post('/customers', body)
    expect([answer.status, answer.body.data.id]).toEqual([201, body.id])
  }
  expect(await readAuditActions(factory, body.id)).toHaveLength(1)
  expect((await admin.post('/customers', { ...body, name: freshName() })).status).toBe(409)
  expect((await (await factory.user('Admin')).post('/customers', body)).status).toBe(409)
  const key = { 'idempotency-key': uuidv7() }
  const first = await admin.post('/customers', { name: freshName() }, key)
  expect(first.status).toBe(201)
  expect((await admin.post('/customers', { name: first.body.data.name }, key)).body).toEqual(first.body)
})

test('a change or deletion of an outdated version is rejected', async () => {
  const { id } = await added()
  const { headers } = await admin.get(`/customers/${id}`)
  const old = { 'if-match': String(headers['etag']) }
  expect((await admin.put(`/customers/${id}`, { name: freshName() }, old)).status).toBe(200)
  expect((await admin.put(`/customers/${id}`, { name: freshName() }, old)).status).toBe(412)
  expect((await admin.delete(`/customers/${id}`, old)).status).toBe(412)
})

test('neither clients nor veterinarians add, change or delete customers', async () => {
  const { client, site } = await factory.client()
  for (const person of [client, await factory.user('Veterinarian')])
    for (const answer of [
      await person.post('/customers', { name: freshName() }),
      await person.put(`/customers/${site.customerId}`, { name: freshName() }),
      await person.put(`/customers/${site.customerId}`, { retired: 1 }),
      await person.delete(`/customers/${site.customerId}`),
    ])
      expect(answer.status).toBe(403)
  expect((await client.get(`/customers/${site.customerId}`)).body.data.retired).toBe(0)
})

test('a customer with sites, tickets or users is not deleted, and the response lists them', async () => {
  const { client, site } = await factory.client()
  await factory.pendingPostMortem(client, site)
  const { name } = (await admin.get(`/customers/${site.customerId}`)).body.data
  const answer = await admin.delete(`/customers/${site.customerId}`)
  expect([answer.status, answer.body.message]).toEqual([
    409,
    `${name} cannot be deleted: it has 1 site, 1 post-mortem, and 1 person with access. Retire it instead.`,
  ])
  expect((await admin.delete(`/customers/${uuidv7()}`)).status).toBe(404)
})

test('a retired customer is no longer selectable, keeps its tickets, and can be restored', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.pendingPostMortem(client, site)
  const draft = await factory.draftPostMortem(client, site)
  const path = `/customers/${site.customerId}`
  expect((await admin.put(path, { retired: 1 })).body.data.retired).toBe(1)
  const listed = async (retired: number) =>
    (await admin.get(`/customers?filter[retired]=${retired}&per_page=9999`)).body.data.map(
      (customer: { id: string }) => customer.id,
    )
  expect(await listed(1)).toContain(site.customerId)
  expect(await listed(0)).not.toContain(site.customerId)

  const begun = { site_id: site.id, record_at: '2026-11-20' }
  for (const by of [client, admin])
    expect((await by.post('/post-mortems', { ...begun, customer_id: site.customerId })).body.errors).toEqual({
      site_id: ['Please select a site.'],
    })
  const invitation = { email: `${uuidv7()}@feeders.example`, customer_id: site.customerId, sites: [site.id] }
  expect((await admin.post('/user-invites', invitation)).body.errors).toEqual({
    customer_id: ['The chosen customer has no sites. Please choose another customer.'],
  })
  expect((await client.get(`/post-mortems/${postMortem.id}`)).status).toBe(200)
  expect((await client.put(`/post-mortems/${draft.id}`, { note: 'Still here' })).status).toBe(200)
  // The request is sent again because its response was lost.
  const { id, note } = (await client.get(`/post-mortems/${draft.id}`)).body.data
  expect((await client.post('/post-mortems', { ...begun, id, note, customer_id: site.customerId })).status).toBe(201)

  expect((await admin.put(path, { retired: 0 })).body.data.retired).toBe(0)
  expect((await client.post('/post-mortems', { ...begun, customer_id: site.customerId })).status).toBe(201)
  expect(await readAuditActions(factory, site.customerId)).toEqual(['customer retired', 'customer taken back into use'])
})

test('customers, sites and library entries sort as people do, page by page, and a long list reads an index', async () => {
  const names = ['apple', 'Apple Creek', 'Émile', 'emu', 'Pen 2', 'Pen 10', 'zebra', 'Zebra Ranch']
  expect(names.toSorted(compareNames)).toEqual(names)
  const customer = await added()
  const mixed = ['zebra', 'Pen 10', 'Émile', 'Apple Creek', 'Zebra Ranch', 'emu', 'Pen 2', 'apple']
  for (const name of mixed) {
    await added(`Sorted ${name}`)
    await admin.post('/sites', { name: `Sorted ${name}`, customer_id: customer.id })
    await admin.post('/breeds', { name: `Sorted ${name}` })
  }
  for (const path of ['/customers', '/sites', '/breeds']) {
    const listed = []
    for (const page of [1, 2, 3]) {
      const query = `filter[name:like]=Sorted&per_page=3&page=${page}&sort=name`
      listed.push(...(await admin.get(`${path}?${query}`)).body.data.map(({ name }: { name: string }) => name))
    }
    expect(listed, path).toEqual(names.map((name) => `Sorted ${name}`))
  }
  const { data } = (await admin.get(`/customers/${customer.id}`)).body
  expect(data.sites.map(({ name }: { name: string }) => name)).toEqual(names.map((name) => `Sorted ${name}`))

  await sql`insert into customers (id, name, created_by_id)
    select gen_random_uuid(), 'Many ' || n, ${admin.id} from generate_series(1, 10000) n`.execute(factory.db)
  await sql`analyze customers`.execute(factory.db)
  const { rows } = await sql<Record<string, string>>`explain select name from customers
    order by ${alphabetical('name')}, id limit 12 offset 24`.execute(factory.db)
  expect(JSON.stringify(rows)).toContain('customers_alphabetical')
})

test('names of customers and sites are one line with single spaces, so that another spelling is no other name', async () => {
  const customer = (await admin.post('/customers', { name: ' Dry \n Creek\u00a0 Ranch ' })).body.data
  expect(customer.name).toBe('Dry Creek Ranch')
  expect((await admin.post('/customers', { name: 'dry  creek\tRANCH' })).status).toBe(422)
  const add = (name: string) => admin.post('/sites', { customer_id: customer.id, name })
  const site = (await add('North  yard')).body.data
  expect(site.name).toBe('North yard')
  expect((await add('north\nYARD')).status).toBe(422)
  expect((await admin.put(`/sites/${site.id}`, { name: 'North\n yard' })).body.data.name).toBe('North yard')
})
