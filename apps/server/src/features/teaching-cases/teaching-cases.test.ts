import sharp from 'sharp'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const diagnosis = (await admin.post('/diagnoses', { name: 'Frothy bloat of feedlots' })).body.data as {
  id: string
  name: string
}

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')
const showPhotos = (shown: 0 | 1) => admin.put('/provider', { case_photos: shown })
const casesSeenBy = async (user: TestUser) => (await user.get('/teaching-cases?per_page=999')).body

/** An animal of a completed ticket, with two photos and all identifying data. */
async function examined(fields: { vet_diagnosis_id?: string } = { vet_diagnosis_id: diagnosis.id }) {
  const { client, site } = await factory.client()
  const draft = await factory.draftPostMortem(client, site)
  const identity = {
    tag: 'Y 4471',
    rfid: '982000001088420',
    lot: 'F26-088',
    pen: 'North 12',
    customer_record_at: '2026-01-15',
  }
  const { id } = await factory.animal(client, draft.id, { ...identity, customer_notes: 'Found by Casey at the mill.' })
  const files = [
    { name: 'casey-doyle-1.jpg', bytes: await phoneJpeg(300, 200) },
    { name: 'casey-doyle-2.jpg', bytes: await phoneJpeg(300, 200) },
  ]
  const photos = (await uploadPhotos(factory, client, id, files)).body.data as { id: string; image: string }[]
  await client.put(`/post-mortems/${draft.id}`, { draft: 0 })
  await vet.put(`/veterinary-record-animals/${id}`, { ...fields, vet_findings: 'Froth, seen by the scale house.' })
  await vet.put(`/post-mortems/${draft.id}`, { scheduled_at: '2026-11-23 09:00:00', scheduled_for_id: vet.id })
  const ticket = (await vet.put(`/post-mortems/${draft.id}`, { completed_at: '1' })).body.data
  return { client, site, ticket, id, photos, address: `/veterinary-record-animals/${id}/teaching-case` }
}
const written = { title: 'Frothy bloat', text: 'A clear line in the oesophagus.' }

test("a teaching case shows diagnosis, year, season and the veterinarian's text, and nothing that identifies the animal", async () => {
  await showPhotos(1)
  const { client, site, ticket, id, photos, address } = await examined()
  const shared = await vet.put(address, { ...written, photo_ids: [photos[1]?.id] })
  expect([shared.status, shared.body.data.photo_ids]).toEqual([200, [photos[1]?.id]])
  const everybody = [client, vet, admin, (await factory.client()).client, await factory.user('Client')]
  for (const user of everybody) {
    const { data } = (await user.get(`/teaching-cases/${shared.body.data.id}`)).body
    expect(data).toMatchObject({ ...written, diagnosis: { id: diagnosis.id, name: diagnosis.name }, year: 2026 })
    expect(data.season).toBe('winter')
    expect(data.photos).toHaveLength(1)
  }
  // those of the factory are four hexadecimal digits, which a random id may contain
  await factory.pool.query(`update users set last_name = 'Surname ' || id`)
  // searches whole responses for all identifying data of the animal
  const animal = (await vet.get(`/veterinary-record-animals/${id}`)).body.data
  const people = await factory.db.selectFrom('users').select(['id', 'email', 'first_name', 'last_name']).execute()
  const identifying = [
    ticket.id,
    ticket.title,
    id,
    site.id,
    site.customerId,
    animal.tag,
    animal.rfid,
    animal.lot,
    animal.pen,
    animal.vet_findings,
    animal.customer_notes,
    '01-15',
    'casey',
    'scale house',
    ticket.veterinary_record.customer.name,
    ticket.veterinary_record.site.name,
    ...photos.map((photo) => photo.id),
    ...people.flatMap(({ id: person, email, last_name }) => [person, email, last_name ?? email]),
  ].map((value) => String(value).toLowerCase())
  const one = await client.get(`/teaching-cases/${shared.body.data.id}`)
  for (const answer of [one, await client.get(`/teaching-cases?filter[diagnosis_id]=${diagnosis.id}`)]) {
    const responseText = `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`.toLowerCase()
    expect(identifying.filter((value) => responseText.includes(value))).toEqual([])
  }
})

test('only veterinarians share cases, of completed tickets with an issued diagnosis', async () => {
  const { client, address } = await examined()
  for (const ask of [client.get(address), client.put(address, written), client.delete(address)])
    expect((await ask).status).toBe(403)
  const otherClient = (await factory.client()).client
  for (const ask of [otherClient.get(address), otherClient.put(address, written), otherClient.delete(address)])
    expect((await ask).status).toBe(404)
  const without = await examined({})
  const refused = await vet.put(without.address, written)
  expect([refused.status, refused.body.message]).toEqual([409, serverTexts.refusal.teachingCaseNeedsDiagnosis])
  const pending = await factory.pendingPostMortem(without.client, without.site)
  const open = pending.veterinary_record.veterinary_record_animals[0]?.id
  expect((await vet.put(`/veterinary-record-animals/${open}/teaching-case`, written)).status).toBe(409)
  expect((await vet.delete(address)).status).toBe(404)
})

test('a text with identifying names has to be confirmed', async () => {
  const { address, ticket } = await examined()
  const title = `Bloat at ${ticket.veterinary_record.site.name}`
  const named = await vet.put(address, { title, text: 'Tag y4471, chip 982 000 001 088 420.' })
  expect(named.status).toBe(422)
  expect(named.body.errors.title[0]).toContain(ticket.veterinary_record.site.name)
  expect(named.body.errors.text[0]).toContain('982000001088420, Y 4471')
  expect((await vet.get(address)).body.data.id).toBeNull()
  const confirmed = await vet.put(address, { title, text: 'Tag y4471.', names_confirmed: 1 })
  expect(confirmed.body.data).toMatchObject({ title, text: 'Tag y4471.' })
  expect((await vet.put(address, { title: ' ', text: '' })).body.errors).toEqual({
    title: [texts.validation.teachingCaseTitleRequired],
    text: [texts.validation.teachingCaseTextRequired],
  })
  await vet.delete(address)
})

test('the short name of a customer, colleagues of the client and other animals of the ticket have to be confirmed, too', async () => {
  const { address, site, ticket } = await examined()
  await admin.put(`/customers/${site.customerId}`, { name: 'Red Mesa Cattle' })
  await admin.post('/veterinary-record-animals', { veterinary_record_id: ticket.id, tag: 'Q 8812' })
  const colleague = await factory.user('Client', [site.id])
  await admin.put(`/users/${colleague.id}`, { first_name: 'Thea', last_name: 'Bergstrom' })
  const text = 'At Red Mesa, Bergstrom had seen the same in Q8812.'
  const refused = await vet.put(address, { title: 'Frothy bloat', text })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { text: [serverTexts.validation.teachingCaseNames('Bergstrom, Q 8812, Red Mesa Cattle')] },
  ])
  expect((await vet.put(address, { title: 'Frothy bloat', text: 'A red spleen, seen at the mesa.' })).status).toBe(200)
  await vet.delete(address)
})

test('the names to avoid contain no e-mail address, and a text with one has to be confirmed all the same', async () => {
  const { address, client } = await examined()
  const { names } = (await vet.get(address)).body.data
  expect(names).toContain('Y 4471')
  expect(names.filter((name: string) => name.includes('@'))).toEqual([])
  const refused = await vet.put(address, { title: 'Frothy bloat', text: `Asked ${client.email}.` })
  expect([refused.status, refused.body.errors.text[0]]).toEqual([422, expect.stringContaining(client.email)])
  await vet.delete(address)
})

test('only selected photos are shown, if the setting is on, without metadata, by a route that checks each request', async () => {
  await showPhotos(0)
  const { address, photos } = await examined()
  const chosen = { ...written, photo_ids: [photos[0]?.id] }
  const refused = await vet.put(address, chosen)
  expect([refused.status, refused.body.message]).toEqual([409, serverTexts.refusal.teachingCasePhotosOff])
  await showPhotos(1)
  const otherAnimal = await examined()
  for (const photo_ids of [[otherAnimal.photos[0]?.id], ['not-an-id']])
    expect(Object.keys((await vet.put(address, { ...written, photo_ids })).body.errors)).toEqual(['photo_ids'])
  const { id } = (await vet.put(address, chosen)).body.data
  const [shown] = (await vet.get(`/teaching-cases/${id}`)).body.data.photos
  const read = (url: string) => factory.anonymous.get(pathOf(url))
  const image = await read(shown.image)
  expect([image.status, image.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect((await sharp(image.bytes).metadata()).exif).toBeUndefined()
  expect((await read(shown.thumbnail)).status).toBe(200)
  // the signature is required, and not valid for another number or for the photo itself
  expect((await read(shown.image.replace('/1/image', '/2/image'))).status).toBe(404)
  expect((await read(shown.image.replace(/signature=.*/, 'signature=x'))).status).toBe(404)
  expect((await read(shown.image.replace(`teaching-cases/${id}/1`, `photos/${photos[0]?.id}`))).status).toBe(404)
  // texts can be changed without the photos
  expect((await vet.put(address, { ...written, title: 'Bloat' })).body.data.photo_ids).toEqual(chosen.photo_ids)
  await showPhotos(0)
  expect((await read(shown.image)).status).toBe(404)
  expect((await vet.get(`/teaching-cases/${id}`)).body.data.photos).toEqual([])
  await showPhotos(1)
  expect((await read(shown.image)).status).toBe(200)
  await admin.delete(`/medias/${photos[0]?.id}`)
  expect((await read(shown.image)).status).toBe(404)
  expect((await vet.get(`/teaching-cases/${id}`)).body.data.photos).toEqual([])
})

test('a withdrawn case disappears at once, and so does one whose animal or ticket is deleted', async () => {
  await showPhotos(1)
  const ways = [
    ({ address }: Awaited<ReturnType<typeof examined>>) => vet.delete(address),
    ({ id }: Awaited<ReturnType<typeof examined>>) => admin.delete(`/veterinary-record-animals/${id}`),
    ({ ticket }: Awaited<ReturnType<typeof examined>>) => admin.delete(`/post-mortems/${ticket.id}`),
  ]
  for (const goAway of ways) {
    const examinedAnimal = await examined()
    // a sent ticket keeps at least one animal
    await admin.post('/veterinary-record-animals', { veterinary_record_id: examinedAnimal.ticket.id, tag: 'Z 1' })
    const { id } = (await vet.put(examinedAnimal.address, { ...written, photo_ids: [examinedAnimal.photos[0]?.id] }))
      .body.data
    const [photo] = (await vet.get(`/teaching-cases/${id}`)).body.data.photos
    const before = (await casesSeenBy(examinedAnimal.client)).meta.total
    expect((await factory.anonymous.get(pathOf(photo.image))).status).toBe(200)
    expect((await goAway(examinedAnimal)).status).toBe(200)
    expect((await vet.get(`/teaching-cases/${id}`)).status).toBe(404)
    expect((await casesSeenBy(examinedAnimal.client)).meta.total).toBe(before - 1)
    expect((await factory.anonymous.get(pathOf(photo.image))).status).toBe(404)
  }
})

test('a case that somebody else changed meanwhile is not overwritten, and the log records who shared it', async () => {
  const { address, id } = await examined()
  const { headers } = await vet.put(address, written)
  const etag = { 'if-match': String(headers['etag']) }
  expect((await admin.put(address, { ...written, title: 'Bloat' }, etag)).status).toBe(200)
  expect((await vet.put(address, written, etag)).status).toBe(412)
  expect((await vet.delete(address, etag)).status).toBe(412)
  const log = (await admin.get(`/audit-log?filter[subject_id]=${id}`)).body.data
  const actions = log.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['teaching case shared', 'teaching case changed']))
})
