import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'

const factory = await createSharedFactory()

test('a client sees only people with a vet role, and of them only names and roles', async () => {
  const vet = await factory.user('Veterinarian')
  const { client } = await factory.client()
  const other = (await factory.client()).client
  const { data } = (await client.get('/users?per_page=9999')).body
  const ids = data.map((user: { id: string }) => user.id)
  expect(ids).toContain(vet.id)
  expect(ids).not.toContain(other.id)
  for (const user of data) expect(Object.keys(user).toSorted()).toEqual(['first_name', 'id', 'last_name', 'roles'])
  expect((await client.get(`/users/${other.id}`)).status).toBe(404)
  expect((await client.get(`/users/${other.id}/sites`)).status).toBe(404)
})

test('the sites of a user are those of the list of sites, with all of their fields', async () => {
  const { client, site } = await factory.client()
  const admin = await factory.user('Admin')
  const location = { address: '12 Range Road', latitude: 50.5, longitude: -113.9, time_zone: 'America/St_Johns' }
  expect((await admin.put(`/sites/${site.id}`, location)).status).toBe(200)
  const other = (await admin.post('/sites', { customer_id: site.customerId, name: 'Another' })).body.data
  expect((await admin.put(`/users/${client.id}/sites`, { sites: [site.id, other.id] })).status).toBe(200)
  const { data, meta } = (await client.get(`/users/${client.id}/sites`)).body
  expect([data[0], meta.total]).toMatchObject([location, 2])
  expect(data).toEqual([site.id, other.id].map((id) => expect.objectContaining({ id })))
  for (const one of data) expect(one).toEqual((await client.get(`/sites/${one.id}`)).body.data)
})

test('people are filtered by role', async () => {
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const ids = async (roles: string) =>
    (await vet.get(`/users?filter[roles.name]=${roles}&per_page=9999`)).body.data.map((user: { id: string }) => user.id)
  expect(await ids('Admin')).toContain(admin.id)
  expect(await ids('Admin')).not.toContain(vet.id)
  expect(await ids('Veterinarian,Admin')).toEqual(expect.arrayContaining([vet.id, admin.id]))
  for (const op of ['like', 'isnull', 'gt'])
    expect((await vet.get(`/users?filter[roles.name:${op}]=true`)).body.message).toBe(
      `The filter "roles.name" takes roles, without "${op}".`,
    )
})

test('a person reads and changes its own profile, and nothing but the profile', async () => {
  const { client } = await factory.client()
  const answer = await client.put(`/users/${client.id}`, { first_name: 'Rosa', city: 'Clayton', phone: '' })
  expect(answer.body).toMatchObject({
    message: 'User was successfully updated',
    data: { first_name: 'Rosa', city: 'Clayton', phone: null, email: client.email },
  })
  const unchanged = [{ email: client.email }, { roles: ['Client'] }, { status: 'active' }]
  for (const body of [{ email: 'x@y.example' }, { roles: ['Admin'] }, { status: 'disabled' }, ...unchanged])
    expect((await client.put(`/users/${client.id}`, body)).status).toBe(403)
  const vet = await factory.user('Veterinarian')
  expect((await vet.put(`/users/${client.id}`, { city: 'Elsewhere' })).status).toBe(403)
  const admin = await factory.user('Admin')
  expect((await admin.put(`/users/${client.id}`, { city: 'Tucumcari' })).body.data.city).toBe('Tucumcari')
})

test('a name may be changed, but not removed', async () => {
  const { client } = await factory.client()
  const taken = await client.put(`/users/${client.id}`, { first_name: '', last_name: ' ', city: 'Clayton' })
  expect(taken).toMatchObject({
    status: 422,
    body: { errors: { first_name: ['Please enter a first name.'], last_name: ['Please enter a last name.'] } },
  })
  expect((await client.get(`/users/${client.id}`)).body.data.city).not.toBe('Clayton')
  expect((await client.put(`/users/${client.id}`, { city: 'Clayton' })).status).toBe(200)
})

test('no field of a profile takes more than 500 characters', async () => {
  const { client } = await factory.client()
  for (const field of ['first_name', 'last_name', 'phone', 'city', 'region', 'country']) {
    const { status, body } = await client.put(`/users/${client.id}`, { [field]: 'x'.repeat(501) })
    expect([field, status, body.errors]).toEqual([field, 422, { [field]: ['Please enter at most 500 characters.'] }])
    expect((await client.put(`/users/${client.id}`, { [field]: 'x'.repeat(500) })).status).toBe(200)
  }
})

test('an Admin grants and revokes the roles of clients and veterinarians, which ends their sign-ins', async () => {
  const [admin, vet] = [await factory.user('Admin'), await factory.user('Veterinarian')]
  const change = (by: TestUser, whom: TestUser, body: object) => by.put(`/users/${whom.id}`, body)
  expect((await change(admin, vet, { roles: ['Client'] })).body.data.roles).toEqual(['Client'])
  expect((await vet.get('/status')).status).toBe(401)
  expect((await change(admin, vet, { roles: ['Admin'] })).status).toBe(403)
  expect((await change(admin, vet, { roles: ['Butcher'] })).body.errors.roles[0]).toContain('at least one role')
  expect((await change(admin, admin, { roles: ['Client'] })).status).toBe(403)
})

test('only a SuperAdmin makes Admins and SuperAdmins; nobody removes the last one or its own roles', async () => {
  const [superAdmin, admin] = [await factory.user('SuperAdmin'), await factory.user('Admin')]
  expect((await superAdmin.put(`/users/${admin.id}`, { roles: ['SuperAdmin'] })).status).toBe(200)
  expect((await superAdmin.put(`/users/${superAdmin.id}`, { roles: ['Admin'] })).status).toBe(409)
  expect((await superAdmin.put(`/users/${admin.id}`, { status: 'disabled' })).status).toBe(200)
  const other = await factory.user('Admin')
  expect((await other.put(`/users/${superAdmin.id}`, { status: 'disabled' })).status).toBe(403)
})

test('a disabled user is listed only to Admins who ask, and is signed out', async () => {
  const [admin, vet, viewer] = [
    await factory.user('Admin'),
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
  ]
  await admin.put(`/users/${vet.id}`, { status: 'disabled' })
  const idsFor = async (by: TestUser, query: string) =>
    (await by.get(`/users?per_page=9999${query}`)).body.data.map((user: { id: string }) => user.id)
  expect(await idsFor(viewer, '')).not.toContain(vet.id)
  expect(await idsFor(admin, '&filter[status]=disabled')).toContain(vet.id)
  expect((await vet.get('/status')).status).toBe(401)
})

test('users who are no Admins cannot find out addresses by filters or sorting', async () => {
  const vet = await factory.user('Veterinarian')
  for (const query of ['filter[email]=a@b.example', 'filter[status]=disabled', 'sort=email'])
    expect((await vet.get(`/users?${query}`)).status).toBe(400)
})

test('an address of another account is rejected, a new one is accepted', async () => {
  const [admin, vet, other] = [
    await factory.user('Admin'),
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
  ]
  const taken = await admin.put(`/users/${vet.id}`, { email: other.email.toUpperCase() })
  expect(taken.body.errors).toEqual({ email: ['This address already has an account.'] })
  const fresh = `fresh-${vet.id.slice(-8)}@test.example`
  expect((await admin.put(`/users/${vet.id}`, { email: fresh })).body.data.email).toBe(fresh)
})

test('a changed address invalidates what the former mailbox got, and an invited user is invited at the new one', async () => {
  const admin = await factory.user('Admin')
  const site = await factory.site()
  const suffix = site.id.slice(-8)
  const [former, fresh] = [`former-${suffix}@test.example`, `fresh-${suffix}@test.example`]
  const passwordAt = async (address: string) =>
    /Temporary password: (\S+)/.exec(await waitForEmail(factory.dataDir, address, 'Temporary password'))?.[1] ?? ''
  const signInAs = (username: string, password: string) => factory.anonymous.post('/auth/login', { username, password })
  await admin.post('/user-invites', { email: former, customer_id: site.customerId, sites: [site.id] })
  const { id } = (await admin.get(`/users?filter[email]=${former}`)).body.data[0]
  const password = await passwordAt(former)
  const { session } = (await signInAs(former, password)).body
  expect((await admin.put(`/users/${id}`, { email: fresh })).status).toBe(200)
  for (const address of [former, fresh]) expect((await signInAs(address, password)).status).toBe(401)
  const names = { first_name: 'Ana', last_name: 'Ruiz' }
  const begun = await factory.anonymous.post('/auth/challenge', { session, ...names, password: 'Newer#2027' })
  expect(begun.status).toBe(401)
  expect((await signInAs(fresh, await passwordAt(fresh))).body.challenge).toBe('NEW_PASSWORD_REQUIRED')

  const vet = await factory.user('Veterinarian')
  await factory.anonymous.post('/auth/reset-password', { username: vet.email })
  const sentEmail = await waitForEmail(factory.dataDir, vet.email, 'verification code')
  const code = /code is ([A-Z0-9]{8})/.exec(sentEmail)?.[1]
  const moved = `moved-${suffix}@test.example`
  await admin.put(`/users/${vet.id}`, { email: moved })
  for (const username of [vet.email, moved]) {
    const reset = await factory.anonymous.post('/auth/confirm-reset-password', {
      username,
      code,
      password: 'Newer#2027',
    })
    expect(reset.status).toBe(422)
  }
})

test('names of people are one line', async () => {
  const person = await factory.user('Veterinarian')
  const { body } = await person.put(`/users/${person.id}`, { first_name: 'Ada\r\nMary', last_name: ' van  der Berg' })
  expect([body.data.first_name, body.data.last_name]).toEqual(['Ada Mary', 'van der Berg'])
})

test('the audit log has a changed profile only if the profile was sent', async () => {
  const admin = await factory.user('SuperAdmin')
  const vet = await factory.user('Veterinarian')
  const actions = () => readAuditActions(factory, vet.id)
  const before = await actions()
  await admin.put(`/users/${vet.id}`, { status: 'disabled' })
  await admin.put(`/users/${vet.id}`, { city: 'Brooks' })
  expect(await actions()).toEqual([...before, 'account changed', 'profile edited'])
})
