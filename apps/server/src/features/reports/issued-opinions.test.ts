import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { createReportFactory, animalOf, issuePreliminary } from './testing/report-factory.ts'

const factory = await createSharedFactory()
const { client, site, vet, pneumonia, bloat, sentTicket, withoutVersions } = await createReportFactory(factory)

describe('an opinion is not visible to a client before it is issued', () => {
  const markers = (word: string) => ({
    vet_diagnosis_note: `note-${word}`,
    vet_findings: `findings-${word}`,
  })
  const write = async (animalId: string, word: string, diagnosis: string) => {
    await vet.put(`/veterinary-record-animals/${animalId}`, markers(word))
    await vet.put(`/veterinary-record-animals/${animalId}/examination`, {
      systems: [{ system: 'liver', state: 'abnormal', text: `liver-${word}` }],
      lesions: [
        { diagnosis_id: diagnosis, role: 'primary', certainty: 'probable', basis: 'gross', note: `lesion-${word}` },
      ],
    })
  }
  /** Everything that a person can read of a ticket through every GET route of the API. */
  const readEverything = async (by: TestUser, ticket: { id: string; animalId: string }) => {
    const document = (await factory.app.inject('/api/v1/openapi.json')).json()
    const read = []
    // cast: paths of an OpenAPI document
    for (const [path, methods] of Object.entries(document.paths as Record<string, object>)) {
      if (!('get' in methods) || path.includes('events')) continue
      const noun = /^\/api\/v1\/([\w-]+)/.exec(path)?.[1]
      const id = noun === 'post-mortems' ? ticket.id : ticket.animalId
      const url = path
        .replace('/api/v1', '')
        .replace('{id}', id)
        .replaceAll(/\{\w+\}/g, 'x')
      for (const query of ['', noun === 'post-mortems' ? '?include=medias' : '?per_page=9999']) {
        const { status, bytes } = await by.get(url + query)
        if (status === 200) read.push({ url: url + query, text: bytes.toString() })
      }
    }
    return read
  }
  /** The URLs whose responses contain this text. */
  const routesWith = async (by: TestUser, ticket: { id: string; animalId: string }, word: string) =>
    (await readEverything(by, ticket)).filter(({ text }) => text.includes(`-${word}`)).map(({ url }) => url)
  const foundBy = async (by: TestUser, path: string, filter: string): Promise<string[]> =>
    (await by.get(`${path}?per_page=9999&${filter}`)).body.data.map(({ id }: { id: string }) => id)

  test('in any route; afterwards only as issued, never as edited later; vet roles see the current one', async () => {
    const ticket = await sentTicket()
    await write(ticket.animalId, 'unissued', pneumonia.id)
    expect(await routesWith(client, ticket, 'unissued')).toEqual([])
    expect((await routesWith(vet, ticket, 'unissued')).length).toBeGreaterThan(5)
    const animal = (await client.get(`/veterinary-record-animals/${ticket.animalId}`)).body.data
    expect(animal).toMatchObject({
      vet_diagnosis_id: null,
      vet_diagnosis: null,
      vet_diagnosis_note: null,
      vet_findings: null,
      examination: null,
    })
    await issuePreliminary(vet, ticket.id)
    await write(ticket.animalId, 'edited', bloat.id)
    expect((await routesWith(client, ticket, 'unissued')).length).toBeGreaterThan(5)
    expect(await routesWith(client, ticket, 'edited')).toEqual([])
    const issued = (await client.get(`/veterinary-record-animals/${ticket.animalId}`)).body.data
    expect(issued).toMatchObject({
      ...markers('unissued'),
      vet_diagnosis_id: pneumonia.id,
      vet_diagnosis: pneumonia,
      examination: { lesions: [{ diagnosis: pneumonia, note: 'lesion-unissued' }] },
    })
    await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
    expect((await routesWith(client, ticket, 'edited')).length).toBeGreaterThan(5)
    expect(await routesWith(client, ticket, 'unissued')).toEqual([])
  })

  test('in responses to its own changes', async () => {
    const postMortem = await factory.pendingPostMortem(client, site)
    const ticket = { id: postMortem.id, animalId: animalOf(postMortem) }
    await write(ticket.animalId, 'answer', pneumonia.id)
    const answers = [
      await client.put(`/veterinary-record-animals/${ticket.animalId}`, { pen: '7' }),
      await client.post('/veterinary-record-animals', { veterinary_record_id: ticket.id, tag: 'B 2' }),
      await client.delete(`/veterinary-record-animals/${ticket.animalId}`),
    ]
    for (const { status, bytes } of answers) {
      expect(status).toBeLessThan(300)
      expect(bytes.toString()).not.toContain('-answer')
    }
  })

  test.each(['/veterinary-record-animals', '/animals'])('nor by which rows a filter of %s finds', async (path) => {
    const ticket = await sentTicket()
    await vet.put(`/veterinary-record-animals/${ticket.animalId}`, { vet_diagnosis_id: pneumonia.id })
    const isFound = async (by: TestUser, filter: string) => (await foundBy(by, path, filter)).includes(ticket.animalId)
    const of = (diagnosis: { id: string }) => `filter[vet_diagnosis_id]=${diagnosis.id}`
    const isNull = (value: boolean) => `filter[vet_diagnosis_id:isnull]=${value}`
    const found = async (by: TestUser) => [
      await isFound(by, of(pneumonia)),
      await isFound(by, of(bloat)),
      await isFound(by, isNull(true)),
    ]
    expect([await found(client), await found(vet)]).toEqual([
      [false, false, true],
      [true, false, false],
    ])
    await issuePreliminary(vet, ticket.id)
    await vet.put(`/veterinary-record-animals/${ticket.animalId}`, { vet_diagnosis_id: bloat.id })
    expect([await found(client), await found(vet)]).toEqual([
      [true, false, false],
      [false, true, false],
    ])
    await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
    await withoutVersions(ticket)
    expect(await found(client)).toEqual([false, true, false])
  })

  test('in exports of search results', async () => {
    const ticket = await sentTicket()
    await write(ticket.animalId, 'exported', pneumonia.id)
    const file = async (by: TestUser) =>
      (await by.get(`/exports/veterinary-record-animals?filter[veterinary_record_id]=${ticket.id}`)).bytes.toString()
    expect(await file(vet)).toContain('findings-exported')
    for (const words of ['exported', pneumonia.name]) expect(await file(client)).not.toContain(words)
    await issuePreliminary(vet, ticket.id)
    for (const words of ['findings-exported', pneumonia.name]) expect(await file(client)).toContain(words)
  })
})
