import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()
const vet = await factory.user('Veterinarian')
const admin = await factory.user('Admin')
const diagnosis = (await admin.post('/diagnoses', { name: 'Frothy bloat' })).body.data
const slot = (await admin.post('/photo-slots', { name: 'Trachea' })).body.data
const lesion = { diagnosis_id: diagnosis.id, role: 'primary', certainty: 'probable', basis: 'gross' }

type Reader = Pick<typeof client, 'get'>

async function scheduledTicket() {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const [animal] = record.veterinary_record_animals
  if (!animal) throw new Error('the ticket has no animal')
  return { id, animalId: animal.id, ticket: `/post-mortems/${id}`, animal: `/veterinary-record-animals/${animal.id}` }
}
type Ticket = Awaited<ReturnType<typeof scheduledTicket>>

/** What someone reads of a ticket and its animal, and their ETags. */
async function readBy(reader: Reader, { ticket, animal }: Ticket) {
  const answers = [await reader.get(`${ticket}?include=medias`), await reader.get(animal)]
  const withoutSignatures = (key: string, value: unknown) =>
    key === 'image' || key === 'thumbnail' || key === 'carcass' ? undefined : value
  return answers.map(({ body, headers }) => ({
    etag: headers['etag'],
    data: JSON.parse(JSON.stringify(body.data, withoutSignatures)),
  }))
}
const etagsOf = (read: Awaited<ReturnType<typeof readBy>>) => read.map(({ etag }) => etag)

/** The `vets_only` of the changes of a ticket since the last call, of which open browsers are told. */
async function takeEvents({ id }: Ticket): Promise<boolean[]> {
  const changes = factory.db.deleteFrom('changes').where('post_mortem_id', '=', id).where('kind', '=', 'post_mortem')
  return (await changes.returning('vets_only').execute()).map(({ vets_only }) => vets_only)
}

async function expectUnseen(one: Ticket, change: () => Promise<{ status: number }>): Promise<void> {
  const [client1, vet1] = [await readBy(client, one), await readBy(vet, one)]
  await takeEvents(one)
  expect((await change()).status).toBeLessThan(300)
  const [client2, vet2] = [await readBy(client, one), await readBy(vet, one)]
  expect(client2).toEqual(client1)
  expect(etagsOf(vet2)[0]).not.toBe(etagsOf(vet1)[0])
  expect(await takeEvents(one)).toEqual([true])
}

async function expectSeen(one: Ticket, change: () => Promise<{ status: number }>): Promise<void> {
  const before = await readBy(client, one)
  await takeEvents(one)
  expect((await change()).status).toBeLessThan(300)
  const after = await readBy(client, one)
  for (const [index, { etag, data }] of after.entries()) {
    expect(etag).not.toBe(before[index]?.etag)
    expect(data.updated_at > before[index]?.data.updated_at).toBe(true)
  }
  expect(await takeEvents(one)).toContain(false)
}

test('a client notices nothing of the work on an opinion until it is issued, and then everything', async () => {
  const one = await scheduledTicket()
  await expectUnseen(one, () => vet.put(one.animal, { vet_findings: 'Foam in the trachea.' }))
  await expectUnseen(one, () => vet.put(`${one.animal}/examination`, { lesions: [lesion] }))
  await expectUnseen(one, () => admin.put(one.animal, { vet_diagnosis_note: 'Typical.' }))
  await expectSeen(one, () => vet.post(`${one.ticket}/report-versions`, { kind: 'preliminary' }))
  await expectUnseen(one, () => vet.put(one.animal, { vet_findings: 'Foam in the trachea and bronchi.' }))
  await expectSeen(one, () => vet.put(one.ticket, { completed_at: '1' }))
})

test('a client sees how the report groups animals as it is in the newest issued version, and no other choice of it', async () => {
  const one = await scheduledTicket()
  const group = (report_grouped: number) => () => vet.put(one.ticket, { report_grouped })
  const groupedFor = async (reader: Reader) => (await reader.get(one.ticket)).body.data.report_grouped
  await expectUnseen(one, group(1))
  expect([await groupedFor(client), await groupedFor(vet)]).toEqual([0, 1])
  await expectSeen(one, () => vet.post(`${one.ticket}/report-versions`, { kind: 'preliminary' }))
  expect(await groupedFor(client)).toBe(1)
  await expectUnseen(one, group(0))
  await expectUnseen(one, group(1))
  await vet.put(one.ticket, { completed_at: '1' })
  await expectUnseen(one, () => vet.post(`${one.ticket}/amendment`, { reason: 'Another look.' }))
  await expectUnseen(one, group(0))
  const { data: listed } = (await client.get('/post-mortems?per_page=9999')).body
  expect(listed.find(({ id }: { id: string }) => id === one.id).report_grouped).toBe(1)
  await expectUnseen(one, () => vet.delete(`${one.ticket}/amendment`))
  expect([await groupedFor(client), await groupedFor(vet)]).toEqual([1, 1])
  await vet.post(`${one.ticket}/amendment`, { reason: 'Another look.' })
  await expectUnseen(one, group(0))
  expect((await vet.put(`${one.ticket}/amendment`, { issue: 1 })).status).toBe(200)
  expect([await groupedFor(client), await groupedFor(vet)]).toEqual([0, 0])
})

test('a client saves what it read before a veterinarian worked on the opinion, and not what somebody else changed', async () => {
  const colleague = await factory.user('Client', [site.id])
  const { veterinary_record: record } = await factory.pendingPostMortem(client, site)
  const [animal] = record.veterinary_record_animals
  const address = `/veterinary-record-animals/${animal?.id}`
  const { headers } = await client.get(address)
  const ifMatch = { 'if-match': String(headers['etag']) }
  await vet.put(address, { vet_findings: 'Foam in the trachea.' })
  expect((await vet.put(address, { vet_findings: 'Too late.' }, ifMatch)).status).toBe(412)
  const saved = await client.put(address, { pen: '7' }, ifMatch)
  expect(saved.status).toBe(200)
  expect((await colleague.put(address, { pen: '8' }, ifMatch)).status).toBe(412)
  expect((await colleague.put(address, { pen: '8' }, { 'if-match': String(saved.headers['etag']) })).status).toBe(200)
})

test('a client notices nothing of an amendment that is discarded, and everything of one that is issued', async () => {
  const one = await scheduledTicket()
  const files = [{ name: 'cow.jpg', bytes: await phoneJpeg() }]
  const photo = (await uploadPhotos(factory, vet, one.animalId, files)).body.data[0]
  await vet.put(one.ticket, { completed_at: '1' })
  const amend = () => vet.post(`${one.ticket}/amendment`, { reason: 'Another look.' })
  const work = [
    amend,
    () => vet.put(one.animal, { vet_findings: 'Foam in the trachea.' }),
    () => vet.put(`${one.animal}/examination`, { lesions: [lesion] }),
    () => vet.put(`${one.animal}/photo-slots/${slot.id}`, { skipped_reason: 'Too dark.' }),
    () => vet.put(`/medias/${photo.id}`, { caption: 'The trachea' }),
    () => vet.delete(`/medias/${photo.id}`),
  ]
  for (const change of work) await expectUnseen(one, change)
  await expectUnseen(one, () => vet.delete(`${one.ticket}/amendment`))
  for (const change of work) await expectUnseen(one, change)
  await expectSeen(one, () => vet.put(`${one.ticket}/amendment`, { issue: 1 }))
})

test("an Admin's correction of a completed ticket is seen at once, because it is issued", async () => {
  const one = await scheduledTicket()
  await vet.put(one.ticket, { completed_at: '1' })
  await expectSeen(one, () => admin.put(one.animal, { vet_findings: 'Foam in the trachea.' }))
})

test('lists order and filter by the changes that their reader sees', async () => {
  const own = await factory.client()
  const first = await factory.scheduledPostMortem(own.client, own.site, vet)
  const second = await factory.scheduledPostMortem(own.client, own.site, vet)
  const [animal] = first.veterinary_record.veterinary_record_animals
  const [later] = second.veterinary_record.veterinary_record_animals
  await vet.put(`/veterinary-record-animals/${animal?.id}`, { vet_findings: 'Foam in the trachea.' })
  const ids = async (reader: Reader, query: string) =>
    (await reader.get(`${query}&filter[site_id]=${own.site.id}`)).body.data.map(({ id }: { id: string }) => id)
  const since = encodeURIComponent(second.updated_at)
  const tickets = [first.id, second.id]
  expect(await ids(own.client, '/post-mortems?sort=updated_at')).toEqual(tickets)
  expect(await ids(vet, '/post-mortems?sort=updated_at')).toEqual(tickets.toReversed())
  expect(await ids(own.client, '/post-mortems?view=card&sort=-updated_at')).toEqual(tickets.toReversed())
  expect(await ids(own.client, `/post-mortems?filter[updated_at:gt]=${since}`)).toEqual([])
  expect(await ids(vet, `/post-mortems?filter[updated_at:gt]=${since}`)).toEqual([first.id])
  const animals = await own.client.get('/veterinary-record-animals?sort=-updated_at')
  expect(animals.body.data.map(({ id }: { id: string }) => id)).toEqual([later?.id, animal?.id])
})
