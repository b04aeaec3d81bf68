import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { newId, type PostMortemId } from '../../database/ids.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { client, site } = await factory.client()

async function vetWithPostMortems() {
  const vet = await factory.user('Veterinarian')
  const [open, done] = [
    await factory.scheduledPostMortem(client, site, vet),
    await factory.completedPostMortem(client, site, vet),
  ]
  return { vet, open, done }
}
const postMortem = async (id: string) => (await admin.get(`/post-mortems/${id}`)).body.data

test('the open tickets of a disabled veterinarian go to the chosen successor, who is notified by mail', async () => {
  const [{ vet, open, done }, successor] = [await vetWithPostMortems(), await factory.user('Veterinarian')]
  const answer = await admin.put(`/users/${vet.id}`, { status: 'disabled', reassign_to: successor.id })
  expect([answer.status, answer.body.data.status]).toEqual([200, 'disabled'])
  const record = (await postMortem(open.id)).veterinary_record
  expect([record.scheduled_for_id, record.scheduled_by_id]).toEqual([successor.id, admin.id])
  expect(record.scheduled_at).toBe(open.veterinary_record.scheduled_at)
  expect((await postMortem(done.id)).veterinary_record.scheduled_for_id).toBe(vet.id)
  await waitForEmail(factory.dataDir, successor.email, `${open.title} is assigned to you`)
  expect((await readAuditActions(factory, open.id)).at(-1)).toBe('post-mortem scheduled')
})

test('of many tickets that go to a successor at once, each is told to the successor, the audit log and open screens', async () => {
  const [vet, successor] = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const ids = Array.from({ length: 250 }, () => newId<PostMortemId>())
  const ticket = { customer_id: site.customerId, site_id: site.id, record_at: '2026-11-20', draft: false }
  await factory.db
    .insertInto('post_mortems')
    .values(ids.map((id) => ({ id, ...ticket, scheduled_for_id: vet.id })))
    .execute()
  const answer = await admin.put(`/users/${vet.id}`, { status: 'disabled', reassign_to: successor.id })
  expect(answer.status).toBe(200)
  expect((await admin.get(`/post-mortems?filter[scheduled_for_id]=${successor.id}`)).body.meta.total).toBe(250)
  expect((await successor.get('/notifications')).body.meta).toMatchObject({ total: 250, unread: 250 })
  const audited = factory.db.selectFrom('audit_entries').where('action', '=', 'post-mortem scheduled')
  expect(await audited.select('id').where('subject_id', 'in', ids).execute()).toHaveLength(250)
  const changes = factory.db.selectFrom('changes').select('post_mortem_id').distinct().where('user_id', 'is', null)
  expect(await changes.where('post_mortem_id', 'in', ids).execute()).toHaveLength(250)
})

test.each([
  ['nobody is named', {}],
  ['it is asked to be left to nobody', { reassign_to: '' }],
])('they are unassigned when %s, and Admins are notified by mail', async (_, body) => {
  const { vet, open, done } = await vetWithPostMortems()
  expect((await admin.put(`/users/${vet.id}`, { status: 'disabled', ...body })).status).toBe(200)
  expect((await postMortem(open.id)).veterinary_record.scheduled_for_id).toBeNull()
  expect((await postMortem(done.id)).veterinary_record.completed_by_id).toBe(vet.id)
  await waitForEmail(factory.dataDir, admin.email, `${open.title} has no veterinarian any more`)
})

test('the open tickets of a user who is no veterinarian any more are unassigned, and Admins are notified by mail', async () => {
  const { vet, open, done } = await vetWithPostMortems()
  expect((await admin.put(`/users/${vet.id}`, { roles: ['Client'] })).status).toBe(200)
  expect((await postMortem(open.id)).veterinary_record.scheduled_for_id).toBeNull()
  expect((await postMortem(done.id)).veterinary_record.scheduled_for_id).toBe(vet.id)
  await waitForEmail(factory.dataDir, admin.email, `${open.title} has no veterinarian any more`)
})

test('tickets assigned to an invited veterinarian are unassigned when the invitation becomes one of a client', async () => {
  const email = 'invited-vet@practice.example'
  await admin.post('/user-invites', { email, role: 'Veterinarian' })
  const { id } = await factory.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const open = await factory.pendingPostMortem(client, site)
  expect((await admin.put(`/post-mortems/${open.id}`, { scheduled_for_id: id })).status).toBe(200)
  const invitation = { email, customer_id: site.customerId, sites: [site.id] }
  expect((await admin.post('/user-invites', invitation)).status).toBe(201)
  expect((await postMortem(open.id)).veterinary_record.scheduled_for_id).toBeNull()
})

test('tickets of a veterinarian who becomes an Admin stay', async () => {
  const { vet, open } = await vetWithPostMortems()
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.put(`/users/${vet.id}`, { roles: ['Admin'] })).status).toBe(200)
  expect((await postMortem(open.id)).veterinary_record.scheduled_for_id).toBe(vet.id)
})

test('a successor who takes no tickets is rejected, and nothing changes', async () => {
  const { vet, open } = await vetWithPostMortems()
  const disabled = await factory.user('Veterinarian')
  await admin.put(`/users/${disabled.id}`, { status: 'disabled' })
  for (const reassign_to of [vet.id, client.id, disabled.id, uuidv7(), 'x']) {
    const answer = await admin.put(`/users/${vet.id}`, { status: 'disabled', reassign_to })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['reassign_to']])
  }
  const early = await admin.put(`/users/${vet.id}`, { reassign_to: (await factory.user('Veterinarian')).id })
  expect(early.body.errors.reassign_to).toEqual(['Tickets can only be reassigned from a person who is being disabled.'])
  expect((await vet.put(`/users/${vet.id}`, { reassign_to: '' })).status).toBe(403)
  expect((await postMortem(open.id)).veterinary_record.scheduled_for_id).toBe(vet.id)
  expect((await vet.get('/status')).status).toBe(200)
})

test('tickets assigned while their veterinarian is disabled do not stay with the disabled user', async () => {
  const vet = await factory.user('Veterinarian')
  const postMortems = []
  for (let count = 0; count < 6; count += 1) postMortems.push(await factory.pendingPostMortem(client, site))
  const [disabled, ...assigned] = await Promise.all([
    admin.put(`/users/${vet.id}`, { status: 'disabled' }),
    ...postMortems.map(({ id }) => admin.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id })),
  ])
  expect(disabled.status).toBe(200)
  for (const { status } of assigned) expect([200, 422]).toContain(status)
  expect((await admin.get(`/post-mortems?filter[scheduled_for_id]=${vet.id}`)).body.meta.total).toBe(0)
})

test('two veterinarians disabled at once, each in favour of the other, keep no tickets', async () => {
  const [one, other] = [await vetWithPostMortems(), await vetWithPostMortems()]
  const disable = (from: string, to: string) => admin.put(`/users/${from}`, { status: 'disabled', reassign_to: to })
  const answers = await Promise.all([disable(one.vet.id, other.vet.id), disable(other.vet.id, one.vet.id)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
})

test('a disabled veterinarian is still found by on_tickets, by users who may see those tickets', async () => {
  const { vet, done } = await vetWithPostMortems()
  const idle = await factory.user('Veterinarian')
  for (const one of [vet, idle]) await admin.put(`/users/${one.id}`, { status: 'disabled' })
  const offered = async (by: typeof admin, onPostMortems = true) =>
    (
      await by.get(`/users?per_page=9999&filter[roles.name]=Veterinarian&filter[on_tickets]=${onPostMortems}`)
    ).body.data.map((user: { id: string }) => user.id)
  for (const by of [admin, await factory.user('Veterinarian'), client]) {
    expect(await offered(by)).toContain(vet.id)
    expect(await offered(by)).not.toContain(idle.id)
  }
  const otherClient = (await factory.client()).client
  expect(await offered(otherClient)).not.toContain(vet.id)
  // with on_tickets=false, a client of another customer finds no disabled veterinarian either
  for (const whom of [vet, idle]) expect(await offered(otherClient, false)).not.toContain(whom.id)
  const found = (await client.get(`/post-mortems?filter[completed_by_id]=${vet.id}`)).body.data
  expect(found.map(({ id }: { id: string }) => id)).toEqual([done.id])
})
