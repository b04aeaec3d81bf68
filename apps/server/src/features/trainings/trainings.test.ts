import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

const sections = [
  { heading: 'First', content: 'Gloves on.' },
  { heading: 'Second', content: 'Cut.\nLook.' },
]
const texts = (training: { training_sections: { heading: string; content: string }[] }) =>
  training.training_sections.map(({ heading, content }) => ({ heading, content }))
const titles = async () =>
  (await admin.get('/trainings')).body.data.map((training: { title: string }) => training.title) as string[]

test('a client and a veterinarian read trainings and write none; Admin and SuperAdmin write them', async () => {
  const { client } = await factory.client()
  const made = await admin.post('/trainings', { title: 'Photos', training_sections: sections })
  const path = `/trainings/${made.body.data.id}`
  for (const person of [client, await factory.user('Veterinarian')]) {
    expect((await person.get(path)).body.data.title).toBe('Photos')
    expect((await person.post('/trainings', { title: 'Mine' })).status).toBe(403)
    expect((await person.put(path, { title: 'Mine' })).status).toBe(403)
    expect((await person.delete(path)).status).toBe(403)
  }
  expect((await admin.get(path)).body.data.title).toBe('Photos')
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.put(path, { title: 'Photographs' })).status).toBe(200)
  expect((await superAdmin.delete(path)).status).toBe(200)
  expect((await client.get(path)).status).toBe(404)
})

test('a training keeps its sections in order, and replaces them as a whole', async () => {
  const made = await admin.post('/trainings', {
    title: '  Opening  a carcass ',
    description: 'For yards',
    pre_content: 'Read first.',
    post_content: 'Wash.',
    training_sections: sections,
  })
  expect(made.status).toBe(201)
  const { id, training_sections: savedSections, ...fields } = made.body.data
  expect(fields).toEqual({
    title: 'Opening a carcass',
    description: 'For yards',
    pre_content: 'Read first.',
    post_content: 'Wash.',
  })
  expect(texts(made.body.data)).toEqual(sections)
  const turned = [
    savedSections[1],
    { heading: 'Third', content: 'Write it down.' },
    { ...savedSections[0], content: 'Two pairs.' },
  ]
  const changed = (await admin.put(`/trainings/${id}`, { training_sections: turned, post_content: '' })).body.data
  expect(texts(changed)).toEqual([sections[1], turned[1], { heading: 'First', content: 'Two pairs.' }])
  expect(changed.training_sections[0].id).toBe(savedSections[1].id)
  expect([changed.title, changed.post_content]).toEqual(['Opening a carcass', null])
  expect((await admin.get(`/trainings/${id}`)).body.data).toEqual(changed)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const asForm = await factory.app.inject({
    method: 'PUT',
    url: `/api/v1/trainings/${id}`,
    headers: { ...form, authorization: `Bearer ${admin.token}` },
    payload: 'training_sections=',
  })
  expect(asForm.json().data.training_sections).toEqual([])
  expect((await readAuditEntries(factory, id)).map((line) => [line.action, line.user_id])).toEqual([
    ['training added', admin.id],
    ['training changed', admin.id],
    ['training changed', admin.id],
  ])
})

test('a new section keeps the id that it was sent with, unless a section of another training has it', async () => {
  const [first, second] = [uuidv7(), uuidv7()]
  const made = await admin.post('/trainings', { title: 'Ids', training_sections: [{ id: first, ...sections[0] }] })
  expect(made.body.data.training_sections).toEqual([{ id: first, ...sections[0] }])
  const added = { id: second, heading: 'New', content: 'Hands.' }
  const twice = [...made.body.data.training_sections, added, added]
  const { data } = (await admin.put(`/trainings/${made.body.data.id}`, { training_sections: twice })).body
  expect(data.training_sections.slice(0, 2)).toEqual([{ id: first, ...sections[0] }, added])
  const ids = data.training_sections.map((section: { id: string }) => section.id)
  expect(new Set(ids).size).toBe(3)
  const other = (await admin.post('/trainings', { title: 'Other', training_sections: twice })).body.data
  expect(texts(other)).toEqual(texts(data))
  expect(other.training_sections.filter(({ id }: { id: string }) => ids.includes(id))).toEqual([])
  await Promise.all([made.body.data.id, other.id].map((id) => admin.delete(`/trainings/${id}`)))
})

test('a title is required, and each section needs a heading and a text; errors name their field', async () => {
  const refused = await admin.post('/trainings', {
    title: ' ',
    training_sections: [sections[0], { heading: '', content: 'x' }, { heading: 'x', content: '' }],
  })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    title: ['Please enter a title.'],
    'training_sections.1.heading': ['Please enter the heading of this section.'],
    'training_sections.2.content': ['Please enter the text of this section.'],
  })
  const long = await admin.post('/trainings', { title: 'T'.repeat(121) })
  expect(long.body.errors).toEqual({ title: ['Please enter at most 120 characters.'] })
  const many = await admin.post('/trainings', { title: 'T', training_sections: Array(51).fill(sections[0]) })
  expect(many.body.errors).toEqual({ training_sections: ['A training has at most 50 sections.'] })
  expect((await admin.post('/trainings', { title: 'T', position: 0 })).body.errors).toEqual({
    position: ['Please enter a position in the list: 1 is the first.'],
  })
})

test('trainings are listed in the order an Admin chose', async () => {
  for (const title of ['One', 'Two', 'Three']) await admin.post('/trainings', { title })
  const before = await titles()
  expect(before.slice(-3)).toEqual(['One', 'Two', 'Three'])
  const three = (await admin.get('/trainings?filter[title]=three')).body.data[0].id
  await admin.put(`/trainings/${three}`, { position: before.length - 1 })
  expect((await titles()).slice(-3)).toEqual(['One', 'Three', 'Two'])
  await admin.put(`/trainings/${three}`, { position: 1 })
  expect((await titles())[0]).toBe('Three')
  await admin.put(`/trainings/${three}`, { position: 999 })
  expect((await titles()).at(-1)).toBe('Three')
})

test('sorted by title, trainings stand in the order of people, not of character codes', async () => {
  for (const title of ['Sorted Zebra', 'Sorted Émile', 'Sorted apple', 'Sorted 10', 'Sorted 9'])
    await admin.post('/trainings', { title })
  const { body } = await admin.get('/trainings?filter[title:like]=Sorted&sort=title')
  expect(body.data.map((training: { title: string }) => training.title)).toEqual([
    'Sorted 9',
    'Sorted 10',
    'Sorted apple',
    'Sorted Émile',
    'Sorted Zebra',
  ])
})

test('a training sent twice is created once; an id in use is rejected', async () => {
  const id = uuidv7()
  const training = { id, title: 'Bunk checks', training_sections: sections }
  expect((await admin.post('/trainings', training)).status).toBe(201)
  expect((await admin.post('/trainings', training)).status).toBe(201)
  expect((await admin.post('/trainings', { ...training, title: 'Other' })).status).toBe(409)
  expect((await (await factory.user('Admin')).post('/trainings', training)).status).toBe(409)
  const key = { 'idempotency-key': 'training-once' }
  const first = await admin.post('/trainings', { title: 'By key' }, key)
  expect((await admin.post('/trainings', { title: 'By key' }, key)).body).toEqual(first.body)
  expect((await titles()).filter((title) => ['Bunk checks', 'By key'].includes(title))).toHaveLength(2)
})

test('an outdated version is rejected, and nothing changes', async () => {
  const made = await admin.post('/trainings', { title: 'Versions' })
  const path = `/trainings/${made.body.data.id}`
  const old = { 'if-match': String(made.headers['etag']) }
  expect((await admin.put(path, { title: 'Versions 2' }, old)).status).toBe(200)
  expect((await admin.put(path, { title: 'Versions 3' }, old)).status).toBe(412)
  expect((await admin.delete(path, old)).status).toBe(412)
  expect((await admin.get(path)).body.data.title).toBe('Versions 2')
})
