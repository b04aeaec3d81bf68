import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { exampleIds } from './http/openapi/example-values.ts'
import { seedLibrary } from './features/library/index.ts'
import { createSharedFactory } from './testing/factory.ts'
import { exampleRequests, readContract } from './testing/openapi-contract.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const { operations, exampleQueries } = readContract((await factory.app.inject('/api/v1/openapi.json')).json())

test('no response to a client changes with an opinion before it is issued, an internal message, a sample or an open amendment', async () => {
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client()
  const open = await factory.scheduledPostMortem(client, site, vet)
  const completed = await factory.completedPostMortem(client, site, vet)
  const animalOf = (ticket: typeof open) => ticket.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const entryOf = async (list: string) => String((await vet.get(`/${list}?per_page=1`)).body.data[0].id)
  const [diagnosis_id, sample_kind_id] = [await entryOf('diagnoses'), await entryOf('sample-kinds')]
  const version = (await vet.get(`/post-mortems/${completed.id}/report-versions`)).body.data[0]
  const token = /calendar\/(.+)\.ics$/.exec((await client.post('/calendar-feeds')).body.data.url)?.[1] ?? ''
  const lesion = { id: uuidv7(), diagnosis_id, role: 'primary', certainty: 'confirmed', basis: 'gross' }
  const text = 'Froth in the trachea'

  const urls = operations
    .filter(({ method, tags }) => method === 'GET' && tags[0] !== 'exports')
    .flatMap((operation) => {
      if (!operation.path.includes('{')) {
        const period = ['from=2026-11-01', 'to=2026-12-01'].filter((part) =>
          exampleQueries(operation).some((query) => query.split('=')[0] === part.split('=')[0]),
        )
        const ways = exampleQueries(operation).filter((query) => /^(sort|view|include|by)=|isnull|vet_/.test(query))
        return ['', ...ways].map((query) => `${operation.path}?${[...period, query].join('&')}`)
      }
      return exampleRequests(operation).flatMap(({ url }) =>
        [open, completed].map((ticket) =>
          ['pendingTicket', 'scheduledTicket', 'completedTicket', 'commentedTicket', 'amendedTicket', 'draftTicket']
            // cast: names of examples
            .reduce((path, name) => path.replace(exampleIds[name as 'pendingTicket'], ticket.id), url)
            .replace(exampleIds.animal, animalOf(ticket))
            .replace(exampleIds.caseAnimal, animalOf(ticket))
            .replace(exampleIds.reportVersion, version.id)
            .replace(exampleIds.site, site.id)
            .replace(exampleIds.customer, site.customerId)
            .replace('token-of-the-calendar-feed', token),
        ),
      )
    })
  const read = async () => {
    const answers: unknown[] = []
    for (const url of new Set(urls)) {
      const { statusCode, headers, body } = await factory.app.inject({
        url,
        headers: { authorization: `Bearer ${client.token}` },
      })
      // the carcass clock goes on
      const still = body.replaceAll(/"(examine_by|hours|band)":[^,}]*|\?expires=[^"]*/g, '')
      const isPdf = String(headers['content-type']).includes('pdf')
      answers.push([url, statusCode, headers.etag, headers['last-modified'], isPdf || still])
    }
    return answers
  }

  const before = await read()
  const animal = `/veterinary-record-animals/${animalOf(open)}`
  const finding = { system: 'liver', state: 'abnormal', text }
  const examination = { mode: 'on_site', extent: 'partial', systems: [finding], lesions: [lesion] }
  const sample = { veterinary_record_animal_id: animalOf(open), sample_kind_id, result: text }
  const statuses = [
    await vet.put(animal, { vet_findings: text, vet_diagnosis_note: text }),
    await vet.put(`${animal}/examination`, examination),
    await vet.post('/samples', sample),
    await vet.post(`/post-mortems/${open.id}/comments`, { text, internal: 1 }),
    await vet.post(`/post-mortems/${completed.id}/comments`, { text, internal: 1 }),
    await vet.post(`/post-mortems/${completed.id}/amendment`, { reason: text }),
    await vet.put(`/veterinary-record-animals/${animalOf(completed)}`, {
      vet_findings: text,
      vet_diagnosis_id: diagnosis_id,
    }),
  ].map(({ status }) => status)
  expect(statuses.every((status) => status < 300)).toBe(true)
  expect(await read()).toEqual(before)
})
