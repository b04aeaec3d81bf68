import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { createReportCertificate } from '../../testing/report-certificate.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import { verifyPdfSignature } from '../../testing/verify-pdf-signature.ts'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { seedLibrary } from '../library/index.ts'

const factory = await createSharedFactory({
  PUBLIC_URL: 'https://pm.example',
  REPORT_CERTIFICATE: createReportCertificate('secret'),
  REPORT_CERTIFICATE_PASSWORD: 'secret',
})
await seedLibrary(factory.db)
const { client, site } = await factory.client()
const otherClient = (await factory.client()).client
const [vet, other, admin] = [
  await factory.user('Veterinarian'),
  await factory.user('Veterinarian'),
  await factory.user('Admin'),
]
const [pneumonia, bloat] = await factory.db
  .selectFrom('library_entries')
  .select(['id', 'name'])
  .where('list', '=', 'diagnoses')
  .limit(2)
  .execute()
if (!pneumonia || !bloat) throw new Error('the library has no diagnoses')

const pdf = { accept: 'application/pdf' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const animalOf = (ticket: { veterinary_record: { veterinary_record_animals: { id: string }[] } }) =>
  // cast: the id of an animal in an answer
  String(ticket.veterinary_record.veterinary_record_animals[0]?.id) as AnimalId
const sentTicket = async () => {
  const ticket = await factory.scheduledPostMortem(client, site, vet)
  return { id: ticket.id, title: ticket.title, animalId: animalOf(ticket) }
}
const completedTicket = async (findings = 'Found at first.') => {
  const ticket = await sentTicket()
  await writeFindings(vet, ticket.animalId, findings)
  expect((await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })).status).toBe(200)
  return ticket
}
const writeFindings = (by: TestUser, animalId: string, vet_findings: string) =>
  by.put(`/veterinary-record-animals/${animalId}`, { vet_findings })
const versionsOf = async (id: string, by = client) => (await by.get(`/post-mortems/${id}/report-versions`)).body.data
const bytesOf = async (versionId: string, by = client) => (await by.get(`/report-versions/${versionId}`, pdf)).bytes
const textOf = async (versionId: string) => (await readPdf(await bytesOf(versionId))).text
const findingsSeenBy = async (by: TestUser, animalId: string) =>
  (await by.get(`/veterinary-record-animals/${animalId}`)).body.data.vet_findings
const preliminary = (by: TestUser, id: string, body: object = { kind: 'preliminary' }, headers = {}) =>
  by.post(`/post-mortems/${id}/report-versions`, body, headers)
const open = (by: TestUser, id: string, body: object = { reason: 'Histology came back.' }) =>
  by.post(`/post-mortems/${id}/amendment`, body)
const issue = (by: TestUser, id: string) => by.put(`/post-mortems/${id}/amendment`, { issue: 1 })
const discardAmendment = (by: TestUser, id: string) => by.delete(`/post-mortems/${id}/amendment`)
/** Makes a ticket look as if it was completed before reports had versions. */
async function withoutVersions(ticket: { id: PostMortemId }): Promise<void> {
  await factory.db
    .updateTable('animals')
    .set({ issued_opinion: null })
    .where('post_mortem_id', '=', ticket.id)
    .execute()
  await factory.db.deleteFrom('report_versions').where('post_mortem_id', '=', ticket.id).execute()
}

describe('versions of a report', () => {
  test('are numbered, newest first, and their bytes stay the same whatever happens to the ticket', async () => {
    const { id, title, animalId } = await sentTicket()
    expect(await versionsOf(id)).toEqual([])
    expect((await client.get(`/post-mortems/${id}/report`)).status).toBe(409)
    await writeFindings(vet, animalId, 'Preliminary findings.')
    const answer = await preliminary(vet, id)
    expect(answer.status).toBe(201)
    const first = answer.body.data
    expect(first).toEqual({
      id: expect.any(String),
      number: 1,
      kind: 'preliminary',
      issued_at: expect.any(String),
      issued_by: { id: vet.id, first_name: 'Veterinarian', last_name: expect.any(String) },
      reason: null,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{16}$/),
      superseded_at: null,
    })
    const bytes = await bytesOf(first.id)
    expect(sha256(bytes)).toBe(first.sha256)
    expect(verifyPdfSignature(bytes).signer).toBe('Sunrise Vets')
    const text = await textOf(first.id)
    for (const words of [
      title,
      'Preliminary report, version 1',
      first.code,
      'Preliminary findings.',
      'pm.example/verify/',
    ])
      expect(text).toContain(words)
    expect((await client.get(`/post-mortems/${id}/report`)).body.report.id).toBe(first.id)

    await writeFindings(vet, animalId, 'Final findings.')
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    await admin.put(`/customers/${site.customerId}`, { name: `Renamed ${title}` })
    await admin.put('/provider', { phone: '+1 403 555 0199' })
    const [final, before] = await versionsOf(id)
    expect([final.number, final.kind, final.superseded_at]).toEqual([2, 'final', null])
    expect(before).toEqual({ ...first, superseded_at: final.issued_at })
    expect((await bytesOf(first.id)).equals(bytes)).toBe(true)
    expect((await client.get(`/report-versions/${first.id}`)).body.data).toEqual(before)
    const file = await client.get(`/post-mortems/${id}/report`, pdf)
    expect(sha256(file.bytes)).toBe(final.sha256)
    expect(file.headers['content-disposition']).toContain(`PM-report-${title}.pdf`)
    expect((await readPdf(file.bytes)).text).toContain('Final findings.')
    expect(await versionsOf(id, vet)).toEqual([final, before])
    expect((await vet.get(`/post-mortems/${id}`)).body.data.report).toMatchObject({ id: final.id, number: 2 })
  })

  test('list the organ systems that were not examined, and the lesions', async () => {
    const { id, animalId } = await sentTicket()
    await vet.put(`/veterinary-record-animals/${animalId}/examination`, {
      extent: 'partial',
      systems: [{ system: 'respiratory', state: 'abnormal', text: 'Firm lobes.' }],
      lesions: [
        { diagnosis_id: pneumonia.id, role: 'primary', certainty: 'confirmed', basis: 'gross', severity: 'severe' },
      ],
    })
    const text = await textOf((await preliminary(vet, id)).body.data.id)
    expect(text).toContain('Respiratory Abnormal Firm lobes.')
    expect(text).toContain('Liver Not examined')
    expect(text).toContain(`${pneumonia.name} Primary cause · Confirmed by gross findings · Severe`)
    expect(text).not.toContain('Normal ')
  })

  test('preliminary ones are issued by vet roles, of tickets that are sent and open', async () => {
    const { id } = await sentTicket()
    const draft = await factory.draftPostMortem(client, site)
    const completed = await completedTicket()
    const statuses = [
      (await preliminary(otherClient, id)).status,
      (await preliminary(client, id)).status,
      (await preliminary(vet, draft.id)).status,
      (await preliminary(vet, completed.id)).status,
      (await preliminary(vet, id, { kind: 'final' })).status,
      (await preliminary(vet, id, {})).status,
      (await preliminary(admin, id)).status,
    ]
    expect(statuses).toEqual([404, 403, 409, 409, 422, 422, 201])
    const [version] = await versionsOf(id)
    for (const path of [`/post-mortems/${id}/report-versions`, `/report-versions/${version.id}`])
      expect((await otherClient.get(path)).status).toBe(404)
  })

  test('a version has a strong ETag until it is superseded, then another one', async () => {
    const { id } = await sentTicket()
    const { id: versionId } = (await preliminary(vet, id)).body.data
    const etag = async () => (await client.get(`/report-versions/${versionId}`)).headers['etag']
    const first = await etag()
    expect([first, await etag()]).toEqual([expect.stringMatching(/^"[^"]+"$/), first])
    await preliminary(vet, id)
    expect(await etag()).not.toBe(first)
  })

  test('a repeated request under one key or id issues one version', async () => {
    const { id } = await sentTicket()
    const headers = { 'idempotency-key': id }
    const answers = [await preliminary(vet, id, undefined, headers), await preliminary(vet, id, undefined, headers)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const chosen = { id: '01990000-0000-7000-8000-00000000c0de', kind: 'preliminary' }
    for (const { status } of [await preliminary(vet, id, chosen), await preliminary(vet, id, chosen)])
      expect(status).toBe(201)
    expect((await preliminary(other, id, chosen)).status).toBe(409)
    expect((await preliminary(vet, id, { ...chosen, kind: 'final' })).status).toBe(409)
    expect(await versionsOf(id)).toHaveLength(2)
  })

  test('the id of a version of a deleted ticket stays in use', async () => {
    const [deleted, { id }] = [await sentTicket(), await sentTicket()]
    const body = { id: (await preliminary(vet, deleted.id)).body.data.id, kind: 'preliminary' }
    await admin.delete(`/post-mortems/${deleted.id}`)
    const { status, body: problem } = await preliminary(vet, id, body)
    expect([status, problem.type]).toEqual([409, 'urn:chisholm:id-in-use'])
  })

  test('a preview says DRAFT on every page, issues nothing and is for vet roles', async () => {
    const { id, animalId } = await sentTicket()
    await writeFindings(vet, animalId, Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n'))
    expect((await client.get(`/post-mortems/${id}/report-preview`)).status).toBe(403)
    expect((await otherClient.get(`/post-mortems/${id}/report-preview`)).status).toBe(404)
    const { status, headers, bytes } = await vet.get(`/post-mortems/${id}/report-preview`)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const { pages } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain('DRAFT')
    expect(await versionsOf(id)).toEqual([])
  })

  test('a ticket completed before there were versions gets its final one, dated to its completion, when it is first needed', async () => {
    const { id, animalId } = await completedTicket('Of old.')
    const completedAt = '2024-05-06T12:00:00.000Z'
    await factory.db.updateTable('post_mortems').set({ completed_at: completedAt }).where('id', '=', id).execute()
    await withoutVersions({ id })
    expect(await findingsSeenBy(client, animalId)).toBe('Of old.')
    const responses = await Promise.all(Array.from({ length: 5 }, () => versionsOf(id)))
    for (const versions of responses) expect(versions).toEqual(responses[0])
    expect(responses[0]).toMatchObject([
      { number: 1, kind: 'final', issued_at: completedAt, issued_by: { id: vet.id } },
    ])
    expect(await textOf(responses[0][0].id)).toContain('Of old.')
    expect(await findingsSeenBy(client, animalId)).toBe('Of old.')
    // the first correction is issued after it
    await withoutVersions({ id })
    await writeFindings(admin, animalId, 'Corrected.')
    expect((await versionsOf(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['amended', 'final'])
  })
})

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
    await preliminary(vet, ticket.id)
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
  }, 60_000)

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
    await preliminary(vet, ticket.id)
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
    await preliminary(vet, ticket.id)
    for (const words of ['findings-exported', pneumonia.name]) expect(await file(client)).toContain(words)
  })
})

describe('amending a completed ticket', () => {
  test('is for vet roles, with a reason, once at a time, and only for completed tickets', async () => {
    const { id } = await completedTicket()
    const pending = await sentTicket()
    const statuses = [
      (await open(otherClient, id)).status,
      (await open(client, id)).status,
      (await open(vet, pending.id)).status,
      (await issue(vet, id)).status,
      (await discardAmendment(vet, id)).status,
    ]
    expect(statuses).toEqual([404, 403, 409, 409, 404])
    const empty = await open(vet, id, { reason: ' ' })
    expect([empty.status, empty.body.errors]).toEqual([422, { reason: ['Please say why.'] }])
    expect((await open(vet, id)).status).toBe(201)
    expect((await open(other, id)).status).toBe(409)
    for (const by of [vet, admin])
      expect((await by.get(`/post-mortems/${id}`)).body.data.amendment).toMatchObject({
        reason: 'Histology came back.',
        opened_by: { id: vet.id },
      })
    expect((await client.get(`/post-mortems/${id}`)).body.data.amendment).toBeNull()
    expect((await client.get(`/post-mortems/${id}/history`)).bytes.toString()).not.toContain('amend')
    expect((await vet.put(`/post-mortems/${id}/amendment`, {})).status).toBe(422)
    expect((await issue(client, id)).status).toBe(403)
  })

  test('a veterinarian changes only the opinion; the client sees it once it is issued, with the reason', async () => {
    const { id, animalId } = await completedTicket()
    expect((await writeFindings(vet, animalId, 'Not yet.')).status).toBe(409)
    await open(vet, id)
    expect((await writeFindings(other, animalId, 'Amended findings.')).status).toBe(200)
    expect((await vet.put(`/veterinary-record-animals/${animalId}/examination`, { condition: 2 })).status).toBe(200)
    expect((await vet.put(`/veterinary-record-animals/${animalId}`, { pen: '9' })).status).toBe(409)
    expect(await findingsSeenBy(client, animalId)).toBe('Found at first.')
    expect(await versionsOf(id)).toHaveLength(1)
    const issued = await issue(other, id)
    expect([issued.status, issued.body.data.amendment]).toEqual([200, null])
    expect(await findingsSeenBy(client, animalId)).toBe('Amended findings.')
    const [amended, final] = await versionsOf(id)
    expect(amended).toMatchObject({
      number: 2,
      kind: 'amended',
      reason: 'Histology came back.',
      issued_by: { id: other.id },
    })
    const text = await textOf(amended.id)
    const { tag } = (await client.get(`/veterinary-record-animals/${animalId}`)).body.data
    for (const words of [
      'Why it was amended: Histology came back.',

      `Changed since version 1 Animal What ${tag} Condition, Findings`,
      'Final report, version 1',
    ])
      expect(text).toContain(words)
    expect(await textOf(final.id)).toContain('Found at first.')
    expect((await writeFindings(vet, animalId, 'Too late.')).status).toBe(409)
  })

  test('when discarded, everything is restored as issued; photos added meanwhile stay', async () => {
    const ticket = await sentTicket()
    const [slot] = (await vet.get('/photo-slots')).body.data
    const upload = async () =>
      (await uploadPhotos(factory, vet, ticket.animalId, [{ name: 'cow.jpg', bytes: await phoneJpeg() }])).body.data[0]
        .id
    const [photo, deleted] = [await upload(), await upload()]
    await vet.put(`/medias/${photo}`, { caption: 'As issued', slot_id: slot.id })
    await vet.put(`/veterinary-record-animals/${ticket.animalId}`, {
      vet_diagnosis_id: pneumonia.id,
      vet_findings: 'A',
    })
    await vet.put(`/veterinary-record-animals/${ticket.animalId}/examination`, { condition: 3 })
    await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
    const read = async () => {
      const { data } = (await vet.get(`/post-mortems/${ticket.id}?include=medias`)).body
      return data.veterinary_record.veterinary_record_animals.map(
        ({ updated_at, medias, ...animal }: { updated_at: string; medias: Record<string, unknown>[] }) => ({
          ...animal,
          medias: medias.map(({ id, caption, slot_id }) => ({ id, caption, slot_id })),
        }),
      )
    }
    const before = await read()
    await open(vet, ticket.id)
    await vet.put(`/veterinary-record-animals/${ticket.animalId}/examination`, {
      condition: 1,
      systems: [{ system: 'liver', state: 'normal' }],
      lesions: [{ diagnosis_id: bloat.id, role: 'primary', certainty: 'suspected', basis: 'photo' }],
    })
    await writeFindings(vet, ticket.animalId, 'B')
    await vet.put(`/medias/${photo}`, { caption: 'Changed', slot_id: '' })
    await vet.delete(`/medias/${deleted}`)
    await vet.put(`/veterinary-record-animals/${ticket.animalId}/photo-slots/${slot.id}`, {
      skipped_reason: 'Too dark',
    })
    expect(await read()).not.toEqual(before)
    expect((await discardAmendment(vet, ticket.id)).body.data.amendment).toBeNull()
    expect(await read()).toEqual(before)
    await open(vet, ticket.id)
    const added = await upload()
    await discardAmendment(vet, ticket.id)
    expect((await read())[0].medias.map(({ id }: { id: string }) => id)).toEqual([photo, deleted, added])
    expect(await versionsOf(ticket.id)).toHaveLength(1)
  })

  test('a direct correction by an Admin is issued at once; one that changes nothing is not', async () => {
    const { id, animalId } = await completedTicket()
    await writeFindings(admin, animalId, 'Found at first.')
    expect(await versionsOf(id)).toHaveLength(1)
    await writeFindings(admin, animalId, 'Corrected.')
    expect(await findingsSeenBy(client, animalId)).toBe('Corrected.')
    const { first_name, last_name } = (await admin.get(`/users/${admin.id}`)).body.data
    expect(await versionsOf(id)).toMatchObject([
      { number: 2, kind: 'amended', reason: `Corrected by ${first_name} ${last_name}`, issued_by: { id: admin.id } },
      { number: 1, kind: 'final' },
    ])
    await admin.put(`/veterinary-record-animals/${animalId}/examination`, { condition: 2 })
    await admin.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'Late' })
    expect(await versionsOf(id)).toHaveLength(4)
    // a correction during an amendment is issued with the amendment
    await open(vet, id)
    await writeFindings(admin, animalId, 'With the amendment.')
    expect(await versionsOf(id)).toHaveLength(4)
    expect(await findingsSeenBy(client, animalId)).toBe('Corrected.')
  })

  test('a correction that changes nothing is not issued after the diagnosis was renamed', async () => {
    const { id, animalId } = await sentTicket()
    const diagnosis = (await admin.post('/diagnoses', { name: 'Hardware disease' })).body.data.id
    await vet.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: diagnosis })
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    await admin.put(`/diagnoses/${diagnosis}`, { name: 'Traumatic reticuloperitonitis' })
    expect((await admin.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: diagnosis })).status).toBe(
      200,
    )
    expect(await versionsOf(id)).toHaveLength(1)
  })

  test('an Admin without a name corrects nothing, because the report would not tell who did', async () => {
    const nameless = await factory.user('Admin')
    await factory.db.updateTable('users').set({ first_name: null }).where('id', '=', nameless.id).execute()
    const { id, animalId } = await completedTicket()
    expect((await writeFindings(nameless, animalId, 'Corrected.')).status).toBe(409)
    expect(await findingsSeenBy(vet, animalId)).toBe('Found at first.')
    expect(await versionsOf(id)).toHaveLength(1)
  })

  test('the differences between two versions are described to users who may see them', async () => {
    const { id, animalId } = await sentTicket()
    await writeFindings(vet, animalId, 'At first.')
    await preliminary(vet, id)
    await writeFindings(vet, animalId, 'In the end.')
    await vet.put(`/veterinary-record-animals/${animalId}`, { vet_diagnosis_id: bloat.id })
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    await writeFindings(admin, animalId, 'At first.')
    const [amended, final, first] = await versionsOf(id)
    const changes = async (version: { id: string }, query = '', by = client) =>
      (await by.get(`/report-versions/${version.id}/changes${query}`)).body.data
    const { tag } = (await client.get(`/veterinary-record-animals/${animalId}`)).body.data
    const findings = { animal: tag, field: 'Findings' }
    expect(await changes(first)).toEqual({ since: null, changes: [] })
    expect(await changes(amended)).toEqual({
      since: 2,
      changes: [{ ...findings, before: 'In the end.', after: 'At first.' }],
    })
    expect((await changes(final)).changes).toContainEqual({ ...findings, before: 'At first.', after: 'In the end.' })
    const since = await changes(amended, '?since=1')
    expect(since.changes).toContainEqual({ animal: tag, field: 'Diagnosis', before: null, after: bloat.name })
    expect(since.changes).not.toContainEqual(expect.objectContaining({ field: 'Findings' }))
    const responses = ['?since=3', '?since=9', '?since=x'].map((query) =>
      client.get(`/report-versions/${amended.id}/changes${query}`),
    )
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 404, 400])
    expect((await otherClient.get(`/report-versions/${amended.id}/changes`)).status).toBe(404)
  })

  test('a veterinarian chooses whether the report groups animals of one cause, until it is issued', async () => {
    const { id } = await sentTicket()
    const group = (by: TestUser, report_grouped: number) => by.put(`/post-mortems/${id}`, { report_grouped })
    expect((await group(otherClient, 1)).status).toBe(404)
    expect((await group(client, 1)).status).toBe(403)
    expect((await group(vet, 1)).body.data.report_grouped).toBe(1)
    expect((await vet.put(`/post-mortems/${id}`, { report_grouped: 2 })).status).toBe(422)
    const grouped = await vet.put(`/post-mortems/${id}`, { report_grouped: 0, completed_at: '1' })
    expect([grouped.body.data.report_grouped, grouped.body.data.status]).toEqual([0, 'Completed'])
    expect((await group(vet, 1)).status).toBe(409)
    await open(vet, id)
    expect((await group(vet, 1)).status).toBe(200)
    expect((await client.get(`/post-mortems/${id}/history`)).bytes.toString()).not.toContain('group')
  })

  test('photos added after completion change no issued version', async () => {
    const { id, animalId } = await completedTicket()
    const [version] = await versionsOf(id)
    const bytes = await bytesOf(version.id)
    await uploadPhotos(factory, vet, animalId, [{ name: 'late.jpg', bytes: await phoneJpeg() }])
    expect(await versionsOf(id)).toEqual([version])
    expect((await bytesOf(version.id)).equals(bytes)).toBe(true)
  })
})

describe('at once', () => {
  const numbersOf = async (id: string) => (await versionsOf(id)).map(({ number }: { number: number }) => number)
  const downFrom = (count: number) => Array.from({ length: count }, (_, index) => count - index)

  test('twenty preliminary reports of two veterinarians get numbers without gaps, and one is current', async () => {
    const { id } = await sentTicket()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => preliminary(index % 2 ? vet : other, id)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await numbersOf(id)).toEqual(downFrom(20))
    const versions = await versionsOf(id)
    expect(
      versions.filter(({ superseded_at }: { superseded_at: string | null }) => superseded_at === null),
    ).toHaveLength(1)
    expect(new Set(versions.map(({ code }: { code: string }) => code)).size).toBe(20)
  }, 60_000)

  test('of twenty amendments opened, and of twenty issued, one each succeeds', async () => {
    const { id } = await completedTicket()
    const by = (index: number) => (index % 2 ? vet : other)
    const all = async (ask: (index: number) => Promise<{ status: number }>) =>
      (await Promise.all(downFrom(20).map(ask))).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(await all((index) => open(by(index), id))).toEqual([201, ...Array(19).fill(409)])
    expect(await all((index) => issue(by(index), id))).toEqual([200, ...Array(19).fill(409)])
    expect(await numbersOf(id)).toEqual([2, 1])
  }, 60_000)

  test('a completion and preliminary reports: the final report is the last one', async () => {
    const { id } = await sentTicket()
    await Promise.all([
      ...downFrom(5).map(() => preliminary(vet, id)),
      vet.put(`/post-mortems/${id}`, { completed_at: '1' }),
    ])
    const versions = await versionsOf(id)
    expect(versions[0].kind).toBe('final')
    expect(await numbersOf(id)).toEqual(downFrom(versions.length))
  }, 60_000)
})

describe('verification', () => {
  test('returns only the public details of a code, without a sign-in', async () => {
    const { id, title, animalId } = await completedTicket()
    const [final] = await versionsOf(id)
    const verify = async (code: string) => factory.anonymous.get(`/verify/${code}`)
    expect((await verify(final.code)).body.data).toEqual({
      title,
      number: 1,
      kind: 'final',
      issued_at: final.issued_at,
      provider: expect.any(String),
      sha256: final.sha256,
      state: 'current',
      current_number: 1,
    })
    await writeFindings(admin, animalId, 'Corrected.')
    expect((await verify(final.code.toLowerCase())).body.data).toMatchObject({ state: 'superseded', current_number: 2 })
    expect((await verify('ABCDEFGHJKMNPQRS')).status).toBe(404)
  })

  test('is limited to 30 a minute for an address', async () => {
    const ask = (remoteAddress: string) => factory.app.inject({ url: '/api/v1/verify/ABCDEFGHJKMNPQRS', remoteAddress })
    const statuses = []
    for (let number = 0; number < 31; number++) statuses.push((await ask('192.0.2.77')).statusCode)
    expect(statuses).toEqual([...Array(30).fill(404), 429])
    expect((await ask('192.0.2.78')).statusCode).toBe(404)
  })
})

describe('random edits in random order', () => {
  beforeAll(async () => {
    await factory.db.deleteFrom('rate_limits').execute()
  })

  test("issued bytes never change, and clients' data changes only by issuing", async () => {
    const steps = fc.constantFrom(
      'edit',
      'examine',
      'correct',
      'rename',
      'preliminary',
      'complete',
      'open',
      'issue',
      'discard',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (sequence) => {
        const { id, animalId } = await sentTicket()
        const animal = `/veterinary-record-animals/${animalId}`
        const seen = async () => {
          const { data } = (await client.get(animal)).body
          return [data.vet_findings, data.vet_diagnosis_id, data.vet_diagnosis, data.examination]
        }
        const bytes = new Map<string, string>()
        for (const [index, step] of sequence.entries()) {
          const before = { seen: await seen(), versions: (await versionsOf(id)).length }
          const run = {
            edit: () => writeFindings(vet, animalId, `Findings ${index}`),
            examine: () =>
              vet.put(`${animal}/examination`, {
                condition: (index % 5) + 1,
                lesions: [{ diagnosis_id: pneumonia.id, role: 'primary', certainty: 'probable', basis: 'gross' }],
              }),
            correct: () => writeFindings(admin, animalId, `Correction ${index}`),
            rename: () => admin.put(`/customers/${site.customerId}`, { name: `Customer ${id} ${index}` }),
            preliminary: () => preliminary(vet, id),
            complete: () => vet.put(`/post-mortems/${id}`, { completed_at: '1' }),
            open: () => open(vet, id),
            issue: () => issue(vet, id),
            discard: () => discardAmendment(vet, id),
          }[step]
          expect((await run()).status).toBeLessThan(500)
          const versions = await versionsOf(id)
          if (versions.length === before.versions) expect(await seen()).toEqual(before.seen)
          for (const version of versions) {
            const found = sha256(await bytesOf(version.id))
            expect(found).toBe(version.sha256)
            expect(bytes.get(version.id) ?? found).toBe(found)
            bytes.set(version.id, found)
          }
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
