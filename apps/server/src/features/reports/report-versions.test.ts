import { describe, expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { createReportCertificate } from '../../testing/report-certificate.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { verifyPdfSignature } from '../../testing/verify-pdf-signature.ts'
import {
  createReportFactory,
  issueAmendment,
  issuePreliminary,
  openAmendment,
  sha256,
  writeFindings,
} from './testing/report-factory.ts'

const factory = await createSharedFactory({
  PUBLIC_URL: 'https://pm.example',
  REPORT_CERTIFICATE: createReportCertificate('secret'),
  REPORT_CERTIFICATE_PASSWORD: 'secret',
})
const {
  client,
  site,
  otherClient,
  vet,
  other,
  admin,
  pneumonia,
  sentTicket,
  completedTicket,
  versionsOf,
  bytesOf,
  textOf,
  findingsSeenBy,
  withoutVersions,
} = await createReportFactory(factory)
const pdf = { accept: 'application/pdf' }

describe('versions of a report', () => {
  test('are numbered, newest first, and their bytes stay the same whatever happens to the ticket', async () => {
    const { id, title, animalId } = await sentTicket()
    expect(await versionsOf(id)).toEqual([])
    expect((await client.get(`/post-mortems/${id}/report`)).status).toBe(409)
    await writeFindings(vet, animalId, 'Preliminary findings.')
    const answer = await issuePreliminary(vet, id)
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
    const text = await textOf((await issuePreliminary(vet, id)).body.data.id)
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
      (await issuePreliminary(otherClient, id)).status,
      (await issuePreliminary(client, id)).status,
      (await issuePreliminary(vet, draft.id)).status,
      (await issuePreliminary(vet, completed.id)).status,
      (await issuePreliminary(vet, id, { kind: 'final' })).status,
      (await issuePreliminary(vet, completed.id, { kind: 'final' })).status,
      (await issuePreliminary(client, id, { kind: 'final' })).status,
      (await issuePreliminary(vet, id, {})).status,
      (await issuePreliminary(admin, id)).status,
    ]
    expect(statuses).toEqual([404, 403, 409, 409, 422, 422, 403, 422, 201])
    const [version] = await versionsOf(id)
    for (const path of [`/post-mortems/${id}/report-versions`, `/report-versions/${version.id}`])
      expect((await otherClient.get(path)).status).toBe(404)
  })

  test('a version has a strong ETag until it is superseded, then another one', async () => {
    const { id } = await sentTicket()
    const { id: versionId } = (await issuePreliminary(vet, id)).body.data
    const etag = async () => (await client.get(`/report-versions/${versionId}`)).headers['etag']
    const first = await etag()
    expect([first, await etag()]).toEqual([expect.stringMatching(/^"[^"]+"$/), first])
    await issuePreliminary(vet, id)
    expect(await etag()).not.toBe(first)
  })

  test('the PDF of a version has a strong ETag of its own, which never changes', async () => {
    const { id } = await sentTicket()
    const { id: versionId } = (await issuePreliminary(vet, id)).body.data
    const etag = async (accept: string) =>
      (await client.get(`/report-versions/${versionId}`, { accept })).headers['etag']
    const first = await etag('application/pdf')
    await issuePreliminary(vet, id)
    expect([first, await etag('application/pdf')]).toEqual([expect.stringMatching(/^"[^"]+"$/), first])
    expect(await etag('application/json')).not.toBe(first)
  })

  test('a repeated request under one key or id issues one version', async () => {
    const { id } = await sentTicket()
    const headers = { 'idempotency-key': id }
    const answers = [
      await issuePreliminary(vet, id, undefined, headers),
      await issuePreliminary(vet, id, undefined, headers),
    ]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const chosen = { id: '01990000-0000-7000-8000-00000000c0de', kind: 'preliminary' }
    for (const { status } of [await issuePreliminary(vet, id, chosen), await issuePreliminary(vet, id, chosen)])
      expect(status).toBe(201)
    expect((await issuePreliminary(other, id, chosen)).status).toBe(409)
    expect((await issuePreliminary(vet, id, { ...chosen, kind: 'final' })).status).toBe(409)
    expect(await versionsOf(id)).toHaveLength(2)
  })

  test('the id of a version of a deleted ticket stays in use', async () => {
    const [deleted, { id }] = [await sentTicket(), await sentTicket()]
    const body = { id: (await issuePreliminary(vet, deleted.id)).body.data.id, kind: 'preliminary' }
    await admin.delete(`/post-mortems/${deleted.id}`)
    const { status, body: problem } = await issuePreliminary(vet, id, body)
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

describe('at once', () => {
  const numbersOf = async (id: string) => (await versionsOf(id)).map(({ number }: { number: number }) => number)
  const downFrom = (count: number) => Array.from({ length: count }, (_, index) => count - index)

  test('twenty preliminary reports of two veterinarians get numbers without gaps, and one is current', async () => {
    const { id } = await sentTicket()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => issuePreliminary(index % 2 ? vet : other, id)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await numbersOf(id)).toEqual(downFrom(20))
    const versions = await versionsOf(id)
    expect(
      versions.filter(({ superseded_at }: { superseded_at: string | null }) => superseded_at === null),
    ).toHaveLength(1)
    expect(new Set(versions.map(({ code }: { code: string }) => code)).size).toBe(20)
  })

  test('of twenty amendments opened, and of twenty issued, one each succeeds', async () => {
    const { id } = await completedTicket()
    const by = (index: number) => (index % 2 ? vet : other)
    const all = async (ask: (index: number) => Promise<{ status: number }>) =>
      (await Promise.all(downFrom(20).map(ask))).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(await all((index) => openAmendment(by(index), id))).toEqual([201, ...Array(19).fill(409)])
    expect(await all((index) => issueAmendment(by(index), id))).toEqual([200, ...Array(19).fill(409)])
    expect(await numbersOf(id)).toEqual([2, 1])
  })

  test('a completion and preliminary reports: the final report is the last one', async () => {
    const { id } = await sentTicket()
    await Promise.all([
      ...downFrom(5).map(() => issuePreliminary(vet, id)),
      vet.put(`/post-mortems/${id}`, { completed_at: '1' }),
    ])
    const versions = await versionsOf(id)
    expect(versions[0].kind).toBe('final')
    expect(await numbersOf(id)).toEqual(downFrom(versions.length))
  })
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
