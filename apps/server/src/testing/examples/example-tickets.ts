import sharp from 'sharp'
import { multipartOf } from '../multipart.ts'
import type { ExampleBuilder, ExampleSetup } from './example-setup.ts'
import type { ExampleName } from '../../http/openapi/example-values.ts'

/** Image for upload examples. */
export const exampleImage = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()

/** Tickets of examples, and what belongs to them. */
export function ticketBuilders({ factory, admin, vet, client, site, entryOf, animal }: ExampleSetup) {
  const reportVersion = async () => {
    const { id } = await factory.completedPostMortem(client, site, vet)
    return (await vet.get(`/post-mortems/${id}/report-versions`)).body.data[0]
  }
  const caseAnimal = async () => {
    const { id, veterinary_record } = await factory.scheduledPostMortem(client, site, vet)
    const animalId = veterinary_record.veterinary_record_animals[0]?.id ?? ''
    await vet.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: await entryOf('diagnoses') })
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    const shared = { title: 'Bloat', text: 'A line in the oesophagus.' }
    await vet.put(`/veterinary-record-animals/${animalId}/teaching-case`, shared)
    return animalId
  }
  const photo = async () => {
    const form = new FormData()
    form.set('media_attachable_id', await animal())
    form.set('image', new Blob([new Uint8Array(await exampleImage())]), 'cow.png')
    const { headers, payload } = await multipartOf(form)
    return String((await admin.post('/medias', payload, headers)).body.data[0].id)
  }
  // the comment in an example must belong to its ticket
  let commentedTicket = ''
  return {
    draftTicket: async () => {
      const { id } = await factory.draftPostMortem(client, site)
      await factory.animal(client, id)
      return id
    },
    pendingTicket: async () => (await factory.pendingPostMortem(client, site)).id,
    scheduledTicket: async () => (await factory.scheduledPostMortem(client, site, vet)).id,
    completedTicket: async () => (await factory.completedPostMortem(client, site, vet)).id,
    amendedTicket: async () => {
      const { id } = await factory.completedPostMortem(client, site, vet)
      await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Results of the laboratory.' })
      return id
    },
    reportVersion: async () => (await reportVersion()).id,
    reportCode: async () => (await reportVersion()).code,
    animal,
    photo,
    commentedTicket: async () => (commentedTicket = (await factory.pendingPostMortem(client, site)).id),
    comment: async () => (await admin.post(`/post-mortems/${commentedTicket}/comments`, { text: 'Hi' })).body.data.id,
    sampleKind: () => entryOf('sample-kinds'),
    sample: async () => {
      const newSample = { veterinary_record_animal_id: await animal(), sample_kind_id: await entryOf('sample-kinds') }
      return (await admin.post('/samples', newSample)).body.data.id
    },
    caseAnimal,
    teachingCase: async () =>
      (await vet.get(`/veterinary-record-animals/${await caseAnimal()}/teaching-case`)).body.data.id,
  } satisfies Partial<Record<ExampleName, ExampleBuilder>>
}
