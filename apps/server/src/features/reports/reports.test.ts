import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Given, startGiven } from '../../testing/given.ts'

let given: Given
beforeAll(async () => {
  given = await startGiven()
})
afterAll(() => given.close())

test('there is no report before completion', async () => {
  const { client, site } = await given.client()
  const vet = await given.person('Veterinarian')
  const ticket = await given.inProgress(client, site, vet)
  expect((await vet.get(`/post-mortems/${ticket.id}/report`)).status).toBe(409)
})

test('the report is the same for everyone who may read it, as base64 and as a file with its name', async () => {
  const { client, site } = await given.client()
  const vet = await given.person('Veterinarian')
  const ticket = await given.completed(client, site, vet)
  const asVet = (await vet.get(`/post-mortems/${ticket.id}/report`)).body
  const asClient = (await client.get(`/post-mortems/${ticket.id}/report`)).body
  expect(asVet.success).toBe(true)
  expect(asClient).toEqual(asVet)
  const pdf = Buffer.from(asVet.report.report_data, 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const file = await client.get(`/post-mortems/${ticket.id}/report`, { accept: 'application/pdf' })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.headers['content-disposition']).toContain(`filename="PM-report-${ticket.title}.pdf"`)
  expect(file.bytes.equals(pdf)).toBe(true)
})

test('the id of a report changes when, and only when, its content changes', async () => {
  const { client, site } = await given.client()
  const [vet, admin] = [await given.person('Veterinarian'), await given.person('Admin')]
  const ticket = await given.completed(client, site, vet)
  const id = async () => (await vet.get(`/post-mortems/${ticket.id}/report`)).body.report.id
  const first = await id()
  expect(await id()).toBe(first)
  const animalId = ticket.veterinary_record.veterinary_record_animals[0]?.id
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Seen again: liver abscess.' })
  const second = await id()
  expect(second).not.toBe(first)
  await admin.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Seen again: liver abscess.' })
  expect(await id()).toBe(second)
})
