import { libraryLists } from '@chisholm/domain/library'
import { NIL, v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { seedLibrary } from './index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')

const namesOf = async (list: string, query = '', person = admin) =>
  (await person.get(`/${list}?per_page=9999${query}`)).body.data.map(
    (entry: { name: string }) => entry.name,
  ) as string[]
const add = async (list: string, body: object) => (await admin.post(`/${list}`, body)).body.data

test('photo slots come in the order of the examination, the first two required, until an Admin reorders them', async () => {
  const { client } = await factory.client()
  for (const person of [client, vet, admin]) {
    const { data } = (await person.get('/photo-slots?per_page=50')).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Ear tag',
      'Whole carcass',
      'Head and mouth',
      'Opened chest',
      'Lung surface',
      'Cut lung',
      'Heart',
      'Opened abdomen',
      'Rumen',
      'Liver',
      'Intestines',
      'Kidneys and bladder',
    ])
    expect(data[1]).toMatchObject({ position: 2, required: true, hint: expect.stringContaining('before the animal') })
    expect(data.filter(({ required }: { required: boolean }) => required)).toHaveLength(2)
  }
  const own = await add('photo-slots', { name: 'Joints', hint: 'Opened', required: '1', position: 3 })
  expect(own).toMatchObject({ hint: 'Opened', required: true, position: 3 })
  expect((await namesOf('photo-slots')).slice(0, 4)).toEqual(['Ear tag', 'Whole carcass', 'Joints', 'Head and mouth'])
  const long = await admin.put(`/photo-slots/${own.id}`, { hint: 'x'.repeat(201) })
  expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['hint']])
})

test('a phrase has a text of several lines and a system; without a text it writes its name', async () => {
  const text = 'Lungs heavy.\nThey do not collapse.'
  const own = await add('phrases', { name: 'heavy', text, system: 'respiratory', hint: 'none' })
  expect(own).toMatchObject({ name: 'heavy', text, system: 'respiratory', hint: null })
  const short = await add('phrases', { name: 'Nothing abnormal seen' })
  expect(short).toMatchObject({ text: 'Nothing abnormal seen', system: null })
  const changed = await admin.put(`/phrases/${own.id}`, { text: '', system: '' })
  expect(changed.body.data).toMatchObject({ text: 'heavy', system: null })
  const long = await admin.put(`/phrases/${own.id}`, { text: 'x'.repeat(2001) })
  expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['text']])
  const seeded = (await vet.get('/phrases?per_page=100')).body.data
  expect(seeded.length).toBeGreaterThan(15)
  expect((await vet.get('/sample-kinds?filter[name]=Ear notch')).body.data[0].hint).toContain('BVD')
})

test('the system of a phrase is one of an examination, written as its value or its name', async () => {
  const named = await add('phrases', { name: 'Fluid', system: ' Body Cavities' })
  expect(named.system).toBe('body_cavities')
  for (const unknown of [
    await admin.put(`/phrases/${named.id}`, { system: 'skin' }),
    await admin.post('/phrases', { name: 'Hair loss', system: 'skin' }),
  ])
    expect([unknown.status, unknown.body.errors.system]).toEqual([422, [expect.stringContaining('body_cavities')]])
  const diagnosis = await add('diagnoses', { name: 'Hair loss', system: 'Skin' })
  expect(diagnosis.system).toBe('Skin')
})

test('every other list is alphabetical by default and by position, until an Admin asks for an order', async () => {
  for (const list of libraryLists.filter((one) => one !== 'photo-slots')) {
    const byName = await namesOf(list)
    expect(byName.length).toBeGreaterThan(0)
    expect(await namesOf(list, '&sort=position,name')).toEqual(byName)
  }
})

test('an entry of every list can be sent back as it was read, and stays in its place', async () => {
  for (const list of libraryLists) {
    const before = await namesOf(list, '&sort=position,name')
    const entry = (await admin.get(`/${list}?per_page=1&sort=-name`)).body.data[0]
    const { status, body } = await admin.put(`/${list}/${entry.id}`, entry)
    expect([list, status, body.data]).toEqual([list, 200, entry])
    expect(await namesOf(list, '&sort=position,name')).toEqual(before)
  }
})

test('Admins and SuperAdmins edit every list; clients and veterinarians none', async () => {
  const { client } = await factory.client()
  for (const list of libraryLists) {
    const name = `Own ${uuidv7()}`
    const made = await admin.post(`/${list}`, { name })
    expect([list, made.status]).toEqual([list, 201])
    const path = `/${list}/${made.body.data.id}`
    for (const person of [client, vet]) {
      expect((await person.get(path)).body.data.name).toBe(name)
      for (const answer of [
        await person.post(`/${list}`, { name: 'Mine' }),
        await person.put(path, { name: 'Mine' }),
        await person.delete(path),
        await person.delete(`/${list}/order`),
        await person.get('/library'),
      ])
        expect(answer.status).toBe(403)
      expect((await person.get(`/${list}?filter[retired]=1`)).status).toBe(400)
    }
  }
  const superAdmin = await factory.user('SuperAdmin')
  expect((await superAdmin.post('/species', { name: 'Yak' })).status).toBe(201)
})

test('diagnoses have a code, a system and whether they are notifiable, tag colours a colour, others a name', async () => {
  const fields = { code: 'OWN-1', system: 'Systemic', notifiable: '1', hex: '#AABBCC' }
  expect(await add('diagnoses', { name: 'Own diagnosis', ...fields })).toMatchObject({
    name: 'Own diagnosis',
    code: 'OWN-1',
    system: 'Systemic',
    notifiable: true,
    hex: null,
    retired: false,
  })
  expect(await add('tag-colors', { name: 'Own colour', ...fields })).toMatchObject({ code: null, hex: '#aabbcc' })
  expect(await add('breeds', { name: 'Own breed', ...fields })).toMatchObject({
    code: null,
    hex: null,
    notifiable: false,
  })
  const wrong = await admin.post('/tag-colors', { name: ' ', hex: 'blue' })
  expect(wrong.body.errors).toEqual({
    name: ['Please enter a name.'],
    hex: ['Please enter a colour as # and six digits or letters from a to f, like #f2c21a.'],
  })
})

test('names and codes are unique within a list regardless of case, retired entries included', async () => {
  const { id } = await add('breeds', { name: 'Chianina' })
  const again = async (name: string) => (await admin.post('/breeds', { name })).body.errors?.name?.[0]
  expect(await again(' chiANina ')).toBe('This list already has an entry with this name.')
  const other = await add('breeds', { name: 'Maine-Anjou' })
  expect((await admin.put(`/breeds/${other.id}`, { name: 'CHIANINA' })).status).toBe(422)
  expect((await admin.put(`/breeds/${id}`, { name: 'CHIANINA' })).status).toBe(200)
  await admin.put(`/breeds/${id}`, { retired: 1 })
  expect(await again('Chianina')).toBe('This list has a retired entry with this name. Restore that one instead.')
  expect((await admin.post('/species', { name: 'Chianina' })).status).toBe(201)
  const code = await admin.post('/diagnoses', { name: 'With a known code', code: 'res-01' })
  expect(code.body.errors).toEqual({ code: ['Another entry of this list has this code.'] })
  const both = await Promise.all(Array.from({ length: 5 }, () => admin.post('/breeds', { name: 'Murray Grey' })))
  expect(both.map((answer) => answer.status).sort((one, other) => one - other)).toEqual([201, 422, 422, 422, 422])
})

test('a retired entry is neither listed nor selectable, stays on its animals, and can be restored', async () => {
  const { client, site } = await factory.client()
  const entry = await add('diagnoses', { name: 'Old disease' })
  const path = `/diagnoses/${entry.id}`
  const postMortem = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, postMortem.id, { customer_diagnosis_id: entry.id })
  expect((await admin.put(path, { retired: true })).body.data.retired).toBe(true)
  expect(await namesOf('diagnoses', '', client)).not.toContain('Old disease')
  expect(await namesOf('diagnoses', '&filter[retired]=1')).toEqual(['Old disease'])
  const at = `/veterinary-record-animals/${animal.id}`
  expect((await client.get(at)).body.data.customer_diagnosis.name).toBe('Old disease')
  // This animal may keep the retired entry, but no other animal may use it.
  expect((await client.put(at, { customer_diagnosis_id: entry.id, pen: '7' })).status).toBe(200)
  const refused = await client.post('/veterinary-record-animals', {
    veterinary_record_id: postMortem.id,
    customer_diagnosis_id: entry.id,
  })
  expect(refused.body.errors).toEqual({
    customer_diagnosis_id: ['This entry is no longer offered. Please choose another.'],
  })
  expect((await vet.put(at, { vet_diagnosis_id: entry.id })).status).toBe(422)
  await admin.put(path, { retired: 0 })
  expect(await namesOf('diagnoses', '', client)).toContain('Old disease')
  expect((await readAuditEntries(factory, entry.id)).map((line) => [line.action, line.user_id])).toEqual([
    ['library entry added', admin.id],
    ['library entry changed', admin.id],
    ['library entry changed', admin.id],
  ])
})

test('an entry on a completed report keeps its name; its other fields may change without changing the report', async () => {
  const { client, site } = await factory.client()
  const entry = await add('breeds', { name: 'Salers' })
  const postMortem = await factory.draftPostMortem(client, site)
  await factory.animal(client, postMortem.id, { breed_id: entry.id })
  await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
  // The ticket is open, so everybody sees the new name.
  expect((await admin.put(`/breeds/${entry.id}`, { name: 'Salers cross' })).status).toBe(200)
  expect((await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })).status).toBe(200)
  const report = async () => (await vet.get(`/post-mortems/${postMortem.id}/report`)).body.report
  const before = await report()
  const refused = await admin.put(`/breeds/${entry.id}`, { name: 'Other' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Completed post mortems have this name, and their reports do not change. Retire this entry and add a new one instead.',
  ])
  expect((await admin.put(`/breeds/${entry.id}`, { name: 'Salers cross', retired: 1 })).status).toBe(200)
  expect(await report()).toEqual(before)
})

test('an unused entry is deleted; one in use, also by a saved report, stays', async () => {
  const { client, site } = await factory.client()
  const [free, used, filtered] = [
    await add('breeds', { name: 'Never used' }),
    await add('breeds', { name: 'Used' }),
    await add('breeds', { name: 'In a filter' }),
  ]
  const postMortem = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, postMortem.id, { breed_id: used.id })
  await client.delete(`/veterinary-record-animals/${animal.id}`)
  const filter = { breed: [filtered.id] }
  await client.post('/filter-reports', { type: 'animals', name: 'Breed', parameters: { filter } })
  expect((await admin.delete(`/breeds/${free.id}`)).status).toBe(200)
  expect((await admin.get(`/breeds/${free.id}`)).status).toBe(404)
  for (const { id } of [used, filtered]) {
    const refused = await admin.delete(`/breeds/${id}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This entry is in use, so it cannot be deleted. Retire it instead: it is then no longer offered.',
    ])
    expect((await admin.get(`/breeds/${id}`)).status).toBe(200)
  }
  expect((await readAuditEntries(factory, free.id)).at(-1)?.action).toBe('library entry deleted')
})

test('a list can have a custom order, new entries come last, and it can become alphabetical again', async () => {
  const list = 'health-risks'
  const byName = await namesOf(list)
  const inOrder = () => namesOf(list, '&sort=position,name')
  const idOf = async (name: string) => (await admin.get(`/${list}?filter[name]=${name}`)).body.data[0].id as string
  const move = async (name: string, position: number) => admin.put(`/${list}/${await idOf(name)}`, { position })
  await move('Ultra-high', 1)
  const rest = byName.filter((name) => name !== 'Ultra-high')
  expect(await inOrder()).toEqual(['Ultra-high', ...rest])
  expect(await namesOf(list)).toEqual(byName)
  await add(list, { name: 'A new one' })
  expect(await inOrder()).toEqual(['Ultra-high', ...rest, 'A new one'])
  await move('A new one', 2)
  expect((await inOrder()).slice(0, 2)).toEqual(['Ultra-high', 'A new one'])
  const states = (await admin.get('/library')).body.data
  expect(states.map((state: { list: string }) => state.list)).toEqual([...libraryLists].sort())
  const state = () => states.find((one: { list: string }) => one.list === list)
  expect(state()).toEqual({ list, entries: byName.length + 1, retired: 0, ordered: true })
  expect((await admin.delete(`/${list}/order`)).status).toBe(200)
  expect(await inOrder()).toEqual(['A new one', ...byName])
  expect((await readAuditEntries(factory, NIL)).at(-1)).toMatchObject({
    action: 'library list made alphabetical',
    user_id: admin.id,
  })
})

test('an entry sent twice is created once; an id in use and an outdated version are rejected', async () => {
  const id = uuidv7()
  const first = await admin.post('/treatments', { id, name: 'Once' })
  expect((await admin.post('/treatments', { id, name: 'Once' })).status).toBe(201)
  expect((await admin.post('/treatments', { id, name: 'Twice' })).status).toBe(409)
  expect((await (await factory.user('Admin')).post('/treatments', { id, name: 'Once' })).status).toBe(409)
  expect((await admin.post('/species', { id, name: 'Once' })).status).toBe(409)
  const old = { 'if-match': String(first.headers['etag']) }
  expect((await admin.put(`/treatments/${id}`, { name: 'Now' }, old)).status).toBe(200)
  expect((await admin.put(`/treatments/${id}`, { name: 'Then' }, old)).status).toBe(412)
  expect((await admin.delete(`/treatments/${id}`, old)).status).toBe(412)
  expect((await admin.put(`/species/${id}`, { name: 'Elsewhere' })).status).toBe(404)
})

test('of entries of two lists that are added concurrently under one id, one is rejected', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const id = uuidv7()
    const answers = await Promise.all(
      ['breeds', 'diagnoses'].map((list) => admin.post(`/${list}`, { id, name: `Twin ${id}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  }
})
