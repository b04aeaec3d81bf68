import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import {
  createReportFactory,
  discardAmendment,
  issueAmendment,
  openAmendment,
  readSlotIds,
} from './testing/report-factory.ts'

const factory = await createSharedFactory()
const { client, site, vet } = await createReportFactory(factory)
const slotNamed = await readSlotIds(vet)

const markup = (kind: string) => ({
  version: 1,
  shapes: [{ kind, x: 0, y: 0, x2: 1, y2: 1, color: '#ff0000' }],
})
const issued = { slot_id: slotNamed('Liver'), caption: 'As issued', markup: markup('line') }
const amended = { slot_id: slotNamed('Heart'), caption: 'Amended', markup: markup('circle') }

/** A completed ticket with a photo that is being amended, and its routes that tell of the photo. */
async function ticketBeingAmended() {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const animalId = String(record.veterinary_record_animals[0]?.id)
  const files = [{ name: 'cow.jpg', bytes: await phoneJpeg() }]
  const photo = (await uploadPhotos(factory, vet, animalId, files)).body.data[0].id
  await vet.put(`/medias/${photo}`, issued)
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  await openAmendment(vet, id)
  expect((await vet.put(`/medias/${photo}`, amended)).status).toBe(200)
  const readBy = async (by: TestUser) => {
    const detail = (await by.get(`/post-mortems/${id}?include=medias`)).body.data
    const [animal] = detail.veterinary_record.veterinary_record_animals
    const filled = animal.photo_slots.filter(({ photos }: { photos: number }) => photos > 0)
    return {
      photos: [
        (await by.get(`/medias/${photo}`)).body.data,
        (await by.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data[0],
        animal.medias[0],
      ].map(({ slot_id, caption, markup: drawn }) => ({ slot_id, caption, markup: drawn })),
      slots: filled.map(({ slot_id }: { slot_id: string }) => slot_id),
    }
  }
  return { id, animalId, readBy }
}
const shown = (fields: typeof issued) => ({ photos: [fields, fields, fields], slots: [fields.slot_id] })

test('a client sees slots, captions and drawings as issued until the amended report is issued', async () => {
  const { id, readBy } = await ticketBeingAmended()
  expect(await readBy(client)).toEqual(shown(issued))
  expect(await readBy(vet)).toEqual(shown(amended))
  await issueAmendment(vet, id)
  expect(await readBy(client)).toEqual(shown(amended))
})

test('an amendment that is discarded was never seen by a client, and hides no later change', async () => {
  const { id, readBy } = await ticketBeingAmended()
  await discardAmendment(vet, id)
  for (const by of [client, vet]) expect(await readBy(by)).toEqual(shown(issued))
})

test('an amendment that is discarded leaves photos added after the report as they were, and there', async () => {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const animalId = String(record.veterinary_record_animals[0]?.id)
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const upload = async () =>
    (await uploadPhotos(factory, vet, animalId, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])).body.data[0].id
  const [edited, deleted, untouched] = [await upload(), await upload(), await upload()]
  await vet.put(`/medias/${edited}`, issued)
  await vet.put(`/medias/${deleted}`, { caption: 'Later' })
  const readBy = async (by: TestUser) => {
    const photos = (await by.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
    return photos.map(({ slot_id, caption, markup: drawn, ...photo }: typeof issued & { id: string }) => [
      photo.id,
      { slot_id, caption, markup: drawn },
    ])
  }
  const before = await readBy(client)
  const versionOf = async (photo: string) => (await vet.get(`/medias/${photo}`)).headers['etag']
  const version = await versionOf(untouched)
  await openAmendment(vet, id)
  await vet.put(`/medias/${edited}`, amended)
  await vet.delete(`/medias/${deleted}`)
  const added = await upload()
  expect((await discardAmendment(vet, id)).status).toBe(200)
  const nothing = { slot_id: null, caption: null, markup: null }
  for (const by of [client, vet]) expect(new Map(await readBy(by))).toEqual(new Map([...before, [added, nothing]]))
  expect(await versionOf(untouched)).toBe(version)
})

test('a client sees why photos are missing as issued until the amended report is issued or discarded', async () => {
  const { id, animalId, readBy } = await ticketBeingAmended()
  const address = `/veterinary-record-animals/${animalId}`
  const reasonsBy = async (by: TestUser) =>
    (await by.get(address)).body.data.photo_slots.flatMap(({ skipped_reason }: { skipped_reason: string | null }) =>
      skipped_reason === null ? [] : [skipped_reason],
    )
  const skip = (slot: string, reason: string) =>
    vet.put(`${address}/photo-slots/${slotNamed(slot)}`, { skipped_reason: reason })
  const before = await readBy(client)
  await skip('Rumen', 'Not opened.')
  expect([await reasonsBy(client), await reasonsBy(vet)]).toEqual([[], ['Not opened.']])
  expect(await readBy(client)).toEqual(before)
  await discardAmendment(vet, id)
  expect([await reasonsBy(client), await reasonsBy(vet)]).toEqual([[], []])

  await openAmendment(vet, id)
  await skip('Rumen', 'Burst.')
  await issueAmendment(vet, id)
  expect(await reasonsBy(client)).toEqual(['Burst.'])
  await openAmendment(vet, id)
  await skip('Rumen', '')
  expect([await reasonsBy(client), await reasonsBy(vet)]).toEqual([['Burst.'], []])
})

test('a client sees a photo that was deleted in an amendment until the amended report is issued', async () => {
  const { id, animalId } = await ticketBeingAmended()
  const [photo] = (await client.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
  const totalBy = async (by: TestUser) => (await by.get('/medias')).body.meta.total
  const total = await totalBy(vet)
  /** What this user reads of the photo: itself, in lists, with the ticket, in counts, on the card, and its file. */
  const seenBy = async (by: TestUser) => {
    const ticket = (await by.get(`/post-mortems/${id}?include=medias`)).body.data
    const [animal] = ticket.veterinary_record.veterinary_record_animals
    const cards = (await by.get('/post-mortems?view=card&sort=-pin&per_page=100')).body.data
    const card = cards.find((one: { id: string }) => one.id === id)
    return [
      (await by.get(`/medias/${photo.id}`)).status === 200 ? 1 : 0,
      (await by.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.meta.total,
      (await by.get('/medias?sort=-created_at')).body.data.filter(({ id: one }: { id: string }) => one === photo.id)
        .length,
      animal.medias.length,
      animal.photos,
      animal.photo_slots.filter(({ photos }: { photos: number }) => photos > 0).length,
      (await by.get(`/veterinary-record-animals/${animalId}`)).body.data.photos,
      card.photos,
      card.first_animals[0].thumbnail ? 1 : 0,
    ]
  }
  const file = async () => (await factory.app.inject(photo.thumbnail)).statusCode
  const [there, gone] = [Array(9).fill(1), Array(9).fill(0)]
  expect([await seenBy(client), await seenBy(vet)]).toEqual([there, there])

  await vet.delete(`/medias/${photo.id}`)
  expect([await seenBy(client), await seenBy(vet)]).toEqual([there, gone])
  expect([await totalBy(vet), await file()]).toEqual([total - 1, 200])
  await discardAmendment(vet, id)
  expect([await seenBy(client), await seenBy(vet)]).toEqual([there, there])
  expect(await totalBy(vet)).toBe(total)

  await openAmendment(vet, id)
  await vet.delete(`/medias/${photo.id}`)
  expect(await seenBy(client)).toEqual(there)
  await issueAmendment(vet, id)
  expect([await seenBy(client), await seenBy(vet)]).toEqual([gone, gone])
  expect([await totalBy(vet), await file()]).toEqual([total - 1, 404])
})

test('the history of a client has what was done to photos in an amendment once it is issued, and never if it is discarded', async () => {
  const { id, animalId } = await ticketBeingAmended()
  const historyBy = async (by: TestUser) =>
    (await by.get(`/post-mortems/${id}/history`)).body.data.map(({ action }: { action: string }) => action)
  const amend = async () => {
    const [photo] = (await vet.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
    await vet.put(`/veterinary-record-animals/${animalId}/photo-slots/${slotNamed('Rumen')}`, {
      skipped_reason: 'Burst.',
    })
    await vet.delete(`/medias/${photo.id}`)
  }
  const before = (await historyBy(client)).filter((action: string) => action.startsWith('photo'))
  const changesBy = async (by: TestUser) =>
    (await historyBy(by)).filter((action: string) => action.startsWith('photo')).slice(before.length)
  await amend()
  expect(await changesBy(client)).toEqual([])
  await discardAmendment(vet, id)
  expect(await changesBy(client)).toEqual([])
  await openAmendment(vet, id)
  await amend()
  expect(await changesBy(client)).toEqual([])
  await issueAmendment(vet, id)
  expect(await changesBy(client)).toEqual(['photo slot skipped', 'photo deleted'])
  expect(await changesBy(vet)).toEqual(expect.arrayContaining(['photo deleted']))
})

test('the ETag of a photo changes for a client when its issued caption does', async () => {
  const { id, animalId } = await ticketBeingAmended()
  const [{ id: photo }] = (await client.get(`/medias?filter[media_attachable_id]=${animalId}`)).body.data
  const read = async () => {
    const { headers, body } = await client.get(`/medias/${photo}`)
    return { etag: headers['etag'], caption: body.data.caption }
  }
  const before = await read()
  await issueAmendment(vet, id)
  const after = await read()
  expect([before.caption, after.caption]).toEqual([issued.caption, amended.caption])
  expect(after.etag).not.toBe(before.etag)
})
