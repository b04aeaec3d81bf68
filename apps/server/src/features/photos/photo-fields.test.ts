import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { uploadPhotos } from '../../testing/upload-photos.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const slots = (await admin.get('/photo-slots?per_page=50')).body.data as { id: string; name: string }[]
const slot = (name: string) => slots.find((one) => one.name === name)?.id ?? ''

const jpeg = (exif: Record<string, string> = {}) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Orientation: '6' }, IFD2: exif })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const upload = async (by: TestUser, animalId: string, bytes: Buffer, fields: [string, string][] = []) =>
  (await uploadPhotos(factory, by, animalId, [{ name: 'a.jpg', bytes }], { fields })).body

const markup = {
  version: 1,
  shapes: [{ kind: 'arrow', x: 0.1, y: 0.2, x2: 0.9, y2: 1, color: '#ffcc00', text: 'here' }],
}

test('a photo has its size, the hash of the stored file and the time it was taken, read before the EXIF is removed', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const offset = { DateTimeOriginal: '2026:09:22 14:03:11', OffsetTimeOriginal: '+02:00' }
  const photo = (await upload(client, animal.id, await jpeg(offset))).data[0]
  const imageResponse = await factory.anonymous.get(photo.image.replace(/^https?:\/\/[^/]+/, ''))
  expect(photo).toMatchObject({
    width: 200,
    height: 300,
    sha256: createHash('sha256').update(imageResponse.bytes).digest('hex'),
    taken_at: '2026-09-22T12:03:11.000Z',
    slot_id: null,
    caption: null,
    markup: null,
  })
  const takenAt = async (exif?: Record<string, string>) =>
    (await upload(client, animal.id, await jpeg(exif))).data[0].taken_at
  // the practice is in America/Edmonton
  expect(await takenAt({ DateTimeOriginal: '2026:09:22 14:03:11' })).toBe('2026-09-22T20:03:11.000Z')
  expect(await takenAt({ DateTimeDigitized: '2026:01:22 14:03:11' })).toBe('2026-01-22T21:03:11.000Z')
  expect(await takenAt({ DateTimeOriginal: 'yesterday' })).toBeNull()
  expect(await takenAt()).toBeNull()
})

test('HEIC, WebP and PNG also have the time they were taken', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const heic = readFileSync(new URL('../../testing/photos/upright.heic', import.meta.url))
  const exif = { IFD2: { DateTimeOriginal: '2026:09:22 14:03:11', OffsetTimeOriginal: '-06:00' } }
  const plain = sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } }).withExif(exif)
  for (const bytes of [heic, await plain.clone().webp().toBuffer(), await plain.clone().png().toBuffer()])
    expect((await upload(client, animal.id, bytes)).data[0].taken_at).toBe('2026-09-22T20:03:11.000Z')
})

async function twoPhotos() {
  const bytes = await jpeg()
  return [
    { name: 'a.jpg', bytes },
    { name: 'b.jpg', bytes },
  ]
}

test('photos can be sent with a caption, one for all or one for each, of at most 200 characters', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const two = await twoPhotos()
  const captionsOf = async (fields: [string, string][]) =>
    (await uploadPhotos(factory, client, animal.id, two, { fields })).body.data.map(
      ({ caption }: { caption: string | null }) => caption,
    )
  expect(await captionsOf([['caption', ' Left lung ']])).toEqual(['Left lung', 'Left lung'])
  const each: [string, string][] = [
    ['caption', 'Heart'],
    ['caption', ''],
  ]
  expect(await captionsOf(each)).toEqual(['Heart', null])
  const long = await uploadPhotos(factory, client, animal.id, two, { fields: [['caption', 'x'.repeat(201)]] })
  expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['caption']])
})

test('photos can be sent with a slot, one for all or one for each, which must be an active entry', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const two = await twoPhotos()
  const send = async (fields: [string, string][]) => uploadPhotos(factory, client, animal.id, two, { fields })
  const slotsOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
    body.data.map((one: { slot_id: string }) => one.slot_id)
  expect(slotsOf(await send([['slot_id', slot('Heart')]]))).toEqual([slot('Heart'), slot('Heart')])
  const each: [string, string][] = [
    ['slot_id', slot('Liver')],
    ['slot_id', ''],
  ]
  expect(slotsOf(await send(each))).toEqual([slot('Liver'), null])
  const wrong = await send([['slot_id', uuidv7()]])
  expect([wrong.status, wrong.body.errors]).toEqual([422, { slot_id: ['slot_id is no entry of photo-slots.'] }])
  expect((await send([['slot_id', 'heart']])).body.errors).toEqual({ slot_id: ['slot_id must be a UUID.'] })
  const old = (await admin.post('/photo-slots', { name: 'Hooves' })).body.data.id
  await admin.put(`/photo-slots/${old}`, { retired: 1 })
  expect((await send([['slot_id', old]])).body.errors).toEqual({ slot_id: [serverTexts.validation.entryRetired] })
  expect((await client.get(`/medias?filter[media_attachable_id]=${animal.id}`)).body.meta.total).toBe(4)
})

test('slot, caption and markup are changed by PUT, the file never; each change has its ETag and its audit sentence', async () => {
  const { client, animal, postMortem } = await factory.clientWithAnimal()
  const photo = (await upload(client, animal.id, await jpeg())).data[0]
  const path = `/medias/${photo.id}`
  const first = await client.get(path)
  const changed = await client.put(
    path,
    { slot_id: slot('Heart'), caption: ' Left ventricle ', markup },
    { 'if-match': String(first.headers['etag']) },
  )
  expect(changed.status).toBe(200)
  expect(changed.body.data).toMatchObject({ slot_id: slot('Heart'), caption: 'Left ventricle', markup })
  expect(changed.body.data.sha256).toBe(photo.sha256)
  expect(changed.headers['etag']).toBe((await client.get(path)).headers['etag'])
  expect((await client.put(path, { caption: 'x' }, { 'if-match': String(first.headers['etag']) })).status).toBe(412)
  const [inDetail] = (await client.get(`/post-mortems/${postMortem.id}?include=medias`)).body.data.veterinary_record
    .veterinary_record_animals
  expect(inDetail.medias[0]).toMatchObject({ caption: 'Left ventricle', markup })
  const cleared = (await client.put(path, { caption: '', markup: null, slot_id: '' })).body.data
  expect(cleared).toMatchObject({ slot_id: null, caption: null, markup: null })
  const form = new URLSearchParams({ caption: 'By a form', markup: JSON.stringify(markup) })
  const byForm = await factory.app.inject({
    method: 'PUT',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  expect(byForm.json().data).toMatchObject({ caption: 'By a form', markup })
})

test('the caption of a photo whose slot was retired can be changed, but no other photo put into the slot', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const retired = (await admin.post('/photo-slots', { name: 'Nostrils' })).body.data.id
  const inSlot = (await upload(client, animal.id, await jpeg(), [['slot_id', retired]])).data[0]
  const other = (await upload(client, animal.id, await jpeg())).data[0]
  await admin.put(`/photo-slots/${retired}`, { retired: 1 })
  const sent = { caption: 'Left', slot_id: retired }
  const changed = await client.put(`/medias/${inSlot.id}`, sent)
  expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining(sent)])
  const refused = await client.put(`/medias/${other.id}`, sent)
  expect([refused.status, refused.body.errors]).toEqual([422, { slot_id: [serverTexts.validation.entryRetired] }])
})

test('an invalid caption, slot or markup is reported, and nothing changes', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const photo = (await upload(client, animal.id, await jpeg())).data[0]
  const refused = async (body: object) => {
    const { status, body: problem } = await client.put(`/medias/${photo.id}`, { caption: 'new', ...body })
    expect(status).toBe(422)
    return problem.errors
  }
  expect(await refused({ caption: 'x'.repeat(201) })).toEqual({ caption: [texts.validation.tooLong(200)] })
  expect(await refused({ slot_id: uuidv7() })).toEqual({ slot_id: ['slot_id is no entry of photo-slots.'] })
  expect(await refused({ markup: '{"version":' })).toEqual({
    markup: ['markup must be {"version": 1, "shapes": […]}.'],
  })
  const shapes = Array.from({ length: 51 }, () => markup.shapes[0])
  expect(await refused({ markup: { version: 1, shapes } })).toEqual({ markup: ['markup has at most 50 shapes.'] })
  expect((await client.get(`/medias/${photo.id}`)).body.data).toEqual(expect.objectContaining({ caption: null }))
})

test('clients and veterinarians edit photos until the ticket is completed, veterinarians also in amendments, Admins always, other customers never', async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const superAdmin = await factory.user('SuperAdmin')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const { id } = (await upload(client, animalId, await jpeg())).data[0]
  const edit = async (by: TestUser) => (await by.put(`/medias/${id}`, { caption: `By ${by.id}` })).status
  for (const by of [client, vet, admin, superAdmin]) expect(await edit(by)).toBe(200)
  expect(await edit(otherClient)).toBe(404)
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  expect(await edit(client)).toBe(409)
  expect(await edit(vet)).toBe(409)
  for (const by of [admin, superAdmin]) expect(await edit(by)).toBe(200)
  await vet.post(`/post-mortems/${postMortem.id}/amendment`, { reason: 'Another look.' })
  for (const by of [vet, admin, superAdmin]) expect(await edit(by)).toBe(200)
  expect(await edit(client)).toBe(409)
})

test('a slot with photos is not deleted', async () => {
  const { client, animal } = await factory.clientWithAnimal()
  const own = (await admin.post('/photo-slots', { name: 'Larynx' })).body.data.id
  await upload(client, animal.id, await jpeg(), [['slot_id', own]])
  expect((await admin.delete(`/photo-slots/${own}`)).status).toBe(409)
})
