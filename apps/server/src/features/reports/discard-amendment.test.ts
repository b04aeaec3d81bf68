import { expect, test } from 'vitest'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { createSharedFactory } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { createReportFactory, discardAmendment, openAmendment } from './testing/report-factory.ts'

const factory = await createSharedFactory()
const { client, site, vet, admin, pneumonia } = await createReportFactory(factory)

const lesion = {
  diagnosis_id: pneumonia.id,
  role: 'primary',
  certainty: 'confirmed',
  basis: 'histology',
  note: 'Seen.',
}
const address = ({ id }: { id: string }) => `/veterinary-record-animals/${id}`
const examine = (animal: { id: string }, lesions: object[]) => vet.put(`${address(animal)}/examination`, { lesions })
const amend = async (id: string) => expect((await openAmendment(vet, id)).status).toBe(201)

/** A completed ticket of two animals, the first with a lesion and a treatment. */
async function completedTicket() {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const [first] = record.veterinary_record_animals
  if (!first) throw new Error('the ticket has no animal')
  const second = await factory.animal(vet, id, { tag: 'Second' })
  await examine(first, [lesion, { ...lesion, role: 'incidental' }])
  await vet.put(address(first), { treatments_given: [{ name: 'Tylosin', given_at: '2026-11-01' }], weight: 540 })
  return { id, first, second }
}

/** The ticket as a veterinarian reads it, apart from what every change and every reading changes. */
const read = async (id: string): Promise<unknown> => {
  const { data } = (await vet.get(`/post-mortems/${id}?include=medias`)).body
  const changing = ['updated_at', 'image', 'thumbnail']
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (changing.includes(key) ? undefined : value)))
}
const readAnimal = async (animal: { id: string }): Promise<Animal> => (await vet.get(address(animal))).body.data

test('an amendment that is discarded leaves nothing behind, whatever was changed, moved and deleted in it', async () => {
  const { id, first, second } = await completedTicket()
  const files = [{ name: 'cow.jpg', bytes: await phoneJpeg() }]
  const photo = (await uploadPhotos(factory, vet, first.id, files)).body.data[0]
  const shape = { kind: 'line', x: 0, y: 0, x2: 1, y2: 1, color: '#ff0000' }
  await vet.put(`/medias/${photo.id}`, { caption: 'As issued', markup: { version: 1, shapes: [shape] } })
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const before = await read(id)
  const { examination } = await readAnimal(first)
  await amend(id)
  const answers = [
    await vet.put(`/post-mortems/${id}`, { report_grouped: 1 }),
    // their ids move to the other animal
    await examine(first, []),
    await examine(second, [{ ...lesion, id: examination?.lesions[0]?.id }]),
    await admin.put(address(second), { vet_findings: 'Seen by an Admin.' }),
    await vet.put(`/medias/${photo.id}`, { caption: '', markup: '' }),
    await vet.delete(`/medias/${photo.id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await discardAmendment(vet, id)).status).toBe(200)
  expect(await read(id)).toEqual(before)
})

test('an amendment that is discarded takes nothing from animals of other tickets that have got its ids since', async () => {
  const { id, first } = await completedTicket()
  const other = await completedTicket()
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const { examination } = await readAnimal(first)
  await amend(id)
  await examine(first, [])
  await examine(other.second, [{ ...lesion, id: examination?.lesions[0]?.id }])
  const theirs = await readAnimal(other.second)
  await discardAmendment(vet, id)
  expect(await readAnimal(other.second)).toEqual(theirs)
  const withoutIds = (entries: { id: string }[] | undefined) => entries?.map(({ id: _id, ...entry }) => entry)
  const restored = await readAnimal(first)
  expect(withoutIds(restored.examination?.lesions)).toEqual(withoutIds(examination?.lesions))
})

test('an entry of the issued report is neither renamed nor deleted while an amendment could be discarded', async () => {
  const entry = (await admin.post('/diagnoses', { name: 'Replaced in the amendment' })).body.data
  const { id, first } = await completedTicket()
  await examine(first, [{ ...lesion, diagnosis_id: entry.id }])
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const before = await read(id)
  await amend(id)
  await examine(first, [lesion])
  const path = `/diagnoses/${entry.id}`
  const answers = [await admin.put(path, { name: 'Another name' }), await admin.delete(path)]
  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  expect((await discardAmendment(vet, id)).status).toBe(200)
  expect(await read(id)).toEqual(before)
})

test('the slot of a photo added after the report is not deleted while an amendment that can be discarded has moved it', async () => {
  const { id, first } = await completedTicket()
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const [photo] = (await uploadPhotos(factory, vet, first.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])).body
    .data
  const slot = (await admin.post('/photo-slots', { name: 'Only of this photo' })).body.data
  await vet.put(`/medias/${photo.id}`, { slot_id: slot.id })
  await amend(id)
  expect((await vet.put(`/medias/${photo.id}`, { slot_id: null })).status).toBe(200)
  expect((await admin.delete(`/photo-slots/${slot.id}`)).status).toBe(409)
  expect((await discardAmendment(vet, id)).status).toBe(200)
  expect((await vet.get(`/medias/${photo.id}`)).body.data.slot_id).toBe(slot.id)
})
