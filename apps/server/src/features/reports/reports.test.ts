import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type AnimalId, newId, type PhotoId, type UserId } from '../../database/ids.ts'
import { fingerprintOfBytes } from '../../storage/file-integrity.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()

test('there is no report before completion', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  expect((await vet.get(`/post-mortems/${postMortem.id}/report`)).status).toBe(409)
})

test('the report is the same for everyone who may read it, as base64 and as a file with its name', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const asVet = (await vet.get(`/post-mortems/${postMortem.id}/report`)).body
  const asClient = (await client.get(`/post-mortems/${postMortem.id}/report`)).body
  expect(asVet.success).toBe(true)
  expect(asClient).toEqual(asVet)
  const pdf = Buffer.from(asVet.report.report_data, 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const file = await client.get(`/post-mortems/${postMortem.id}/report`, { accept: 'application/pdf' })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.headers['content-disposition']).toContain(`filename="PM-report-${postMortem.title}.pdf"`)
  expect(file.bytes.equals(pdf)).toBe(true)
})

test('a report is a PDF only if the caller prefers nothing else, whatever the order of Accept', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.completedPostMortem(client, site, vet)
  const typeFor = async (accept: string) =>
    String((await client.get(`/post-mortems/${id}/report`, { accept })).headers['content-type']).split(';')[0]
  for (const [accept, type] of [
    ['application/pdf', 'application/pdf'],
    ['Application/PDF;q=0.2', 'application/pdf'],
    ['application/pdf, */*;q=0.8', 'application/pdf'],
    ['text/html, application/pdf;q=0.9, application/json;q=0.1', 'application/pdf'],
    ['application/json, application/pdf;q=0.5', 'application/json'],
    ['application/pdf;q=0.5, application/*', 'application/json'],
    ['application/pdf;q=0', 'application/json'],
    ['application/pdfx', 'application/json'],
    ['*/*', 'application/json'],
    ['not a type, application/json', 'application/json'],
  ] as const)
    expect([accept, await typeFor(accept)]).toEqual([accept, type])
})

test('the id of a report changes when, and only when, its content changes', async () => {
  const { client, site } = await factory.client()
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const id = async () => (await vet.get(`/post-mortems/${postMortem.id}/report`)).body.report.id
  const first = await id()
  expect(await id()).toBe(first)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Seen again: liver abscess.' })
  const second = await id()
  expect(second).not.toBe(first)
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Seen again: liver abscess.' })
  expect(await id()).toBe(second)
})

test('the report has death, treatments and danger signs of an animal', async () => {
  const { client, site } = await factory.client()
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const sign = (await admin.post('/danger-signs', { name: 'Blood from the nose', level: 'stop', advice: 'Keep away' }))
    .body.data
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id
  const edit = (body: object) => admin.put(`/veterinary-record-animals/${animalId}`, body)
  await edit({
    found_at: '2026-03-08T14:30:00Z',
    died_at: '2026-03-08T08:30:00Z',
    death_kind: 'euthanised',
    euthanasia_note: 'Captive bolt.',
    air_temperature_c: -5,
    temperature: 40.1,
    customer_record_at: '2026-03-08',
    arrived_at: '2026-03-01',
    treatments_given: [{ name: 'Florfenicol', given_at: '2026-03-05', note: 'second dose' }],
    danger_sign_ids: [sign.id],
  })
  const report = async () => {
    const { headers, bytes } = await vet.get(`/post-mortems/${postMortem.id}/report`, { accept: 'application/pdf' })
    return { etag: headers['etag'], bytes, text: (await readPdf(bytes)).text }
  }
  const first = await report()
  // died before and found after daylight saving time begins in the practice's zone
  for (const shown of [
    'March 8th 2026, 8:30',
    'March 8th 2026, 1:30',
    'Euthanised',
    'Captive bolt.',
    '-5 °C',
    '40.1 °C',
  ])
    expect(first.text).toContain(shown)
  for (const shown of ['March 1st 2026', 'March 5th 2026, Florfenicol, second dose', 'Blood from the nose'])
    expect(first.text).toContain(shown)
  // the advice of a sign may change; the report does not
  await admin.put(`/danger-signs/${sign.id}`, { advice: 'Stay away', level: 'call' })
  expect((await report()).bytes.equals(first.bytes)).toBe(true)
  await edit({ treatments_given: [] })
  expect((await report()).text).not.toContain('Florfenicol')
})

test('photos are under the organ system of their slot, in slot order, with slot, caption and drawing; the stored photo does not change', async () => {
  const { client, site } = await factory.client()
  const [vet, admin] = [await factory.user('Veterinarian'), await factory.user('Admin')]
  const slot = async (name: string, position: number, system = '') =>
    (await admin.post('/photo-slots', { name, position, system })).body.data.id as string
  const [first, second] = [await slot('Hide', 1), await slot('Spleen', 2, 'lymphoid')]
  const windpipe = await slot('Windpipe', 3, 'Respiratory')
  const postMortem = await factory.pendingPostMortem(client, site)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const report = async () => {
    const file = await vet.get(`/post-mortems/${postMortem.id}/report-preview`, { accept: 'application/pdf' })
    return (await readPdf(file.bytes)).text.replaceAll(/\s+/g, ' ')
  }
  const upload = async (name: string, slotId: string) => {
    const bytes = await phoneJpeg(400, 300)
    const answer = await uploadPhotos(factory, vet, animalId, [{ name, bytes }], { fields: [['slot_id', slotId]] })
    return answer.body.data[0] as { id: string; sha256: string }
  }
  const spleen = await upload('1.jpg', second)
  await upload('2.jpg', first)
  await upload('3.jpg', windpipe)
  expect(await report()).toMatch(/General Hide\. 2\.jpg.*Respiratory Windpipe\. 3\.jpg.*Lymphoid Spleen\. 1\.jpg/)

  const text = 'Torn <here> & "there"'
  const shape = { x: 0.3, y: 0.5, x2: 0.6, y2: 0.7, color: '#ffe600' }
  const shapes = [
    ...(['arrow', 'circle', 'line'] as const).map((kind) => ({ kind, ...shape })),
    { kind: 'text', text, ...shape },
  ]
  await vet.put(`/medias/${spleen.id}`, { caption: 'Ruptured', markup: { version: 1, shapes } })
  const drawn = await report()
  expect(drawn).toContain('Spleen: Ruptured. 1.jpg')
  expect(drawn).toContain(text)
  expect((await vet.get(`/medias/${spleen.id}`)).body.data.sha256).toBe(spleen.sha256)
})

test('the progress of a report with many photos is visible while it renders, that of a draft only to vet roles', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.pendingPostMortem(client, site)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const upload = await uploadPhotos(factory, vet, animalId, [{ name: 'one.jpg', bytes: await phoneJpeg(1600, 1200) }])
  // cast: the id of a photo
  const photo = upload.body.data[0].id as PhotoId
  const row = await factory.db.selectFrom('photos').selectAll().where('id', '=', photo).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 99 }, () => ({ ...row, markup: null, id: newId<PhotoId>() }))
  await factory.db.insertInto('photos').values(copies).execute()
  const path = `/post-mortems/${postMortem.id}/report-progress`
  expect((await vet.get(path)).body.data).toBe(null)
  const preview = vet.get(`/post-mortems/${postMortem.id}/report-preview`, { accept: 'application/pdf' })
  const progress = await waitFor(
    async () => {
      const { data } = (await vet.get(path)).body
      expect(data).not.toBe(null)
      // cast: checked not to be null
      return data as { done: number; photos: number }
    },
    { interval: 10 },
  )
  expect([progress.photos, progress.done <= 100]).toEqual([100, true])
  expect((await client.get(path)).body.data).toBe(null)
  expect((await preview).status).toBe(200)
  expect((await vet.get(path)).body.data).toBe(null)
})

test('accented Latin, Cyrillic and Greek are printed as typed, with embedded fonts', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.completedPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id
  const admin = await factory.user('Admin')
  const findings = 'Señor Núñez, Łódź; лёгкие уплотнены; πνεύμονες σκληροί. <b>&amp; #let x = 1 $y$ @z'
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_findings: findings })
  const file = await client.get(`/post-mortems/${postMortem.id}/report`, { accept: 'application/pdf' })
  const { text, title, language, isTagged, fontsInFile } = await readPdf(file.bytes)
  // A wrapped line becomes two pieces of text.
  const packed = (words: string) => words.replaceAll(' ', '')
  expect(packed(text)).toContain(packed(findings))
  expect({ title, language, isTagged, fontsInFile }).toEqual({
    title: `Post-mortem report ${postMortem.title}`,
    language: 'en',
    isTagged: true,
    fontsInFile: true,
  })
})

test('what a tab separates is separate in the report, too', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const postMortem = await factory.scheduledPostMortem(client, site, vet)
  const animalId = postMortem.veterinary_record.veterinary_record_animals[0]?.id
  await vet.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Lobes\t12\nNodules\t34\t5 mm' })
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: '1' })
  const { bytes } = await client.get(`/post-mortems/${postMortem.id}/report`, { accept: 'application/pdf' })
  expect((await readPdf(bytes)).text).toMatch(/Lobes +12 +Nodules +34 +5 mm/)
})

test('thirty animals with five photos each become one report, and other requests do not wait', {
  tags: 'long',
}, async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const draft = await factory.draftPostMortem(client, site)
  const picture = await sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#755',
      noise: { type: 'gaussian', mean: 110, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  for (let number = 0; number < 30; number++) {
    const animal = await factory.animal(client, draft.id, { tag: `Y ${number}` })
    await givePhotos(animal.id, client.id, picture)
  }
  await client.put(`/post-mortems/${draft.id}`, { draft: 0 })
  await vet.put(`/post-mortems/${draft.id}`, { completed_at: '1' })
  const making = { isDone: false }
  const report = vet
    .get(`/post-mortems/${draft.id}/report`, { accept: 'application/pdf' })
    .finally(() => (making.isDone = true))
  let answered = 0
  while (!making.isDone) {
    await client.get('/status')
    answered++
  }
  const { pages, text } = await readPdf((await report).bytes)
  expect(pages.length).toBeGreaterThan(10)
  expect(text).toContain('Y 29')
  // If reports were rendered in the main thread, only a handful of requests would get through.
  expect(answered).toBeGreaterThan(20)
})

/** Adds five photos to an animal directly in the storage. Another test covers the upload. */
async function givePhotos(animalId: AnimalId, userId: UserId, picture: Buffer) {
  const { storage } = factory
  for (let number = 0; number < 5; number++) {
    const id = newId<PhotoId>()
    const keys = { image_key: `photos/${id}.jpg`, thumbnail_key: `photos/${id}-thumbnail.jpg` }
    await storage.put(keys.image_key, picture)
    await storage.put(keys.thumbnail_key, picture)
    await factory.db
      .insertInto('photos')
      .values({
        ...keys,
        id,
        animal_id: animalId,
        name: `Photo ${number}`,
        type: 'image/jpeg',
        bytes: picture.length,
        width: 1600,
        height: 1200,
        content_hash: Buffer.from(id),
        image_hash: fingerprintOfBytes(picture).hash,
        created_by_id: userId,
      })
      .execute()
  }
}
