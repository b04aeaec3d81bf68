import { rm } from 'node:fs/promises'
import path from 'node:path'
import JSZip from 'jszip'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { uploadPhotos } from '../../testing/upload-photos.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const slots = (await admin.get('/photo-slots?per_page=50')).body.data as { id: string; name: string }[]
const slot = (name: string) => slots.find((one) => one.name === name)?.id ?? ''

const jpeg = (taken = '') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .withExif({ IFD2: taken ? { DateTimeOriginal: taken } : {} })
    .jpeg()
    .toBuffer()
const upload = async (by: TestUser, animalId: string, bytes: Buffer, slotId = '') =>
  (await uploadPhotos(factory, by, animalId, [{ name: 'IMG_1.jpg', bytes }], { fields: [['slot_id', slotId]] })).body
    .data[0]

const archiveOf = async (by: TestUser, id: string) => {
  const headers = { authorization: `Bearer ${by.token}` }
  return factory.app.inject({ url: `/api/v1/post-mortems/${id}/photos.zip`, headers })
}
const filesOf = async (bytes: Buffer) => (await JSZip.loadAsync(bytes)).files

test('the archive has folders by animal, and files named by slot and time with names valid on Windows', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const first = await factory.animal(client, postMortem.id, { tag: 'Y 44/71: "CON"?  ' })
  const second = await factory.animal(client, postMortem.id, { tag: '...' })
  const own = (await admin.post('/photo-slots', { name: 'AUX / left. ' })).body.data.id
  await upload(client, first.id, await jpeg('2026:09:22 14:03:11'))
  const heart = await upload(client, first.id, await jpeg('2026:09:22 14:05:00'), slot('Heart'))
  await upload(client, first.id, await jpeg('2026:09:22 14:05:30'), slot('Heart'))
  await upload(client, first.id, await jpeg('2026:09:22 14:06:00'), slot('Ear tag'))
  await upload(client, second.id, await jpeg('2026:09:22 14:07:00'), own)
  const answer = await archiveOf(client, postMortem.id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="photos-${postMortem.title}.zip"`)
  const files = await filesOf(answer.rawPayload)
  expect(Object.keys(files)).toEqual([
    '01 Y 44-71- -CON--/Ear tag 2026-09-22 14-06.jpg',
    '01 Y 44-71- -CON--/Heart 2026-09-22 14-05.jpg',
    '01 Y 44-71- -CON--/Heart 2026-09-22 14-05 (2).jpg',
    '01 Y 44-71- -CON--/Photo 2026-09-22 14-03.jpg',
    '02 Animal/AUX - left 2026-09-22 14-07.jpg',
  ])
  const imageResponse = await factory.anonymous.get(heart.image.replace(/^https?:\/\/[^/]+/, ''))
  const archived = await files['01 Y 44-71- -CON--/Heart 2026-09-22 14-05.jpg']?.async('nodebuffer')
  expect(archived?.equals(imageResponse.bytes)).toBe(true)
})

test('a photo of a camera whose clock stands before 1970 does not end the server, and is in the archive', async () => {
  const { client, site } = await factory.client()
  const postMortem = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, postMortem.id, { tag: 'A 1' })
  await upload(client, animal.id, await jpeg('1960:01:01 00:00:00'))
  const answer = await archiveOf(client, postMortem.id)
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(await filesOf(answer.rawPayload))).toEqual(['01 A 1/Photo 1960-01-01 00-00.jpg'])
})

test('every user who may see a ticket gets its photos, other customers none; a ticket without photos gives an empty archive', async () => {
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const { id } = await factory.pendingPostMortem(client, site)
  for (const role of ['Veterinarian', 'Admin', 'SuperAdmin'] as const)
    expect((await archiveOf(await factory.user(role), id)).statusCode).toBe(200)
  expect((await archiveOf(otherClient, id)).statusCode).toBe(404)
  const empty = await archiveOf(client, id)
  expect([empty.statusCode, await filesOf(empty.rawPayload)]).toEqual([200, {}])
})

test('each download of an archive is in the audit log and in the history that veterinarians see, not in that of clients', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id, title } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { tag: 'R 2' })
  await upload(client, animal.id, await jpeg())
  const headers = { authorization: `Bearer ${vet.token}` }
  await factory.app.inject({ method: 'HEAD', url: `/api/v1/post-mortems/${id}/photos.zip`, headers })
  for (const by of [vet, client]) expect((await archiveOf(by, id)).statusCode).toBe(200)
  const downloads = (await readAuditEntries(factory, id)).filter(({ action }) => action === 'photos exported')
  expect(downloads).toMatchObject([
    { user_id: vet.id, after: { photos: 1 } },
    { user_id: client.id, after: { photos: 1 } },
  ])
  const sentencesFor = async (by: TestUser) =>
    (await by.get(`/post-mortems/${id}/history`)).body.data
      .map(({ sentence }: { sentence: string }) => sentence)
      .filter((sentence: string) => sentence.endsWith(`downloaded all photos of ${title}`))
  expect(await sentencesFor(vet)).toHaveLength(2)
  expect(await sentencesFor(client)).toEqual([])
})

test('photos known to be lost are listed in the archive; one that turns out to be lost aborts the download', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { tag: 'R 1' })
  const photos = [await upload(client, animal.id, await jpeg('2026:09:22 14:03:11'))]
  photos.push(await upload(client, animal.id, await jpeg('2026:09:22 15:03:11')))
  await rm(path.join(factory.dataDir, 'files', 'photos'), { recursive: true })
  // the connection ends before the archive does
  await expect(archiveOf(client, id)).rejects.toThrow()
  for (const { image } of photos) await factory.anonymous.get(image.replace(/^https?:\/\/[^/]+/, ''))
  const files = await filesOf((await archiveOf(client, id)).rawPayload)
  expect(Object.keys(files)).toEqual(['Lost photos.txt'])
  expect(await files['Lost photos.txt']?.async('text')).toContain('01 R 1/Photo 2026-09-22 15-03.jpg')
})
