import { constants } from '@chisholm/domain/constants'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const vet = await factory.user('Veterinarian')
const admin = await factory.user('Admin')
const superAdmin = await factory.user('SuperAdmin')
const { client, site } = await factory.client()
const colleague = await factory.user('Client', [site.id])
const otherClient = (await factory.client()).client

const pending = async () => `/post-mortems/${(await factory.pendingPostMortem(client, site)).id}/comments`
const textsOf = async (person: TestUser, path: string) => {
  const { body } = await person.get(path)
  expect(body.meta.total).toBe(body.data.length)
  return body.data.map(({ text }: { text: string }) => text) as string[]
}

test("both sides read the conversation oldest first; only vet roles see internal comments, and no client's count includes them", async () => {
  const path = await pending()
  await client.post(path, { text: ' The pen was moved. ' })
  await vet.post(path, { text: 'Ask the lab.', internal: 1 })
  const answer = await vet.post(path, { text: 'Thank you.', internal: '0' })
  expect([answer.status, answer.body.data]).toEqual([
    201,
    {
      id: expect.any(String),
      post_mortem_id: path.split('/')[2],
      text: 'Thank you.',
      internal: false,
      created_at: expect.any(String),
      created_by: { id: vet.id, first_name: 'Veterinarian', last_name: vet.id.slice(-4) },
      from_practice: true,
    },
  ])
  for (const person of [client, colleague])
    expect(await textsOf(person, path)).toEqual(['The pen was moved.', 'Thank you.'])
  for (const person of [vet, admin, superAdmin])
    expect(await textsOf(person, path)).toEqual(['The pen was moved.', 'Ask the lab.', 'Thank you.'])
  expect((await client.get(path)).body.data[0]).toMatchObject({ internal: false, from_practice: false })
  expect((await client.get(`${path}?per_page=1&page=2`)).body.data[0].text).toBe('Thank you.')
  expect((await client.get(`${path}?sort=-created_at`)).body.data[0].text).toBe('Thank you.')
})

test('nothing that a client reads of the ticket reveals an internal comment', async () => {
  const path = await pending()
  const ticket = path.replace('/comments', '')
  const { id } = (await vet.post(path, { text: 'Suspicious owner', internal: 1 })).body.data
  const search = '/post-mortems?per_page=9999'
  for (const url of [path, ticket, `${ticket}/history`, search, `${search}&view=card`]) {
    const read = JSON.stringify((await client.get(url)).body)
    expect([url, read.includes('Suspicious'), read.includes(id)]).toEqual([url, false, false])
  }
  for (const person of [client, vet]) {
    const history = JSON.stringify((await person.get(`${ticket}/history`)).body)
    expect(history).not.toContain('message')
  }
  expect((await client.delete(`${path}/${id}`)).status).toBe(404)
})

test('a client writes nothing internal, and another customer neither reads nor writes', async () => {
  const path = await pending()
  const answer = await client.post(path, { text: 'For the practice only', internal: true })
  expect([answer.status, answer.body.message]).toEqual([403, 'Your role does not allow this.'])
  expect((await otherClient.get(path)).status).toBe(404)
  expect((await otherClient.post(path, { text: 'Hello' })).status).toBe(404)
  expect((await otherClient.post(path, { text: 'Hello', internal: 1 })).status).toBe(404)
  expect(await textsOf(vet, path)).toEqual([])
})

test('drafts have no conversation; every later state has one, deleted tickets none', async () => {
  const draft = await factory.draftPostMortem(client, site)
  for (const person of [client, vet, admin]) {
    const answers = [
      await person.get(`/post-mortems/${draft.id}/comments`),
      await person.post(`/post-mortems/${draft.id}/comments`, { text: 'Hello' }),
    ]
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([
        409,
        'This post mortem is a draft. Send it first, then write to the practice.',
      ])
  }
  const completed = await factory.completedPostMortem(client, site, vet)
  for (const { id } of [await factory.scheduledPostMortem(client, site, vet), completed])
    for (const person of [client, vet])
      expect((await person.post(`/post-mortems/${id}/comments`, { text: 'Hello' })).status).toBe(201)
  await admin.delete(`/post-mortems/${completed.id}`)
  expect((await vet.get(`/post-mortems/${completed.id}/comments`)).status).toBe(404)
})

test('a message has 1 to 4,000 characters', async () => {
  const path = await pending()
  const empty = await client.post(path, { text: '  ' })
  expect([empty.status, empty.body.errors]).toEqual([422, { text: ['Please write a message.'] }])
  const long = await client.post(path, { text: 'x'.repeat(4001) })
  expect([long.status, long.body.errors]).toEqual([422, { text: ['Please enter at most 4000 characters.'] }])
  expect((await client.post(path, { text: 'x'.repeat(4000) })).status).toBe(201)
  expect((await vet.post(path, { text: 'x', internal: 'perhaps' })).status).toBe(422)
})

test('repeated and concurrent requests with the same id create one message', async () => {
  const path = await pending()
  const id = uuidv7()
  const all = await Promise.all(Array.from({ length: 5 }, () => client.post(path, { id, text: 'Once' })))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await textsOf(vet, path)).toEqual(['Once'])
  expect((await readAuditEntries(factory, id)).map(({ action }) => action)).toEqual(['comment written'])
  for (const refused of [
    await client.post(path, { id, text: 'Other' }),
    await colleague.post(path, { id, text: 'Once' }),
    await vet.post(path, { id, text: 'Once', internal: 1 }),
    await client.post(await pending(), { id, text: 'Once' }),
  ])
    expect(refused.status).toBe(409)
})

test('only the author deletes a message, within 15 minutes', async () => {
  const path = await pending()
  const write = async (text: string) => (await client.post(path, { text })).body.data.id as string
  const [fresh, old] = [await write('Fresh'), await write('Old')]
  for (const person of [colleague, vet, admin]) expect((await person.delete(`${path}/${fresh}`)).status).toBe(403)
  await factory.db
    .updateTable('comments')
    .set({ created_at: new Date(Date.now() - constants.comment.deletableFor - 1000) })
    .where('text', '=', 'Old')
    .execute()
  expect((await client.delete(`${path}/${old}`, { 'if-match': '"another"' })).status).toBe(412)
  const late = await client.delete(`${path}/${old}`)
  expect([late.status, late.body.message]).toEqual([
    409,
    'A message can be deleted within 15 minutes. This one is older.',
  ])
  expect((await client.delete(`${await pending()}/${fresh}`)).status).toBe(404)
  expect((await client.delete(`${path}/${fresh}`, { 'if-match': '"another"' })).status).toBe(412)
  expect((await client.delete(`${path}/${fresh}`)).status).toBe(200)
  expect(await textsOf(client, path)).toEqual(['Old'])
  expect((await client.delete(`${path}/${fresh}`)).status).toBe(404)
  expect((await readAuditEntries(factory, fresh)).map(({ action }) => action)).toEqual([
    'comment written',
    'comment deleted',
  ])
})

test('Admins find messages in the audit log by their ticket, without their text', async () => {
  const ticket = await factory.pendingPostMortem(client, site)
  await vet.post(`/post-mortems/${ticket.id}/comments`, { text: 'Confidential', internal: 1 })
  const { body } = await admin.get(`/audit-log?filter[ticket]=${ticket.title}`)
  expect(body.data[0].sentence).toBe(`Veterinarian ${vet.id.slice(-4)} wrote a message of ${ticket.title}`)
  expect(JSON.stringify(body)).not.toContain('Confidential')
})
