import { limits } from '@chisholm/domain/constants'
import { hash } from '@node-rs/argon2'
import { texts } from '@chisholm/domain/texts'
import { afterAll, expect, test, vi } from 'vitest'
import { consumeRateLimit, resetRateLimit } from '../../http/rate-limit.queries.ts'
import type { TestUser } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'

// The mock counts the hashes. The server is loaded again, because test files share its modules.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: vi.fn<typeof argon2.hash>(argon2.hash) }
})

vi.resetModules()
const { createSharedFactory } = await import('../../testing/factory.ts')
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

const factory = await createSharedFactory()
const { client, site } = await factory.client()
const customer = await factory.db
  .selectFrom('customers')
  .select(['id', 'name'])
  .where('id', '=', site.customerId)
  .executeTakeFirstOrThrow()
const { name: siteName } = await factory.db
  .selectFrom('sites')
  .select('name')
  .where('id', '=', site.id)
  .executeTakeFirstOrThrow()

const invited = async (by: TestUser, email: string) => {
  expect((await by.post('/user-invites', { email, customer_id: customer.id, sites: [site.id] })).status).toBe(201)
  return factory.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
}
/** Uses up the invitations that an Admin has for this hour, except for `left`. */
const leave = async (admin: TestUser, left: number) => {
  const key = ['invitation', admin.id]
  await resetRateLimit(factory.db, key)
  await consumeRateLimit(factory.db, key, limits.invitations, limits.invitations.count - left)
}

test('an invitation counts each site once, and one of a site that does not exist is rejected, whatever the role', async () => {
  const admin = await factory.user('Admin')
  const invite = async (email: string, body: object) => {
    const { status, body: answer } = await admin.post('/user-invites', { email, customer_id: customer.id, ...body })
    return [status, answer.errors?.sites]
  }
  const { inviteSitesRequired } = texts.validation
  const unknown = '00000000-0000-7000-8000-000000000000'
  expect(await invite('twice@feeders.example', { sites: [site.id, site.id.toUpperCase()] })).toEqual([201, undefined])
  const { id } = await factory.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'twice@feeders.example')
    .executeTakeFirstOrThrow()
  expect((await admin.get(`/users/${id}/sites`)).body.meta.total).toBe(1)
  for (const sites of [[site.id, 'abc'], [unknown], []])
    expect(await invite('none@feeders.example', { sites })).toEqual([422, [inviteSitesRequired]])
  for (const [sites, expected] of [
    [[unknown], [422, [inviteSitesRequired]]],
    [
      [site.id, site.id],
      [201, undefined],
    ],
    [[], [201, undefined]],
  ] as const)
    expect(await invite('vet@feeders.example', { role: 'Veterinarian', sites })).toEqual(expected)
})

test('an invitation to another role makes the ETag stale that was read before', async () => {
  const admin = await factory.user('Admin')
  const { id } = await invited(admin, 'promoted@feeders.example')
  const { etag } = (await admin.get(`/users/${id}`)).headers
  const invitation = { email: 'promoted@feeders.example', role: 'Veterinarian' }
  expect((await admin.post('/user-invites', invitation)).status).toBe(201)
  expect((await admin.put(`/users/${id}`, { roles: ['Client'] }, { 'if-match': String(etag) })).status).toBe(412)
  expect((await admin.get(`/users/${id}`)).body.data.roles).toEqual(['Veterinarian'])
})

test('an invitation that may not be sent again costs no password hash', async () => {
  const admin = await factory.user('Admin')
  const { id } = await invited(admin, 'waiting@feeders.example')
  const { client: active } = await factory.client()
  const vet = await factory.user('Veterinarian')
  vi.mocked(hash).mockClear()
  expect((await client.post(`/users/${id}/invite`)).status).toBe(404)
  expect((await vet.post(`/users/${id}/invite`)).status).toBe(403)
  expect((await admin.post(`/users/${active.id}/invite`)).status).toBe(409)
  await leave(admin, 0)
  expect((await admin.post(`/users/${id}/invite`)).status).toBe(429)
  expect(hash).not.toHaveBeenCalled()
  await leave(admin, 1)
  expect((await admin.post(`/users/${id}/invite`)).status).toBe(200)
  expect(hash).toHaveBeenCalledOnce()
})

test('invitations of many people at once count among those of the hour', async () => {
  const admin = await factory.user('Admin')
  const users = [(await invited(admin, 'a@feeders.example')).id, (await invited(admin, 'b@feeders.example')).id]
  await leave(admin, 2)
  const invite = () => admin.post('/users/actions', { action: 'invite', users })
  expect((await invite()).status).toBe(200)
  expect((await invite()).status).toBe(429)
  expect((await admin.post(`/users/${users[0]}/invite`)).status).toBe(429)
  const disabled = await admin.post('/users/actions', { action: 'disable', users })
  expect(disabled.status).toBe(200)
})

test('people invited by an import count among the invitations of the hour; those it invites without mail do not', async () => {
  const admin = await factory.user('Admin')
  const imports = csvImports(factory, admin)
  const file = (name: string) => `email,customer,sites\n${name}@feeders.example,${customer.name},${siteName}\n`
  await leave(admin, 1)
  expect((await imports.send('users?apply=1', file('c'))).status).toBe(200)
  expect((await imports.send('users?apply=1', file('d'))).status).toBe(429)
  expect((await imports.read('users?apply=1&mail=0', file('d'))).counts.new).toBe(1)
})

test('an address whose lower case differs between the server and its database is invited again like any other', async () => {
  const admin = await factory.user('Admin')
  for (const email of ['Ömerİ@clients.example', 'Σοφία.ΝΙΚΟΣ@clients.example']) {
    const invite = () => admin.post('/user-invites', { email, role: 'Veterinarian' })
    expect([(await invite()).status, (await invite()).status]).toEqual([201, 201])
    const users = factory.db.selectFrom('users').select('id').where('email', '=', email)
    expect(await users.execute()).toHaveLength(1)
  }
})
