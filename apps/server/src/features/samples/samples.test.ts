import { createHash } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { pathOfKey } from '../../testing/path-of-key.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'
import { checkSampleFiles } from '../photos/index.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const vet = await factory.user('Veterinarian')
const admin = await factory.user('Admin')
const { client, site } = await factory.client()
const otherClient = (await factory.client()).client
const kinds = (await vet.get('/sample-kinds?per_page=100')).body.data as { id: string; name: string }[]
const lung = kinds.find(({ name }) => name === 'Lung, fresh')?.id

const scheduled = async () => {
  const ticket = await factory.scheduledPostMortem(client, site, vet)
  const animalId = ticket.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  return { ticket, animalId }
}
const add = (animalId: string, body: object = {}, by = vet) =>
  by.post('/samples', { veterinary_record_animal_id: animalId, sample_kind_id: lung, ...body })
const labelsOf = async (person: TestUser, query: string) =>
  (await person.get(`/samples?per_page=500&${query}`)).body.data.map(({ label }: { label: string }) => label)
const complete = (id: string) => vet.put(`/post-mortems/${id}`, { completed_at: '1' })

test('a sample has a label with an ascending number, its kind, laboratory and result', async () => {
  const { ticket, animalId } = await scheduled()
  const sent = {
    container: ' Sterile  bag ',
    taken_at: '2026-11-20T16:10:00Z',
    lab: 'PDS',
    test: 'Culture',
    note: 'cold',
  }
  const first = (await add(animalId, sent)).body.data
  expect(first).toEqual({
    id: expect.any(String),
    label: expect.stringMatching(/^S-[1-9]\d*$/),
    veterinary_record_id: ticket.id,
    title: ticket.title,
    veterinary_record_animal_id: animalId,
    animal: { tag: 'Y 4471', rfid: null },
    sample_kind_id: lung,
    sample_kind: { id: lung, name: 'Lung, fresh' },
    container: 'Sterile bag',
    taken_at: '2026-11-20T16:10:00.000Z',
    lab: 'PDS',
    test: 'Culture',
    sent_at: null,
    received_at: null,
    result: null,
    result_flag: null,
    result_at: null,
    after_report: false,
    note: 'cold',
    created_at: expect.any(String),
  })
  const second = (await add(animalId)).body.data
  expect(Number(second.label.slice(2))).toBeGreaterThan(Number(first.label.slice(2)))
  const changed = await vet.put(`/samples/${first.id}`, { sent_at: '2026-11-20T22:00:00Z', container: '' })
  expect(changed.body.data).toMatchObject({ sent_at: '2026-11-20T22:00:00.000Z', container: null, lab: 'PDS' })
  expect((await readAuditEntries(factory, first.id)).map(({ action }) => action)).toEqual([
    'sample added',
    'sample changed',
  ])
})

test('samples are found by animal, ticket and label, and by whether they have a result', async () => {
  const { ticket, animalId } = await scheduled()
  const [waiting, done] = [(await add(animalId)).body.data, (await add(animalId, { result: 'None' })).body.data]
  for (const query of [
    `filter[veterinary_record_animal_id]=${animalId}`,
    `filter[veterinary_record_id]=${ticket.id}`,
  ]) {
    expect(await labelsOf(vet, query)).toEqual([waiting.label, done.label])
    expect(await labelsOf(vet, `${query}&filter[result_at:isnull]=true`)).toEqual([waiting.label])
    expect(await labelsOf(vet, `${query}&filter[result_at:isnull]=false`)).toEqual([done.label])
    expect(await labelsOf(vet, `${query}&sort=-label`)).toEqual([done.label, waiting.label])
  }
  expect(await labelsOf(vet, `filter[label]=${waiting.label.toLowerCase()}`)).toEqual([waiting.label])
  expect((await vet.get('/samples?filter[lab]=x')).status).toBe(400)
})

test('veterinarians and Admins write samples, clients never; clients read them once the report is issued', async () => {
  const { ticket, animalId } = await scheduled()
  const { id, label } = (await add(animalId, {}, admin)).body.data
  const ofTicket = `filter[veterinary_record_id]=${ticket.id}`
  expect(await labelsOf(client, ofTicket)).toEqual([])
  for (const path of [`/samples/${id}`, `/samples/${id}/label`]) expect((await client.get(path)).status).toBe(404)
  expect((await client.put(`/samples/${id}`, { note: 'mine' })).status).toBe(404)
  expect((await add(animalId, {}, client)).status).toBe(403)
  expect((await client.post('/samples', {})).status).toBe(403)
  await complete(ticket.id)
  expect(await labelsOf(client, ofTicket)).toEqual([label])
  expect((await client.get(`/samples/${id}`)).body.data.label).toBe(label)
  expect((await client.put(`/samples/${id}`, { note: 'mine' })).status).toBe(403)
  expect((await client.delete(`/samples/${id}`)).status).toBe(403)
  expect((await add(animalId, {}, client)).status).toBe(403)
  expect(await labelsOf(otherClient, ofTicket)).toEqual([])
  expect((await otherClient.get(`/samples/${id}`)).status).toBe(404)
  expect((await add(animalId, {}, otherClient)).status).toBe(404)
})

test('samples and results can be added to a completed ticket; a result after the report is marked for both sides', async () => {
  const { ticket, animalId } = await scheduled()
  const early = (await add(animalId, { result: 'Nothing grew', result_flag: 'negative' })).body.data
  expect(early.result_at).not.toBeNull()
  await complete(ticket.id)
  const late = (await add(animalId)).body.data
  expect((await client.get(`/samples/${late.id}`)).body.data.after_report).toBe(false)
  const { data } = (await vet.put(`/samples/${late.id}`, { result_flag: 'positive' })).body
  expect(data).toMatchObject({ result_flag: 'positive', after_report: true })
  for (const person of [vet, client]) {
    expect((await person.get(`/samples/${late.id}`)).body.data.after_report).toBe(true)
    expect((await person.get(`/samples/${early.id}`)).body.data.after_report).toBe(false)
  }
})

test('a result entered or changed after the report is marked, whatever its date, until an amendment is issued', async () => {
  const { ticket, animalId } = await scheduled()
  const printed = (await add(animalId, { result: 'Nothing grew', result_flag: 'negative' })).body.data
  const flagged = (await add(animalId, { result: 'Nothing grew', result_flag: 'negative' })).body.data
  const waiting = (await add(animalId)).body.data
  await complete(ticket.id)
  const put = async (id: string, body: object) => (await vet.put(`/samples/${id}`, body)).body.data.after_report
  // what the report tells stays unmarked
  expect(await put(printed.id, { note: 'Kept', result: 'Nothing grew', lab: 'Other' })).toBe(false)
  expect(await put(printed.id, { result: 'Mannheimia haemolytica' })).toBe(true)
  expect(await put(flagged.id, { result_flag: 'negative' })).toBe(false)
  expect(await put(flagged.id, { result_flag: 'positive' })).toBe(true)
  expect(await put(waiting.id, { result_flag: 'positive', result_at: '2026-01-02' })).toBe(true)
  const dated = { result: 'Lead', result_at: '2026-01-02' }
  expect((await add(animalId, dated)).body.data.after_report).toBe(true)
  // a result that is withdrawn is none
  expect(await put(waiting.id, { result_flag: '', result_at: '' })).toBe(false)
  expect((await client.get(`/samples/${printed.id}`)).body.data.after_report).toBe(true)

  await vet.post(`/post-mortems/${ticket.id}/amendment`, { reason: 'Culture' })
  expect((await client.get(`/samples/${printed.id}`)).body.data.after_report).toBe(true)
  expect((await vet.put(`/post-mortems/${ticket.id}/amendment`, { issue: 1 })).status).toBe(200)
  expect((await client.get(`/samples/${printed.id}`)).body.data.after_report).toBe(false)
})

test('a sample whose result is withdrawn waits for one again, unless a result file is left', async () => {
  const { animalId } = await scheduled()
  const { id } = (await add(animalId, { result: 'Lead', result_flag: 'positive' })).body.data
  const resultTime = async (body: object) => (await vet.put(`/samples/${id}`, body)).body.data.result_at
  expect(await resultTime({ result: '' })).not.toBeNull()
  expect(await resultTime({ result_flag: '' })).toBeNull()
  expect(
    await labelsOf(vet, `filter[veterinary_record_animal_id]=${animalId}&filter[result_at:isnull]=true`),
  ).toHaveLength(1)
  // a time may be known before the result, and stays then
  expect(await resultTime({ result_at: '2026-11-20T10:00:00Z' })).not.toBeNull()
  expect(await resultTime({ note: 'By telephone' })).toBe('2026-11-20T10:00:00.000Z')

  await resultTime({ result: 'Lead' })
  const file = { name: 'culture.jpg', bytes: await phoneJpeg() }
  const uploaded = await uploadPhotos(factory, vet, id, [file], { fields: [['media_attachable_type', 'Sample']] })
  expect(await resultTime({ result: '' })).not.toBeNull()
  // of the last file
  await vet.delete(`/medias/${uploaded.body.data[0].id}`)
  expect((await vet.get(`/samples/${id}`)).body.data).toMatchObject({ result_at: null, after_report: false })
})

test('errors of a sample are listed by field', async () => {
  const { animalId } = await scheduled()
  const errorsOf = async (body: object) => (await add(animalId, body)).body.errors
  expect((await vet.post('/samples', { sample_kind_id: lung })).body.errors).toEqual({
    veterinary_record_animal_id: ['Please choose an animal.'],
  })
  expect(await errorsOf({ sample_kind_id: '' })).toEqual({ sample_kind_id: ['Please choose what was taken.'] })
  expect(await errorsOf({ sample_kind_id: uuidv7() })).toEqual({
    sample_kind_id: ['sample_kind_id is no entry of sample-kinds.'],
  })
  expect(await errorsOf({ result_flag: 'maybe' })).toEqual({
    result_flag: ['Please choose one of: negative, positive, inconclusive.'],
  })
  expect(Object.keys(await errorsOf({ lab: 'x'.repeat(121) }))).toEqual(['lab'])
  expect(await errorsOf({ sent_at: 'soon' })).toEqual({
    sent_at: ['sent_at must be a date and time, like 2026-11-20T16:10:00Z.'],
  })
  const { id } = (await add(animalId)).body.data
  const other = (await scheduled()).animalId
  const moved = await vet.put(`/samples/${id}`, { veterinary_record_animal_id: other })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['veterinary_record_animal_id']])
  const kind = (await admin.post('/sample-kinds', { name: 'Hair' })).body.data.id
  const hair = (await add(animalId, { sample_kind_id: kind })).body.data
  expect((await admin.delete(`/sample-kinds/${kind}`)).status).toBe(409)
  await admin.put(`/sample-kinds/${kind}`, { retired: 1 })
  expect((await vet.put(`/samples/${hair.id}`, { note: 'stays' })).status).toBe(200)
  expect(await errorsOf({ sample_kind_id: kind })).toEqual({
    sample_kind_id: ['This entry is no longer offered. Please choose another.'],
  })
})

test('a sample is added once however often it is sent, and concurrent edits are not lost', async () => {
  const { animalId } = await scheduled()
  const id = uuidv7()
  const all = await Promise.all(Array.from({ length: 5 }, () => add(animalId, { id, lab: 'PDS' })))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await labelsOf(vet, `filter[veterinary_record_animal_id]=${animalId}`)).toHaveLength(1)
  expect((await add(animalId, { id, lab: 'Other' })).status).toBe(409)
  const etag = String((await vet.get(`/samples/${id}`)).headers['etag'])
  const edits = await Promise.all(
    Array.from({ length: 5 }, (_, index) => vet.put(`/samples/${id}`, { note: `${index}` }, { 'if-match': etag })),
  )
  expect(edits.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412, 412, 412])
  expect((await vet.delete(`/samples/${id}`, { 'if-match': etag })).status).toBe(412)
  expect((await vet.delete(`/samples/${id}`)).status).toBe(200)
  expect((await vet.get(`/samples/${id}`)).status).toBe(404)
})

test('a label is a page of 62 × 29 mm that identifies the sample, one page per copy', async () => {
  const { ticket, animalId } = await scheduled()
  const { id, label } = (await add(animalId, { taken_at: '2026-11-20T16:10:00Z' })).body.data
  const answer = await vet.get(`/samples/${id}/label?copies=2`)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { pages, sizes } = await readPdf(answer.bytes)
  expect(pages).toHaveLength(2)
  for (const { width, height } of sizes) {
    expect((width / 72) * 25.4).toBeCloseTo(62, 1)
    expect((height / 72) * 25.4).toBeCloseTo(29, 1)
  }
  for (const page of pages)
    for (const text of [label, 'Lung, fresh', 'Y 4471', ticket.title]) expect(page).toContain(text)
  for (const copies of ['0', '21', 'two'])
    expect((await vet.get(`/samples/${id}/label?copies=${copies}`)).status).toBe(400)
})

describe('files with results', () => {
  const pdfOf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)
  const pdf = pdfOf('Mannheimia haemolytica')
  const png = async () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
  const send = (by: TestUser, sampleId: string, files: { name: string; bytes: Buffer }[], id?: string) =>
    uploadPhotos(factory, by, sampleId, files, { fields: [['media_attachable_type', 'Sample'], ...idField(id)] })
  const idField = (id?: string): [string, string][] => (id ? [['id', id]] : [])
  const sampleOf = async (animalId: string) => (await add(animalId)).body.data.id as string
  const filesOf = async (by: TestUser, sampleId: string) =>
    (await by.get(`/medias?filter[media_attachable_type]=Sample&filter[media_attachable_id]=${sampleId}`)).body.data
  const download = (address: string) => factory.app.inject({ url: new URL(address).pathname + new URL(address).search })

  test('PDFs are stored unchanged, images are processed like photos; the first file sets the time of the result', async () => {
    const { ticket, animalId } = await scheduled()
    const id = await sampleOf(animalId)
    const answer = await send(vet, id, [
      { name: 'culture', bytes: pdf },
      { name: 'plate.png', bytes: await png() },
    ])
    expect([answer.status, answer.body.message]).toEqual([201, 'File was successfully saved.'])
    const [document, image] = answer.body.data
    expect(document).toMatchObject({
      name: 'culture.pdf',
      media_attachable_type: 'Sample',
      media_attachable_id: id,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      width: 0,
    })
    expect(image).toMatchObject({ name: 'plate.png', width: 40, height: 30 })
    expect(await filesOf(vet, id)).toEqual([document, image])
    expect((await vet.get(`/medias/${document.id}`)).body.data).toEqual(document)
    const file = await download(document.image)
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.equals(pdf)]).toEqual([
      200,
      'application/pdf',
      true,
    ])
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''culture.pdf")
    expect((await download(image.image)).headers['content-type']).toBe('image/png')
    expect((await vet.get(`/samples/${id}`)).body.data.result_at).not.toBeNull()
    // they are not photos of the animal
    const animal = (await vet.get(`/post-mortems/${ticket.id}?include=medias`)).body.data
    expect(animal.veterinary_record.veterinary_record_animals[0]).toMatchObject({ photos: 0, medias: [] })
  })

  test('a file that is neither PDF nor image by content, damaged, or one too many is rejected and leaves nothing', async () => {
    const id = await sampleOf((await scheduled()).animalId)
    const text = await send(vet, id, [{ name: 'result.pdf', bytes: Buffer.from('hello') }])
    expect([text.status, text.body.message]).toEqual([
      415,
      'result.pdf: Please choose a pdf, jpg, jpeg, png, webp or heic file.',
    ])
    const cut = await send(vet, id, [
      { name: 'whole.pdf', bytes: pdf },
      { name: 'cut.pdf', bytes: Buffer.concat([pdf.subarray(0, 20), Buffer.alloc(3000)]) },
    ])
    expect([cut.status, cut.body.errors]).toEqual([
      422,
      { image: ['cut.pdf: This PDF is damaged and cannot be read.'] },
    ])
    expect(await filesOf(vet, id)).toEqual([])
    const twenty = Array.from({ length: 20 }, (_, number) => ({ name: `${number}.pdf`, bytes: pdfOf(`${number}`) }))
    expect((await send(vet, id, twenty)).status).toBe(201)
    const more = await send(vet, id, [{ name: 'more.pdf', bytes: pdf }])
    expect([more.status, more.body.message]).toEqual([409, 'A sample can have at most 20 files.'])
  })

  test('a repeated upload adds nothing; ten at once with one id add one', async () => {
    const id = await sampleOf((await scheduled()).animalId)
    const chosen = uuidv7()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(vet, id, [{ name: 'a.pdf', bytes: pdf }], chosen)),
    )
    for (const { status } of answers) expect(status).toBe(201)
    expect((await send(vet, id, [{ name: 'a.pdf', bytes: pdfOf('other') }], chosen)).status).toBe(409)
    const [file, ...others] = await filesOf(vet, id)
    expect([file.id, others]).toEqual([chosen, []])
    expect((await download(file.image)).rawPayload.equals(pdf)).toBe(true)
  })

  test('the id of a file is not that of a photo as well, whichever is uploaded first', async () => {
    const { animalId } = await scheduled()
    const id = await sampleOf(animalId)
    const bytes = await png()
    const addPhoto = (chosen: string) =>
      uploadPhotos(factory, vet, animalId, [{ name: 'a.png', bytes }], { fields: idField(chosen) })
    const [ofFile, ofPhoto] = [uuidv7(), uuidv7()]
    expect((await send(vet, id, [{ name: 'a.pdf', bytes: pdf }], ofFile)).status).toBe(201)
    expect((await addPhoto(ofFile)).status).toBe(409)
    expect((await addPhoto(ofPhoto)).status).toBe(201)
    expect((await send(vet, id, [{ name: 'a.pdf', bytes: pdf }], ofPhoto)).status).toBe(409)
    expect((await vet.get(`/medias/${ofPhoto}`)).body.data.media_attachable_id).toBe(animalId)
  })

  test('clients read them once the report is issued, and neither add nor delete any', async () => {
    const { ticket, animalId } = await scheduled()
    const id = await sampleOf(animalId)
    const file = (await send(vet, id, [{ name: 'a.pdf', bytes: pdf }])).body.data[0]
    const statuses = async (by: TestUser) => [
      (await filesOf(by, id)).length,
      (await by.get(`/medias/${file.id}`)).status,
      (await send(by, id, [{ name: 'b.pdf', bytes: pdf }])).status,
      (await by.delete(`/medias/${file.id}`)).status,
    ]
    expect(await statuses(client)).toEqual([0, 404, 404, 404])
    await complete(ticket.id)
    expect(await statuses(client)).toEqual([1, 200, 403, 403])
    expect(await statuses(otherClient)).toEqual([0, 404, 404, 404])
    const deleted = await vet.delete(`/medias/${file.id}`)
    expect([deleted.status, deleted.body.message]).toEqual([200, 'File was successfully deleted.'])
    expect(await filesOf(vet, id)).toEqual([])
    expect((await download(file.image)).statusCode).toBe(404)
  })

  test('a file that was truncated in the storage is reported as lost, and not sent as if it were whole', async () => {
    const { animalId } = await scheduled()
    const id = await sampleOf(animalId)
    const file = (await send(vet, id, [{ name: 'culture.pdf', bytes: pdf }])).body.data[0]
    const { file_key } = await factory.db
      .selectFrom('sample_files')
      .select('file_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    await truncate(pathOfKey(factory.dataDir, file_key), pdf.length - 1)
    const lost = await download(file.image)
    expect([lost.statusCode, lost.json().detail]).toEqual([
      404,
      'The file culture.pdf is lost. Please add it again if you have it.',
    ])
  })

  test('of a photo and a file of a sample that are sent at once with one id, one is accepted', async () => {
    const [{ animalId }, other] = [await scheduled(), await scheduled()]
    const sampleId = await sampleOf(other.animalId)
    const [id, file] = [uuidv7(), { name: 'cow.png', bytes: await png() }]
    await waitForJobs(factory.db)
    const answers = await whileLocked(factory.db, sql`lock table photos, sample_files in share mode`, [
      () => uploadPhotos(factory, vet, animalId, [file], { fields: idField(id) }),
      () => send(vet, sampleId, [file], id),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
  })

  test('a list of files contains samples or photos; backups and the file check include both', async () => {
    const id = await sampleOf((await scheduled()).animalId)
    const file = (await send(vet, id, [{ name: 'a.pdf', bytes: pdf }])).body.data[0]
    const mixed = '/medias?filter[media_attachable_type]=Sample,VeterinaryRecordAnimal'
    expect((await vet.get(mixed)).status).toBe(400)
    expect((await vet.get(`/medias?filter[media_attachable_id]=${id}`)).body.data).toEqual([])
    const row = await factory.db
      .selectFrom('sample_files')
      .selectAll()
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    const { rows } = await sql`select file_key from report_files where file_key = ${row.file_key}`.execute(factory.db)
    expect(rows).toHaveLength(1)
    const damages = async () => {
      const found: unknown[] = []
      await checkSampleFiles({ db: factory.db, storage: factory.storage }, ({ key, damage }) => {
        if (key === row.file_key) found.push(damage)
      })
      return found
    }
    expect(await damages()).toEqual([null])
    await factory.storage.remove(row.file_key)
    expect(await damages()).toEqual(['missing'])
    expect((await download(file.image)).statusCode).toBe(404)
  })
})
