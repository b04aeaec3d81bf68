import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { phoneJpeg, uploadPhotos } from '../../testing/upload-photos.ts'
import {
  createReportFactory,
  discardAmendment,
  issueAmendment,
  issuePreliminary,
  openAmendment,
  writeFindings,
} from './testing/report-factory.ts'

const factory = await createSharedFactory()
const {
  client,
  otherClient,
  vet,
  other,
  admin,
  pneumonia,
  bloat,
  sentTicket,
  completedTicket,
  versionsOf,
  bytesOf,
  textOf,
  findingsSeenBy,
  withoutVersions,
} = await createReportFactory(factory)

describe('amending a completed ticket', () => {
  test('is for vet roles, with a reason, once at a time, and only for completed tickets', async () => {
    const { id } = await completedTicket()
    const pending = await sentTicket()
    const statuses = [
      (await openAmendment(otherClient, id)).status,
      (await openAmendment(client, id)).status,
      (await openAmendment(vet, pending.id)).status,
      (await issueAmendment(vet, id)).status,
      (await discardAmendment(vet, id)).status,
    ]
    expect(statuses).toEqual([404, 403, 409, 409, 404])
    const empty = await openAmendment(vet, id, { reason: ' ' })
    expect([empty.status, empty.body.errors]).toEqual([422, { reason: ['Please say why.'] }])
    expect((await openAmendment(vet, id)).status).toBe(201)
    expect((await openAmendment(other, id)).status).toBe(409)
    for (const by of [vet, admin])
      expect((await by.get(`/post-mortems/${id}`)).body.data.amendment).toMatchObject({
        reason: 'Histology came back.',
        opened_by: { id: vet.id },
      })
    expect((await client.get(`/post-mortems/${id}`)).body.data.amendment).toBeNull()
    expect((await client.get(`/post-mortems/${id}/history`)).bytes.toString()).not.toContain('amend')
    expect((await vet.put(`/post-mortems/${id}/amendment`, {})).status).toBe(422)
    expect((await issueAmendment(client, id)).status).toBe(403)
  })

  test('a veterinarian changes only the opinion; the client sees it once it is issued, with the reason', async () => {
    const { id, animalId } = await completedTicket()
    expect((await writeFindings(vet, animalId, 'Not yet.')).status).toBe(409)
    await openAmendment(vet, id)
    expect((await writeFindings(other, animalId, 'Amended findings.')).status).toBe(200)
    expect((await vet.put(`/veterinary-record-animals/${animalId}/examination`, { condition: 2 })).status).toBe(200)
    expect((await vet.put(`/veterinary-record-animals/${animalId}`, { pen: '9' })).status).toBe(409)
    expect(await findingsSeenBy(client, animalId)).toBe('Found at first.')
    expect(await versionsOf(id)).toHaveLength(1)
    const issued = await issueAmendment(other, id)
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
    await openAmendment(vet, ticket.id)
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
    await openAmendment(vet, ticket.id)
    const added = await upload()
    await discardAmendment(vet, ticket.id)
    expect((await read())[0].medias.map(({ id }: { id: string }) => id)).toEqual([photo, deleted, added])
    expect(await versionsOf(ticket.id)).toHaveLength(1)
  })

  test('an amendment of a ticket without versions first issues its final one; the client sees that until it is issued, and discarding restores it', async () => {
    const { id, animalId } = await completedTicket('Of old.')
    await withoutVersions({ id })
    const amend = async () => {
      expect((await openAmendment(vet, id)).status).toBe(201)
      await writeFindings(vet, animalId, 'Of the amendment.')
    }
    const kinds = async () => (await versionsOf(id)).map(({ kind }: { kind: string }) => kind)
    await amend()
    expect(await findingsSeenBy(client, animalId)).toBe('Of old.')
    expect(await kinds()).toEqual(['final'])
    await discardAmendment(vet, id)
    for (const by of [vet, client]) expect(await findingsSeenBy(by, animalId)).toBe('Of old.')
    await amend()
    await issueAmendment(vet, id)
    expect(await findingsSeenBy(client, animalId)).toBe('Of the amendment.')
    expect(await kinds()).toEqual(['amended', 'final'])
    expect(await textOf((await versionsOf(id))[1].id)).toContain('Of old.')
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
    await openAmendment(vet, id)
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

  test('whoever has no name issues no preliminary or final report, amendment or correction, because it would not tell who did', async () => {
    const nameless = await factory.user('Admin')
    await factory.db.updateTable('users').set({ first_name: null }).where('id', '=', nameless.id).execute()
    const [open, completed, amended] = [await sentTicket(), await completedTicket(), await completedTicket()]
    await openAmendment(vet, amended.id)
    for (const { status, body } of [
      await issuePreliminary(nameless, open.id),
      await nameless.put(`/post-mortems/${open.id}`, { completed_at: '1' }),
      await issueAmendment(nameless, amended.id),
      await writeFindings(nameless, completed.animalId, 'Corrected.'),
    ])
      expect([status, body.message]).toEqual([409, 'Please enter your name in your profile first.'])
    expect(await findingsSeenBy(vet, completed.animalId)).toBe('Found at first.')
    expect((await vet.get(`/post-mortems/${open.id}`)).body.data.status).toBe('In Progress')
    expect(await versionsOf(open.id)).toEqual([])
    for (const { id } of [completed, amended]) expect(await versionsOf(id)).toHaveLength(1)
  })

  test('the differences between two versions are described to users who may see them', async () => {
    const { id, animalId } = await sentTicket()
    await writeFindings(vet, animalId, 'At first.')
    await issuePreliminary(vet, id)
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
    await openAmendment(vet, id)
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
