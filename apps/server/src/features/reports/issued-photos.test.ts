import { expect, test } from 'vitest'
import { texts } from '@chisholm/domain/texts'
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
const { client, site, vet, admin, versionsOf } = await createReportFactory(factory)
const superAdmin = await factory.user('SuperAdmin')
const slotNamed = await readSlotIds(vet)
const markup = { version: 1, shapes: [{ kind: 'line', x: 0, y: 0, x2: 1, y2: 1, color: '#ff0000' }] }

const bytes = await phoneJpeg()
const upload = async (by: TestUser, animalId: string): Promise<string> => {
  const answer = await uploadPhotos(factory, by, animalId, [{ name: 'cow.jpg', bytes }])
  expect(answer.status).toBe(201)
  return answer.body.data[0].id
}
const skip = (by: TestUser, animalId: string, skipped_reason: string, slot = 'Rumen') =>
  by.put(`/veterinary-record-animals/${animalId}/photo-slots/${slotNamed(slot)}`, { skipped_reason })

/** A completed ticket with two photos in its report. */
async function completedTicket() {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const animalId = String(record.veterinary_record_animals[0]?.id)
  const [photo, other] = [await upload(client, animalId), await upload(vet, animalId)]
  await vet.put(`/medias/${photo}`, { caption: 'As issued' })
  expect((await vet.put(`/post-mortems/${id}`, { completed_at: '1' })).status).toBe(200)
  return { id, animalId, photo, other }
}

/** The photos and reasons for missing ones as a user reads them. */
async function read(by: TestUser, id: string): Promise<unknown> {
  const { data } = (await by.get(`/post-mortems/${id}?include=medias`)).body
  const [animal] = data.veterinary_record.veterinary_record_animals
  const { medias, photo_slots } = animal
  const fieldsOf = ({ id: photo, slot_id, caption, markup: drawn }: Record<string, unknown>) => [
    photo,
    slot_id,
    caption,
    drawn,
  ]
  return [
    medias.map(fieldsOf),
    photo_slots.map((slot: Record<string, unknown>) => [slot['slot_id'], slot['skipped_reason']]),
  ]
}

test('a veterinarian changes photos of an issued report only in an amendment, and is told so', async () => {
  const { id, animalId, photo, other } = await completedTicket()
  const before = await read(client, id)
  const changes = () => [
    vet.put(`/medias/${photo}`, { caption: 'Changed' }),
    vet.put(`/medias/${photo}`, { slot_id: slotNamed('Liver') }),
    vet.put(`/medias/${photo}`, { markup }),
    skip(vet, animalId, 'Not opened.'),
    vet.delete(`/medias/${other}`),
  ]
  for (const { status, body } of await Promise.all(changes()))
    expect([status, body.message]).toEqual([409, texts.refusal.openAmendmentFirst])
  expect(await read(vet, id)).toEqual(before)
  await openAmendment(vet, id)
  for (const { status } of await Promise.all(changes())) expect(status).toBe(200)
  expect(await read(client, id)).toEqual(before)
  await issueAmendment(vet, id)
  expect(await read(client, id)).not.toEqual(before)
  expect((await vet.put(`/medias/${photo}`, { caption: 'Too late' })).status).toBe(409)
  expect(await versionsOf(id)).toHaveLength(2)
})

test('vet roles add photos after the report, and change and delete these, without an issued version', async () => {
  const { id, animalId } = await completedTicket()
  for (const by of [vet, admin, superAdmin]) {
    const [edited, deleted] = [await upload(by, animalId), await upload(vet, animalId)]
    const change = { caption: 'Later', slot_id: slotNamed('Liver'), markup }
    expect((await by.put(`/medias/${edited}`, change)).status).toBe(200)
    expect((await by.delete(`/medias/${deleted}`)).status).toBe(200)
    expect((await client.put(`/medias/${edited}`, change)).status).toBe(409)
    expect((await client.delete(`/medias/${edited}`)).status).toBe(409)
  }
  expect(await versionsOf(id)).toHaveLength(1)
})

test('a photo added after the report is part of the amended one, and stays free if the amendment is discarded', async () => {
  const { id, animalId } = await completedTicket()
  const early = await upload(vet, animalId)
  await openAmendment(vet, id)
  const during = await upload(vet, animalId)
  await discardAmendment(vet, id)
  for (const photo of [early, during]) expect((await vet.put(`/medias/${photo}`, { caption: 'Free' })).status).toBe(200)
  await openAmendment(vet, id)
  await issueAmendment(vet, id)
  for (const photo of [early, during]) expect((await vet.delete(`/medias/${photo}`)).status).toBe(409)
})

test('an Admin’s change of photos in the report, or of reasons for missing ones, is issued at once', async () => {
  const { id, animalId, photo, other } = await completedTicket()
  const { first_name, last_name } = (await admin.get(`/users/${admin.id}`)).body.data
  const steps = [
    () => admin.put(`/medias/${photo}`, { caption: 'Corrected' }),
    () => admin.put(`/medias/${photo}`, { slot_id: slotNamed('Liver') }),
    () => admin.put(`/medias/${photo}`, { markup }),
    () => skip(admin, animalId, 'Not opened.'),
    () => skip(admin, animalId, ''),
    () => admin.delete(`/medias/${other}`),
  ]
  for (const [index, step] of steps.entries()) {
    expect((await step()).status).toBe(200)
    const [newest, ...earlier] = await versionsOf(id)
    expect([newest.kind, newest.reason, newest.issued_by.id]).toEqual([
      'amended',
      `Corrected by ${first_name} ${last_name}`,
      admin.id,
    ])
    expect(earlier).toHaveLength(index + 1)
  }
  const [newest] = await versionsOf(id)
  const changes = (await client.get(`/report-versions/${newest.id}/changes?since=1`)).body.data.changes
  expect(changes.map(({ field }: { field: string }) => field)).toContain('Photo')
  // what is restored is what was issued last, with these changes
  const corrected = await read(client, id)
  await openAmendment(vet, id)
  await vet.put(`/medias/${photo}`, { caption: 'Discarded' })
  await discardAmendment(vet, id)
  for (const by of [client, vet]) expect(await read(by, id)).toEqual(corrected)
})

test('an Admin’s request that changes nothing of a photo is not issued', async () => {
  const { id, animalId, photo } = await completedTicket()
  await upload(vet, animalId)
  expect((await admin.put(`/medias/${photo}`, { caption: 'As issued' })).status).toBe(200)
  expect((await skip(admin, animalId, '')).status).toBe(200)
  expect(await versionsOf(id)).toHaveLength(1)
})

test('an Admin without a name changes no photo of an issued report', async () => {
  const nameless = await factory.user('Admin')
  await factory.db.updateTable('users').set({ first_name: null }).where('id', '=', nameless.id).execute()
  const { id, photo, other } = await completedTicket()
  const before = await read(client, id)
  expect((await nameless.put(`/medias/${photo}`, { caption: 'Corrected' })).status).toBe(409)
  expect((await nameless.delete(`/medias/${other}`)).status).toBe(409)
  expect(await read(client, id)).toEqual(before)
  expect(await versionsOf(id)).toHaveLength(1)
})

test('the report of a ticket completed before there were versions has the photos from before its completion', async () => {
  const { id, animalId, photo, other } = await completedTicket()
  const [version] = await versionsOf(id)
  // makes the ticket look as if it was completed before reports had versions
  await factory.db.deleteFrom('report_versions').where('id', '=', version.id).execute()
  const late = await upload(vet, animalId)
  expect((await vet.put(`/medias/${photo}`, { caption: 'Changed' })).status).toBe(409)
  expect((await vet.put(`/medias/${late}`, { caption: 'Later' })).status).toBe(200)
  expect((await admin.delete(`/medias/${other}`)).status).toBe(200)
  expect((await versionsOf(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['amended', 'final'])
})

test('of a completion and changes of a photo at once, each is in the report or refused', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
    const animalId = String(record.veterinary_record_animals[0]?.id)
    const [photo, other] = [await upload(vet, animalId), await upload(vet, animalId)]
    const [completed, edited, deleted, skipped, added] = await Promise.all([
      vet.put(`/post-mortems/${id}`, { completed_at: '1' }),
      vet.put(`/medias/${photo}`, { caption: 'At once' }),
      vet.delete(`/medias/${other}`),
      skip(vet, animalId, 'At once.'),
      uploadPhotos(factory, vet, animalId, [{ name: 'late.jpg', bytes }]),
    ])
    expect([completed.status, added.status]).toEqual([200, 201])
    const before = await read(client, id)
    // an amendment that is discarded restores the report, so that whatever is not in it would be lost
    await openAmendment(vet, id)
    await discardAmendment(vet, id)
    expect(await read(client, id)).toEqual(before)
    for (const { status } of [edited, deleted, skipped]) expect([200, 409]).toContain(status)
    const isShown = JSON.stringify(before)
    expect([isShown.includes('"At once"'), !isShown.includes(other), isShown.includes('"At once."')]).toEqual(
      [edited, deleted, skipped].map(({ status }) => status === 200),
    )
    // an upload that overtook the completion, or not, is part of the report, or free
    const [snapshot] = await factory.db
      .selectFrom('report_versions')
      .select('snapshot')
      .where('post_mortem_id', '=', id)
      .execute()
    const isReported = JSON.stringify(snapshot).includes(added.body.data[0].id)
    expect((await vet.delete(`/medias/${added.body.data[0].id}`)).status).toBe(isReported ? 409 : 200)
  }
})
