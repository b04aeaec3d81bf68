import { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)

// the response is written without its schema, which would leave out such fields
test('a ticket has no field that its document does not tell of, whoever reads it and in whichever state', async () => {
  const { client, site } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const { id } = await factory.db
    .selectFrom('library_entries')
    .select('id')
    .where('list', '=', 'diagnoses')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ticket = await factory.scheduledPostMortem(client, site, vet)
  const [animal] = ticket.veterinary_record.veterinary_record_animals
  if (!animal) throw new Error('the ticket has no animal')
  const read = async () => {
    for (const reader of [client, vet])
      for (const query of ['', '?include=medias']) {
        const { data } = (await reader.get(`/post-mortems/${ticket.id}${query}`)).body
        expect(data.veterinary_record.veterinary_record_animals).toHaveLength(1)
        expect(Value.Clean(PostMortem, structuredClone(data))).toEqual(data)
      }
  }
  const address = `/veterinary-record-animals/${animal.id}`
  const lesion = { diagnosis_id: id, role: 'primary', certainty: 'confirmed', basis: 'histology', note: 'Seen.' }
  const systems = [{ system: 'liver', state: 'abnormal', text: 'Pale.' }]
  await uploadPhotos(factory, vet, animal.id, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])
  await vet.put(address, { treatments_given: [{ name: 'Tylosin', given_at: '2026-11-01' }], weight: 540 })
  await vet.put(`${address}/examination`, { mode: 'on_site', extent: 'partial', systems, lesions: [lesion] })
  await read()
  await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
  await read()
  await vet.post(`/post-mortems/${ticket.id}/amendment`, { reason: 'Another look.' })
  await vet.put(`${address}/examination`, { lesions: [] })
  await read()
})
