import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()

const timesSent = async (id: string) =>
  (
    await factory.db
      .selectFrom('audit_entries')
      .select('id')
      .where('subject_id', '=', id)
      .where('action', '=', 'post-mortem sent')
      .execute()
  ).length

async function twoPhotos(by: TestUser, animalId: string) {
  const bytes = await phoneJpeg()
  const files = ['one.jpg', 'two.jpg'].map((name) => ({ name, bytes }))
  return (await uploadPhotos(factory, by, animalId, files)).body.data
}

const details = (site: { id: string }) => ({ site_id: site.id, record_at: '2026-11-20' })
const tags = (postMortem: { veterinary_record: { veterinary_record_animals: { tag: string }[] } }) =>
  postMortem.veterinary_record.veterinary_record_animals.map(({ tag }) => tag)

describe('a ticket with its animals in one request', () => {
  test('is created with its animals in order, and stays a draft', async () => {
    const { client, site } = await factory.client()
    // ids in descending order
    const ids = [uuidv7(), uuidv7(), uuidv7()].reverse()
    const animals = ids.map((id, index) => ({ id, tag: `T${index}`, rfid: `98200012345678${index}` }))
    const { status, body } = await client.post('/post-mortems', { ...details(site), animals })
    expect([status, body.data.status, body.data.animals]).toEqual([201, 'Draft', 3])
    expect(tags(body.data)).toEqual(['T0', 'T1', 'T2'])
  })

  test('may be sent with 0 animals by an older client, as the number in the answers, but with no other number', async () => {
    const { client, site } = await factory.client()
    for (const animals of [0, '0']) {
      const { status, body } = await client.post('/post-mortems', { ...details(site), animals })
      expect([status, body.data?.animals]).toEqual([201, 0])
    }
    for (const animals of [2, '2', 'x'])
      expect((await client.post('/post-mortems', { ...details(site), animals })).body.errors).toEqual({
        animals: ['animals takes a list.'],
      })
  })

  test('may have an empty list of animals, which forms send as empty text', async () => {
    const { client, site } = await factory.client()
    for (const animals of [[], '', null]) {
      const { status, body } = await client.post('/post-mortems', { ...details(site), animals })
      expect([status, body.data.animals, body.seen_before]).toEqual([201, 0, []])
      const sent = await client.post('/post-mortems', { ...details(site), animals, send: 1 })
      expect([sent.status, sent.body.message]).toEqual([409, 'Add at least one animal before sending.'])
    }
  })

  test('names the field of the first reference that is no entry of its list', async () => {
    const { client, site } = await factory.client()
    const admin = await factory.user('Admin')
    const addEntry = async (list: string) =>
      (await admin.post(`/${list}`, { name: `Of ${list}`, advice: 'Call' })).body.data
    const [breed, treatment, sign] = [
      await addEntry('breeds'),
      await addEntry('treatments'),
      await addEntry('danger-signs'),
    ]
    const animals = [
      { breed_id: breed.id, danger_sign_ids: [sign.id], treatments_given: [{ treatment_id: treatment.id }] },
      { breed_id: sign.id, danger_sign_ids: [breed.id] },
      { danger_sign_ids: [sign.id, treatment.id] },
      { treatments_given: [{ treatment_id: treatment.id }, { treatment_id: breed.id }] },
    ]
    const answer = await client.post('/post-mortems', { ...details(site), animals })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        'animals.1.breed_id': ['breed_id is no entry of breeds.'],
        'animals.2.danger_sign_ids': ['danger_sign_ids is no entry of danger-signs.'],
        'animals.3.treatments_given.1.treatment_id': ['treatment_id is no entry of treatments.'],
      },
    ])
  })

  test('can be sent in the same request, and only once', async () => {
    const { client, site } = await factory.client()
    const { body } = await client.post('/post-mortems', { ...details(site), animals: [{ tag: 'A' }], send: 1 })
    expect([body.data.status, body.data.requested_by_id]).toEqual(['Pending', client.id])
    expect(await timesSent(body.data.id)).toBe(1)
  })

  test('is repeated only with the animals it was created with, whatever was added since', async () => {
    const { client, site } = await factory.client()
    const [first, second] = [
      { id: uuidv7(), tag: 'A' },
      { id: uuidv7(), tag: 'B' },
    ]
    const whole = { id: uuidv7(), ...details(site), animals: [first, second], send: 1 }
    const created = await client.post('/post-mortems', whole)
    expect(created.status).toBe(201)
    const third = { tag: 'C', veterinary_record_id: whole.id }
    expect((await client.post('/veterinary-record-animals', third)).status).toBe(201)
    expect((await client.post('/post-mortems', whole)).status).toBe(201)
    for (const animals of [[first], [first, second, { id: uuidv7(), tag: 'D' }]])
      expect((await client.post('/post-mortems', { ...whole, animals })).status).toBe(409)
    const { veterinary_record: record } = (await client.get(`/post-mortems/${whole.id}`)).body.data
    expect(record.veterinary_record_animals.map(({ tag }: { tag: string }) => tag)).toEqual(['A', 'B', 'C'])
  })

  test('is repeated after an animal of it was deleted, which stays deleted', async () => {
    const { client, site } = await factory.client()
    const first = { id: uuidv7(), tag: 'A' }
    const whole = { id: uuidv7(), ...details(site), animals: [first, { tag: 'B' }], send: 1 }
    expect((await client.post('/post-mortems', whole)).status).toBe(201)
    expect((await client.delete(`/veterinary-record-animals/${first.id}`)).status).toBe(200)
    const again = await client.post('/post-mortems', whole)
    const { veterinary_record_animals: animals } = again.body.data.veterinary_record
    expect([again.status, animals.map(({ tag }: { tag: string }) => tag)]).toEqual([201, ['B']])
    const alone = { ...first, veterinary_record_id: whole.id }
    expect((await client.post('/veterinary-record-animals', alone)).status).toBe(409)
  })

  test('cannot be sent without an animal, and then is not created either', async () => {
    const { client, site } = await factory.client()
    const id = uuidv7()
    const answer = await client.post('/post-mortems', { id, ...details(site), send: 1 })
    expect([answer.status, answer.body.message]).toEqual([409, 'Add at least one animal before sending.'])
    expect((await client.get(`/post-mortems/${id}`)).status).toBe(404)
  })

  test('reports the errors of each animal, and creates nothing', async () => {
    const { client, site } = await factory.client()
    const id = uuidv7()
    const animals = [{ rfid: 'R 0123456789' }, { tag: 'fine' }, { weight: -3, breed_id: 'x' }]
    const answer = await client.post('/post-mortems', { id, ...details(site), animals })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['animals.0.rfid', 'animals.2.breed_id', 'animals.2.weight'])
    expect((await client.get(`/post-mortems/${id}`)).status).toBe(404)
  })

  test.each<[string, unknown, Record<string, string[]>]>([
    ['a list as RFID', [{ tag: 'A' }, { rfid: ['x'] }], { 'animals.1.rfid': ['animals.1.rfid takes one text.'] }],
    ['no animal', [null], { 'animals.0': ['animals.0 takes an object with fields.'] }],
    ['a text', 'x', { animals: ['animals takes a list.'] }],
  ])('the errors name only what has to be corrected: %s', async (_name, animals, errors) => {
    const { client, site } = await factory.client()
    const answer = await client.post('/post-mortems', { ...details(site), animals })
    expect([answer.status, answer.body.errors]).toEqual([422, errors])
  })

  test("is refused when a client writes the veterinarian's fields", async () => {
    const { client, site } = await factory.client()
    const animals = [{ tag: 'A', vet_findings: 'lungs' }]
    expect((await client.post('/post-mortems', { ...details(site), animals })).status).toBe(403)
  })

  const postForm = (by: TestUser, fields: Record<string, string>) =>
    factory.app.inject({
      method: 'POST',
      url: '/api/v1/post-mortems',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('works as a form', async () => {
    const { client, site } = await factory.client()
    const animals = { 'animals[0][tag]': 'F0', 'animals[1][tag]': 'F1' }
    const answer = await postForm(client, { ...details(site), ...animals, send: '1' })
    expect([answer.statusCode, tags(answer.json().data)]).toEqual([201, ['F0', 'F1']])
  })

  test('keeps every field of a long form, and a form that is too long creates nothing', async () => {
    const { client, site } = await factory.client()
    const names = ['tag', 'pen', 'lot', 'customer_notes', 'customer_diagnosis_note', 'euthanasia_note']
    const form = (count: number, id: string) => {
      const fields: Record<string, string> = { ...details(site), id }
      for (let index = 0; index < count; index++)
        for (const name of [...names, ...Array.from({ length: 6 }, (_, number) => `unknown_${number}`)])
          fields[`animals[${index}][${name}]`] = `${name} ${index}`
      return fields
    }
    const answer = await postForm(client, form(200, uuidv7()))
    expect([answer.statusCode, answer.json().data.animals]).toEqual([201, 200])
    const last = answer.json().data.veterinary_record.veterinary_record_animals.at(-1)
    expect(names.map((name) => last[name])).toEqual(names.map((name) => `${name} 199`))
    const id = uuidv7()
    expect((await postForm(client, form(900, id))).statusCode).toBe(413)
    expect((await client.get(`/post-mortems/${id}`)).status).toBe(404)
  })

  test('created and sent eight times concurrently under one id exists once and is sent once', async () => {
    const { client, site } = await factory.client()
    const body = { id: uuidv7(), ...details(site), animals: [{ tag: 'A' }, { id: uuidv7(), tag: 'B' }], send: 1 }
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/post-mortems', body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map((answer) => JSON.stringify(tags(answer.body.data)))).size).toBe(1)
    const found = (await client.get(`/post-mortems/${body.id}`)).body.data
    expect([found.animals, found.status]).toEqual([2, 'Pending'])
    expect(await timesSent(body.id)).toBe(1)
  })

  test('a repetition with other animals is rejected and changes nothing', async () => {
    const { client, site } = await factory.client()
    const body = { id: uuidv7(), ...details(site), animals: [{ tag: 'A' }] }
    await client.post('/post-mortems', body)
    const more = await client.post('/post-mortems', { ...body, animals: [{ tag: 'A' }, { tag: 'B' }] })
    const other = await client.post('/post-mortems', { ...body, animals: [{ tag: 'C' }] })
    const sent = await client.post('/post-mortems', { ...body, send: 1 })
    expect([more.status, other.status, sent.status]).toEqual([409, 409, 409])
    const found = (await client.get(`/post-mortems/${body.id}`)).body.data
    expect([found.status, tags(found)]).toEqual(['Draft', ['A']])
  })
})

describe('a list as cards', () => {
  test('contains the same tickets, totals and order as the full list, with the fields of a card', async () => {
    const vet = await factory.user('Veterinarian')
    const { client, site } = await factory.client()
    const postMortem = await factory.scheduledPostMortem(client, site, vet)
    const draft = await factory.draftPostMortem(client, site)
    for (const tag of ['B', 'C', 'D']) await factory.animal(client, draft.id, { tag, rfid: '982000123456789' })
    const full = (await client.get('/post-mortems?sort=-pin')).body
    const cards = (await client.get('/post-mortems?sort=-pin&view=card')).body
    expect(cards.data.map(({ id }: { id: string }) => id)).toEqual(full.data.map(({ id }: { id: string }) => id))
    expect(cards.meta).toEqual(full.meta)
    const [first, second] = cards.data
    expect(Object.keys(first)).toEqual([
      'id',
      'pin',
      'title',
      'status',
      'draft',
      'no_vet_visit_requested',
      'record_at',
      'requested_at',
      'scheduled_at',
      'completed_at',
      'examine_by',
      'danger',
      'customer',
      'site',
      'scheduled_for',
      'animals',
      'photos',
      'first_animals',
    ])
    expect(Object.keys(first.site)).toEqual(['id', 'name', 'city'])
    const visits = (await client.get('/post-mortems?sort=-pin&view=card&include=visit')).body
    expect(visits.data[0]).toEqual({ ...first, duration_minutes: 60, site: { ...first.site, time_zone: null } })
    expect((await client.get('/post-mortems?view=card&include=medias')).status).toBe(400)
    expect(first).toMatchObject({
      id: draft.id,
      title: draft.title,
      status: 'Draft',
      animals: 3,
      photos: 0,
      scheduled_for: null,
    })
    expect(first.first_animals.map(({ tag }: { tag: string }) => tag)).toEqual(['B', 'C', 'D'])
    expect(second).toMatchObject({
      id: postMortem.id,
      scheduled_at: '2026-11-21T09:00:00.000Z',
      scheduled_for: { id: vet.id, first_name: 'Veterinarian' },
      site: { id: site.id, city: null },
      first_animals: [{ tag: 'Y 4471', thumbnail: null }],
    })
  })

  test("has a working URL of the thumbnail of each animal's first photo", async () => {
    const { client, site } = await factory.client()
    const draft = await factory.draftPostMortem(client, site)
    const animal = await factory.animal(client, draft.id)
    const [photo] = await twoPhotos(client, animal.id)
    const [card] = (await client.get('/post-mortems?view=card')).body.data
    expect(card.photos).toBe(2)
    expect(card.first_animals).toEqual([{ id: animal.id, tag: 'Y 4471', rfid: null, thumbnail: photo.thumbnail }])
    const { pathname, search } = new URL(card.first_animals[0].thumbnail)
    expect((await client.get(pathname + search)).headers['content-type']).toBe('image/jpeg')
  })

  test('shows days, times, texts and photos like the full responses, even with a tag that looks like a field', async () => {
    const vet = await factory.user('Veterinarian')
    const { client, site } = await factory.client()
    await factory.scheduledPostMortem(client, site, vet)
    const draft = await factory.draftPostMortem(client, site)
    const tag = '"thumbnail":"a b" \\ \u0001'
    const animal = await factory.animal(client, draft.id, { tag })
    await twoPhotos(client, animal.id)
    const [full, cards] = [
      (await client.get('/post-mortems?sort=pin')).body.data,
      (await client.get('/post-mortems?sort=pin&view=card&include=visit')).body.data,
    ]
    for (const [index, card] of cards.entries()) {
      const { veterinary_record: record, ...ticket } = full[index]
      const { region: _region, ...shortSite } = record.site
      const { sites: _sites, ...customer } = record.customer
      expect(card).toMatchObject({
        customer,
        site: shortSite,
        pin: record.pin,
        scheduled_for: record.scheduled_for,
        scheduled_at: record.scheduled_at,
        completed_at: record.completed_at,
        id: ticket.id,
        title: ticket.title,
        status: ticket.status,
        draft: ticket.draft,
        animals: ticket.animals,
        record_at: ticket.record_at,
        requested_at: ticket.requested_at,
      })
    }
    expect(cards.at(-1).first_animals).toMatchObject([{ tag, thumbnail: expect.stringMatching(/^http\S+$/) }])
  })

  test('shows a client only its own tickets, and an unknown view is rejected by name', async () => {
    const [one, other] = [await factory.client(), await factory.client()]
    await factory.pendingPostMortem(one.client, one.site)
    expect((await other.client.get('/post-mortems?view=card')).body.data).toEqual([])
    const answer = await other.client.get('/post-mortems?view=list')
    expect([answer.status, answer.body.message]).toEqual([400, 'view must be full or card, not "list".'])
  })
})

describe('a ticket with its photos', () => {
  test('includes the photos of each animal on request only', async () => {
    const { client, site } = await factory.client()
    const draft = await factory.draftPostMortem(client, site)
    const animal = await factory.animal(client, draft.id)
    const bare = await factory.animal(client, draft.id)
    const photos = await twoPhotos(client, animal.id)
    const animals = (await client.get(`/post-mortems/${draft.id}?include=medias`)).body.data.veterinary_record
    expect(animals.veterinary_record_animals).toMatchObject([
      { id: animal.id, medias: photos },
      { id: bare.id, medias: [] },
    ])
    const without = (await client.get(`/post-mortems/${draft.id}`)).body.data.veterinary_record
    expect(without.veterinary_record_animals[0]).not.toHaveProperty('medias')
    expect((await client.get(`/post-mortems/${draft.id}?include=all`)).status).toBe(400)
  })
})
