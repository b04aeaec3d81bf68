import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const superAdmin = await factory.user('SuperAdmin')

interface Slot {
  id: string
  name: string
}
const slots = (await admin.get('/photo-slots?per_page=50')).body.data as Slot[]
const idOf = (name: string) => slots.find((slot) => slot.name === name)?.id ?? ''
const [tag, carcass] = [idOf('Ear tag'), idOf('Whole carcass')]

const protocol = async (photo_protocol: string) =>
  expect((await admin.put('/provider', { photo_protocol })).status).toBe(200)
beforeEach(() => protocol('offered'))

async function draft(details: object = {}) {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  if (Object.keys(details).length > 0) await client.put(`/post-mortems/${postMortem.id}`, details)
  return { client, site, id: postMortem.id, animal: await factory.animal(client, postMortem.id) }
}
const photo = async (by: TestUser, animalId: string, slotId: string) =>
  (
    await uploadPhotos(factory, by, animalId, [{ name: 'a.jpg', bytes: await phoneJpeg(40, 30) }], {
      fields: [['slot_id', slotId]],
    })
  ).body.data[0].id as string
const skip = (by: TestUser, animalId: string, slotId: string, skipped_reason: string) =>
  by.put(`/veterinary-record-animals/${animalId}/photo-slots/${slotId}`, { skipped_reason })
const slotsOf = async (by: TestUser, animalId: string) =>
  (await by.get(`/veterinary-record-animals/${animalId}`)).body.data.photo_slots
const send = (by: TestUser, id: string, more: object = {}) => by.put(`/post-mortems/${id}`, { draft: 0, ...more })

test('an animal lists the slots in order, with its photos and the reasons for missing ones', async () => {
  const { client, id, animal } = await draft()
  const first = await photo(client, animal.id, tag)
  await photo(client, animal.id, tag)
  const answer = await skip(client, animal.id, carcass, ' Moved already ')
  expect(answer.status).toBe(200)
  const expected = [
    { slot_id: tag, name: 'Ear tag', hint: expect.any(String), required: true, photos: 2, skipped_reason: null },
    { slot_id: carcass, name: 'Whole carcass', required: true, photos: 0, skipped_reason: 'Moved already' },
    { name: 'Head and mouth', required: false, photos: 0, skipped_reason: null },
  ]
  expect(answer.body.data.photo_slots.slice(0, 3)).toMatchObject(expected)
  expect(answer.body.data.photo_slots).toHaveLength(12)
  const detail = (await client.get(`/post-mortems/${id}`)).body.data.veterinary_record.veterinary_record_animals[0]
  const listed = (await client.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)).body.data[0]
  for (const animalAnswer of [detail, listed]) expect(animalAnswer.photo_slots).toEqual(answer.body.data.photo_slots)
  await client.delete(`/medias/${first}`)
  await skip(client, animal.id, carcass, '')
  expect((await slotsOf(client, animal.id)).slice(0, 2)).toMatchObject([
    { photos: 1 },
    { photos: 0, skipped_reason: null },
  ])
})

test('a retired slot stays on animals that have photos in it, and disappears from others', async () => {
  const [one, other] = [await draft(), await draft()]
  const own = (await admin.post('/photo-slots', { name: 'Eyelids', required: 1 })).body.data.id
  await photo(one.client, one.animal.id, own)
  await admin.put(`/photo-slots/${own}`, { retired: 1 })
  const names = async ({ client, animal }: typeof one) =>
    (await slotsOf(client, animal.id)).map(({ name }: { name: string }) => name)
  expect(await names(one)).toContain('Eyelids')
  expect(await names(other)).not.toContain('Eyelids')
  expect((await skip(one.client, one.animal.id, own, 'Gone')).body.errors).toEqual({
    slot_id: [serverTexts.validation.entryRetired],
  })
})

test('a reason is cleared although its slot was retired', async () => {
  const { client, animal } = await draft()
  const own = (await admin.post('/photo-slots', { name: 'Hooves' })).body.data.id
  await skip(client, animal.id, own, 'Too muddy')
  const reason = async () =>
    (await slotsOf(client, animal.id)).find((slot: { slot_id: string }) => slot.slot_id === own).skipped_reason
  expect(await reason()).toBe('Too muddy')
  await admin.put(`/photo-slots/${own}`, { retired: 1 })
  expect((await skip(client, animal.id, own, 'Gone')).status).toBe(422)
  expect((await skip(client, animal.id, own, '')).status).toBe(200)
  await admin.put(`/photo-slots/${own}`, { retired: 0 })
  expect(await reason()).toBeNull()
})

test('clients and veterinarians give reasons for missing photos until the ticket is completed, veterinarians also in amendments, Admins always', async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const status = async (by: TestUser) => (await skip(by, animalId, tag, `Said by ${by.id}`)).status
  for (const by of [client, vet, admin, superAdmin]) expect(await status(by)).toBe(200)
  expect(await status(otherClient)).toBe(404)
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  expect(await status(client)).toBe(409)
  expect(await status(vet)).toBe(409)
  for (const by of [admin, superAdmin]) expect(await status(by)).toBe(200)
  await vet.post(`/post-mortems/${postMortem.id}/amendment`, { reason: 'Another look.' })
  for (const by of [vet, admin, superAdmin]) expect(await status(by)).toBe(200)
})

test('a reason that is too long, an unknown slot and a stale version are refused', async () => {
  const { client, animal } = await draft()
  const long = await skip(client, animal.id, tag, 'x'.repeat(201))
  expect([long.status, long.body.errors]).toEqual([422, { skipped_reason: [texts.validation.tooLong(200)] }])
  expect((await skip(client, animal.id, uuidv7(), 'No')).status).toBe(404)
  const path = `/veterinary-record-animals/${animal.id}`
  const { etag } = (await client.get(path)).headers
  await client.put(path, { pen: '7' })
  const stale = await client.put(`${path}/photo-slots/${tag}`, { skipped_reason: 'No' }, { 'if-match': String(etag) })
  expect(stale.status).toBe(412)
})

test('clients and vet roles can send only with the demanded photos, or with reasons for missing ones', async () => {
  await protocol('demanded')
  for (const role of ['Client', 'Veterinarian', 'Admin', 'SuperAdmin']) {
    const { client, id, animal } = await draft()
    const by = { Client: client, Veterinarian: vet, Admin: admin, SuperAdmin: superAdmin }[role] ?? client
    const second = await factory.animal(client, id)
    const refused = await send(by, id)
    expect([refused.status, refused.body.message, refused.body.errors]).toEqual([
      409,
      'Some photos are missing.',
      { [animal.id]: ['Ear tag', 'Whole carcass'], [second.id]: ['Ear tag', 'Whole carcass'] },
    ])
    await photo(client, animal.id, tag)
    await skip(client, animal.id, carcass, 'Moved already')
    await photo(client, second.id, carcass)
    const less = await send(by, id)
    expect([less.status, less.body.errors]).toEqual([409, { [second.id]: ['Ear tag'] }])
    await photo(client, second.id, tag)
    const sent = await send(by, id)
    expect([sent.status, sent.body.data.photos_missing_reason]).toEqual([200, null])
  }
})

test('photos that are missing of animals sent with a new ticket are named by the id or the place of each animal', async () => {
  await protocol('demanded')
  const { client, site } = await factory.client()
  const id = uuidv7()
  const details = { customer_id: site.customerId, site_id: site.id, record_at: '2026-11-20', send: 1 }
  const refused = await client.post('/post-mortems', { ...details, animals: [{ tag: 'A' }, { id, tag: 'B' }] })
  const missing = ['Ear tag', 'Whole carcass']
  expect([refused.status, refused.body.errors]).toEqual([409, { 'animals.0': missing, [id]: missing }])
})

test('a reason sends a ticket without its photos, and the veterinarian reads it', async () => {
  await protocol('demanded')
  const { client, id } = await draft()
  const long = await send(client, id, { photos_missing_reason: 'x'.repeat(501) })
  expect([long.status, long.body.errors]).toEqual([422, { photos_missing_reason: [texts.validation.tooLong(500)] }])
  expect((await send(client, id, { photos_missing_reason: '  ' })).status).toBe(409)
  expect((await send(client, id, { photos_missing_reason: 'The phone was wet' })).status).toBe(200)
  expect((await vet.get(`/post-mortems/${id}`)).body.data.photos_missing_reason).toBe('The phone was wet')
})

test('photos are demanded only if the practice requires them, or only without a visit', async () => {
  const statusOf = async (details: object = {}) => {
    const { client, id } = await draft(details)
    return (await send(client, id)).status
  }
  for (const unasked of ['off', 'offered']) {
    await protocol(unasked)
    expect(await statusOf({ no_vet_visit_requested: 1 })).toBe(200)
  }
  await protocol('demanded_without_visit')
  expect(await statusOf()).toBe(200)
  expect(await statusOf({ no_vet_visit_requested: 1 })).toBe(409)
  // the same request also declines the visit
  const { client, id } = await draft()
  expect((await send(client, id, { no_vet_visit_requested: 1 })).status).toBe(409)
  expect((await client.get(`/post-mortems/${id}`)).body.data).toMatchObject({ draft: 1, no_vet_visit_requested: 0 })
})

test('a ticket that is created and sent in one request needs its photos or a reason, else nothing is created', async () => {
  await protocol('demanded')
  const { client, site } = await factory.client()
  const animalId = uuidv7()
  const body = {
    id: uuidv7(),
    site_id: site.id,
    record_at: '2026-11-20',
    send: 1,
    animals: [{ id: animalId, tag: 'Y' }],
  }
  const refused = await client.post('/post-mortems', body)
  expect([refused.status, refused.body.message, refused.body.errors]).toEqual([
    409,
    'Some photos are missing.',
    { [animalId]: ['Ear tag', 'Whole carcass'] },
  ])
  expect((await client.get(`/post-mortems/${body.id}`)).status).toBe(404)
  const sent = await client.post('/post-mortems', { ...body, photos_missing_reason: 'They follow' })
  expect([sent.status, sent.body.data.photos_missing_reason]).toEqual([201, 'They follow'])
})

test('only Admins choose the protocol, whose default is offered; unknown values are rejected', async () => {
  expect((await (await factory.client()).client.get('/provider')).body.data.photo_protocol).toBe('offered')
  const { client } = await factory.client()
  for (const by of [client, vet]) expect((await by.put('/provider', { photo_protocol: 'off' })).status).toBe(403)
  for (const wrong of ['sometimes', '']) {
    const refused = await admin.put('/provider', { photo_protocol: wrong })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { photo_protocol: [texts.validation.photoProtocolInvalid] },
    ])
  }
  expect((await superAdmin.put('/provider', { photo_protocol: 'demanded' })).body.data.photo_protocol).toBe('demanded')
})
