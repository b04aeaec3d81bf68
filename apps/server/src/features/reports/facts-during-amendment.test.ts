import { expect, test } from 'vitest'
import { texts } from '@chisholm/domain/texts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { createReportFactory, discardAmendment, issueAmendment, openAmendment } from './testing/report-factory.ts'

const factory = await createSharedFactory()
const { client, site, vet, admin, versionsOf } = await createReportFactory(factory)
const admins = [admin, await factory.user('SuperAdmin')] as const

const animals = '/veterinary-record-animals'

/** A completed ticket of two animals. */
async function completedTicket() {
  const { id, veterinary_record: record } = await factory.scheduledPostMortem(client, site, vet)
  const animalId = String(record.veterinary_record_animals[0]?.id)
  await factory.animal(vet, id, { tag: 'Second' })
  await vet.put(`${animals}/${animalId}`, { treatments_given: [{ name: 'Tylosin', given_at: '2026-11-01' }] })
  expect((await vet.put(`/post-mortems/${id}`, { completed_at: '1' })).status).toBe(200)
  return { id, animalId }
}

/** What a user reads of a ticket and its animals, apart from the time of the last change and the opinion. */
const read = async (by: TestUser, id: string): Promise<unknown> => {
  const { data } = (await by.get(`/post-mortems/${id}?include=medias`)).body
  const left = ['updated_at', 'amendment', 'vet_findings', 'examination']
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (left.includes(key) ? undefined : value)))
}

/** The ways in which an Admin changes facts of animals of a completed ticket. */
const changes = (by: TestUser, { id, animalId }: { id: string; animalId: string }) => {
  const put = (body: object) => by.put(`${animals}/${animalId}`, body)
  return [
    put({ tag: 'Other', rfid: '', pen: '9', lot: 'L9' }),
    put({ died_at: '2026-11-02T08:00:00Z', found_at: '2026-11-02T09:00:00Z' }),
    put({ treatments_given: [] }),
    put({ customer_notes: 'Other', vet_findings: 'With a fact.' }),
    by.post(animals, { veterinary_record_id: id, tag: 'Third' }),
    by.delete(`${animals}/${animalId}`),
  ]
}

test('while an amendment is open nobody changes, adds or deletes animals, and the client sees what was issued', async () => {
  const ticket = await completedTicket()
  const issued = await read(client, ticket.id)
  await openAmendment(vet, ticket.id)
  for (const by of admins) {
    const answers = await Promise.all(changes(by, ticket))
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [409, texts.refusal.endAmendmentFirst]),
    )
  }
  const pen = await vet.put(`${animals}/${ticket.animalId}`, { pen: '9' })
  expect([pen.status, pen.body.message]).toEqual([409, texts.refusal.completedIsReadOnly])
  for (const by of [client, vet]) expect(await read(by, ticket.id)).toEqual(issued)
  expect(await versionsOf(ticket.id)).toHaveLength(1)
})

test('an Admin writes the opinion in an amendment like a veterinarian, and the client sees it once it is issued', async () => {
  const { id, animalId } = await completedTicket()
  const findings = async () => (await client.get(`${animals}/${animalId}`)).body.data.vet_findings
  await openAmendment(vet, id)
  expect((await admin.put(`${animals}/${animalId}`, { vet_findings: 'Firm lobes.' })).status).toBe(200)
  expect((await admin.put(`${animals}/${animalId}/examination`, { condition: 2 })).status).toBe(200)
  expect(await findings()).toBeNull()
  await issueAmendment(vet, id)
  expect(await findings()).toBe('Firm lobes.')
})

test.each([
  ['issued', issueAmendment],
  ['discarded', discardAmendment],
])('once the amendment is %s an Admin corrects facts again, which is issued at once', async (_how, end) => {
  const { id, animalId } = await completedTicket()
  await openAmendment(vet, id)
  await end(vet, id)
  const { length } = await versionsOf(id)
  expect((await admin.put(`${animals}/${animalId}`, { pen: '9' })).status).toBe(200)
  expect((await client.get(`${animals}/${animalId}`)).body.data.pen).toBe('9')
  const [newest, ...others] = await versionsOf(id)
  expect([others.length, newest.kind, newest.reason]).toEqual([
    length,
    'amended',
    expect.stringMatching(/^Corrected by /),
  ])
})

test('a repeated request to add an animal gets its first answer while an amendment is open', async () => {
  const { id } = await completedTicket()
  const body = { veterinary_record_id: id, tag: 'Third' }
  const added = await admin.post(animals, body)
  await openAmendment(vet, id)
  expect((await admin.post(animals, { ...body, id: added.body.data.id })).status).toBe(201)
})

test('of a correction and an amendment at once, each fact that the client sees is of an issued report', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, animalId } = await completedTicket()
    const [corrected] = await Promise.all([admin.put(`${animals}/${animalId}`, { pen: '9' }), openAmendment(vet, id)])
    const pen = (await client.get(`${animals}/${animalId}`)).body.data.pen
    // first: it is issued; second: refused
    expect([corrected.status, pen === '9', (await versionsOf(id)).length]).toEqual(
      corrected.status === 200 ? [200, true, 2] : [409, false, 1],
    )
    const [before, audit] = [await read(client, id), (await vet.get(`/post-mortems/${id}/history`)).body.data]
    await discardAmendment(vet, id)
    expect(await read(client, id)).toEqual(before)
    const after = (await vet.get(`/post-mortems/${id}/history`)).body.data
    expect(after.slice(0, audit.length)).toEqual(audit)
    expect(after.at(-1).action).toBe('amendment given up')
  }
})
