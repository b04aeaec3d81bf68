import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

/** A sent ticket with a danger sign, a sample and an assigned veterinarian. */
async function example() {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id: sign } = (await admin.post('/danger-signs', { name: `Sores ${site.id}`, level: 'call' })).body.data
  const { id: kind } = (await admin.post('/sample-kinds', { name: `Lung ${site.id}` })).body.data
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { danger_sign_ids: [sign], died_at: new Date().toISOString() })
  await client.put(`/post-mortems/${id}`, { draft: 0, danger_acknowledged: 1 })
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.id })
  const sample = await vet.post('/samples', { veterinary_record_animal_id: animal.id, sample_kind_id: kind })
  const addresses = {
    ticket: `/post-mortems/${id}`,
    animal: `/veterinary-record-animals/${animal.id}`,
    sample: `/samples/${sample.body.data.id}`,
    user: `/users/${client.id}`,
  }
  const readEtags = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(addresses).map(async ([name, path]) => [name, (await admin.get(path)).headers['etag']] as const),
      ),
    )
  return { client, site, vet, sign, kind, addresses, readEtags }
}

test('an ETag changes when a resource shows another name or danger of others, and If-Match with the old one is stale', async () => {
  const { site, vet, sign, kind, addresses, readEtags } = await example()
  const changes: [path: string, body: object, changed: string[]][] = [
    [`/danger-signs/${sign}`, { level: 'stop' }, ['ticket', 'animal']],
    [`/danger-signs/${sign}`, { advice: 'Keep away.' }, ['ticket', 'animal']],
    [`/sites/${site.id}`, { name: 'Feedlot of another name' }, ['ticket', 'user']],
    [`/customers/${site.customerId}`, { name: 'Feeders of another name' }, ['ticket', 'user']],
    [`/users/${vet.id}`, { last_name: 'Another' }, ['ticket']],
    [`/sample-kinds/${kind}`, { name: 'Another kind' }, ['sample']],
  ]
  let before = await readEtags()
  for (const [path, body, changed] of changes) {
    expect([path, (await admin.put(path, body)).status]).toEqual([path, 200])
    const after = await readEtags()
    const differing = Object.keys(after).filter((name) => after[name] !== before[name])
    expect([body, differing]).toEqual([body, changed])
    for (const name of changed) {
      // cast: the keys of `addresses`
      const address = addresses[name as keyof typeof addresses]
      const old = { 'if-match': String(before[name]) }
      expect([body, name, (await admin.put(address, {}, old)).status]).toEqual([body, name, 412])
    }
    before = after
  }
  for (const [name, address] of Object.entries(addresses))
    expect([name, (await admin.put(address, {}, { 'if-match': String(before[name]) })).status]).toEqual([name, 200])
})

test('an animal or photo of a completed ticket is stale for a client who sends an old If-Match, before it is read-only', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id, veterinary_record } = await factory.scheduledPostMortem(client, site, vet)
  const animalId = String(veterinary_record.veterinary_record_animals[0]?.id)
  const uploaded = await uploadPhotos(factory, vet, animalId, [{ name: 'a.jpg', bytes: await phoneJpeg(40, 30) }])
  const animal = `/veterinary-record-animals/${animalId}`
  const photo = `/medias/${uploaded.body.data[0].id}`
  const etagOf = async (path: string) => String((await client.get(path)).headers['etag'])
  const old = { animal: await etagOf(animal), photo: await etagOf(photo) }
  await vet.put(photo, { caption: 'Left lung' })
  await vet.put(animal, { pen: '9' })
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  const statuses = async (etags: typeof old) => [
    (await client.put(animal, { pen: '7' }, { 'if-match': etags.animal })).status,
    (await client.delete(animal, { 'if-match': etags.animal })).status,
    (await client.put(`${animal}/examination`, { condition: 2 }, { 'if-match': etags.animal })).status,
    (await client.put(photo, { caption: 'Right lung' }, { 'if-match': etags.photo })).status,
    (await client.delete(photo, { 'if-match': etags.photo })).status,
  ]
  expect(await statuses(old)).toEqual([412, 412, 403, 412, 412])
  expect(await statuses({ animal: await etagOf(animal), photo: await etagOf(photo) })).toEqual([
    409, 409, 403, 409, 409,
  ])
})

test('a ticket has the same ETag with its photos, which PUT takes', async () => {
  const { addresses, readEtags } = await example()
  const { ticket } = await readEtags()
  const withPhotos = await admin.get(`${addresses.ticket}?include=medias`)
  expect(withPhotos.headers['etag']).toBe(ticket)
  expect((await admin.put(addresses.ticket, { duration_minutes: 30 }, { 'if-match': String(ticket) })).status).toBe(200)
})
