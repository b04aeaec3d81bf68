import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId, type UserId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const [superAdmin, admin] = [await factory.user('SuperAdmin'), await factory.user('Admin')]

async function imported() {
  const id = newId<UserId>()
  const email = `imported-${id.slice(-8)}@test.example`
  const values = { id, email, roles: ['Client' as const], status: 'invited' as const }
  await factory.db.insertInto('users').values(values).execute()
  return { id, email }
}

const statusOf = async (id: string) => (await admin.get(`/users/${id}`)).body.data.status
const auditOf = (id: string) =>
  factory.db.selectFrom('audit_entries').select(['action', 'user_id']).where('subject_id', '=', id).execute()

test('people imported without mail are invited together, and each gets a password that works', async () => {
  const people = await Promise.all([imported(), imported(), imported()])
  const again = await factory.user('Client')
  const users = people.map(({ id }) => id)
  const sent = await admin.post('/users/actions', { action: 'invite', users: [...users, again.id, uuidv7()] })
  expect(sent.status).toBe(200)
  expect(sent.body.message).toBe('Done for 3 of 5 people.')
  expect(sent.body.data.map(({ done, message }: { done: boolean; message: string }) => [done, message])).toEqual([
    ...users.map(() => [true, null]),
    [false, 'This person has already signed in and needs no invitation.'],
    [false, 'There is no such thing, or it is not yours to see.'],
  ])
  for (const { id, email } of people) {
    const sentEmail = (await waitForEmail(factory.dataDir, email, 'Temporary password')).replaceAll('=\r\n', '')
    const password = /Temporary password: (\S+)/.exec(sentEmail)?.[1]
    const signIn = await factory.anonymous.post('/auth/login', { username: email, password })
    expect(signIn.body.challenge).toBe('NEW_PASSWORD_REQUIRED')
    expect(await auditOf(id)).toContainEqual({ action: 'invitation sent again', user_id: admin.id })
  }
})

test('a user invited before gets another password, and the previous one no longer works', async () => {
  const { client, site } = await factory.client()
  const email = `again-${client.id.slice(-8)}@test.example`
  await admin.post('/user-invites', { email, customer_id: site.customerId, sites: [site.id] })
  const passwordIn = (sentEmail: string) =>
    /Temporary password: (\S+)/.exec(sentEmail.replaceAll('=\r\n', ''))?.[1] ?? ''
  const first = passwordIn(await waitForEmail(factory.dataDir, email, 'Temporary password'))
  const { id } = await factory.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  expect((await admin.post('/users/actions', { action: 'invite', users: id })).body.data[0].done).toBe(true)
  await waitFor(async () =>
    expect(passwordIn(await waitForEmail(factory.dataDir, email, 'Temporary password'))).not.toBe(first),
  )
  expect((await factory.anonymous.post('/auth/login', { username: email, password: first })).status).toBe(401)
  const second = passwordIn(await waitForEmail(factory.dataDir, email, 'Temporary password'))
  expect((await factory.anonymous.post('/auth/login', { username: email, password: second })).status).toBe(200)
})

test('an Admin disables Clients and Veterinarians together, but no Admins and not itself, and enables them again', async () => {
  const { client } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const others = [admin.id, superAdmin.id, (await factory.user('Admin')).id]
  const disabled = await admin.post('/users/actions', { action: 'disable', users: [client.id, vet.id, ...others] })
  expect(disabled.body.data.map(({ done }: { done: boolean }) => done)).toEqual([true, true, false, false, false])
  expect(disabled.body.data[2].message).toBe('Your own roles and status are changed by another Admin.')
  expect(disabled.body.data[3].message).toBe('Your role does not allow this.')
  expect([await statusOf(client.id), await statusOf(vet.id)]).toEqual(['disabled', 'disabled'])
  for (const id of others) expect(await statusOf(id)).toBe('active')
  expect((await client.get('/status')).status).toBe(401)
  await admin.post('/users/actions', { action: 'enable', users: [client.id, vet.id] })
  expect([await statusOf(client.id), await statusOf(vet.id)]).toEqual(['active', 'active'])
})

test('a veterinarian with open tickets is not disabled with others, because nobody could take over', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  const disable = { action: 'disable', users: [client.id, vet.id] }
  const { data } = (await admin.post('/users/actions', disable)).body
  expect(data.map(({ done }: { done: boolean }) => done)).toEqual([true, false])
  expect(data[1].message).toMatch(/^1 open post-mortem is assigned to this person\./)
  expect(await statusOf(vet.id)).toBe('active')
  const assigned = async () => (await admin.get(`/post-mortems/${id}`)).body.data.veterinary_record.scheduled_for?.id
  expect(await assigned()).toBe(vet.id)
  await vet.put(`/post-mortems/${id}`, { completed_at: 1 })
  expect((await admin.post('/users/actions', disable)).body.data[1].done).toBe(true)
})

test('a veterinarian who gets a ticket in the moment of being disabled with others is not disabled', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.pendingPostMortem(client, site)
  await waitForJobs(factory.db)
  const [assigned, disabled] = await whileLocked(
    factory.db,
    sql`select from post_mortems where id = ${id} for update`,
    [
      () => admin.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id }),
      () => admin.post('/users/actions', { action: 'disable', users: [vet.id] }),
    ],
  )
  expect([assigned?.status, disabled?.body.data[0].done, await statusOf(vet.id)]).toEqual([200, false, 'active'])
})

test('the last SuperAdmin stays, however many are disabled at once', async () => {
  const heads = [superAdmin.id, (await factory.user('SuperAdmin')).id, (await factory.user('SuperAdmin')).id]
  const fourth = await factory.user('SuperAdmin')
  const answers = await Promise.all(
    [superAdmin, fourth].map((by) => by.post('/users/actions', { action: 'disable', users: [...heads, fourth.id] })),
  )
  // One of the two may have been signed out before its turn.
  for (const { status } of answers) expect([200, 401, 403]).toContain(status)
  const active = await factory.db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where((eb) => eb(eb.val('SuperAdmin'), '=', eb.fn.any('roles')))
    .execute()
  expect(active.length).toBeGreaterThan(0)
  await factory.db.updateTable('users').set({ status: 'active' }).where('id', 'in', heads).execute()
})

test('clients are linked to one site more and keep those they have; veterinarians see every site anyway', async () => {
  const [one, two] = [await factory.client(), await factory.client()]
  const vet = await factory.user('Veterinarian')
  const body = { action: 'add-site', users: [one.client.id, two.client.id, vet.id], site_id: one.site.id }
  const linked = await admin.post('/users/actions', body)
  expect(linked.body.data.map(({ done }: { done: boolean }) => done)).toEqual([true, true, false])
  const sitesOf = async (id: string) =>
    (await admin.get(`/users/${id}/sites`)).body.data.map((site: { id: string }) => site.id)
  expect(await sitesOf(two.client.id)).toEqual([two.site.id, one.site.id])
  expect(await sitesOf(one.client.id)).toEqual([one.site.id])
  const unknown = await admin.post('/users/actions', { ...body, site_id: uuidv7() })
  expect(unknown.body.data[1]).toMatchObject({ done: false, message: 'Please choose from the sites that are in use.' })
})

test('only Admins run bulk actions, and missing fields are named', async () => {
  const { client } = await factory.client()
  const vet = await factory.user('Veterinarian')
  for (const by of [client, vet])
    for (const body of [{ action: 'disable', users: [client.id] }, {}])
      expect((await by.post('/users/actions', body)).status).toBe(403)
  expect(await statusOf(client.id)).toBe('active')
  const wrong = [
    [{ users: [client.id] }, 'action'],
    [{ action: 'disable', users: [] }, 'users'],
    [{ action: 'disable', users: ['none'] }, 'users'],
    [{ action: 'disable', users: Array.from({ length: 501 }, () => uuidv7()) }, 'users'],
    [{ action: 'add-site', users: [client.id] }, 'site_id'],
  ] as const
  for (const [body, field] of wrong) {
    const refused = await admin.post('/users/actions', body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
  }
})

test('a user imported without mail who was disabled and enabled again can still be invited', async () => {
  const { id, email } = await imported()
  for (const action of ['disable', 'enable']) {
    const { body } = await admin.post('/users/actions', { action, users: [id] })
    expect(body.data[0].done).toBe(true)
  }
  expect(await statusOf(id)).toBe('invited')
  expect((await admin.post('/users/actions', { action: 'invite', users: [id] })).body.data[0].done).toBe(true)
  await waitForEmail(factory.dataDir, email, 'Temporary password')
})
