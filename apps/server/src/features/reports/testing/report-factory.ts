import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { readPdf } from '../../../testing/read-pdf.ts'
import type { Factory, TestUser } from '../../../testing/factory.ts'
import type { AnimalId, PostMortemId } from '../../../database/ids.ts'
import { seedLibrary } from '../../library/index.ts'

const pdf = { accept: 'application/pdf' }

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const animalOf = (ticket: { veterinary_record: { veterinary_record_animals: { id: string }[] } }) =>
  // cast: the id of an animal in an answer
  String(ticket.veterinary_record.veterinary_record_animals[0]?.id) as AnimalId

export const writeFindings = (by: TestUser, animalId: string, vet_findings: string) =>
  by.put(`/veterinary-record-animals/${animalId}`, { vet_findings })

export const issuePreliminary = (by: TestUser, id: string, body: object = { kind: 'preliminary' }, headers = {}) =>
  by.post(`/post-mortems/${id}/report-versions`, body, headers)

export const openAmendment = (by: TestUser, id: string, body: object = { reason: 'Histology came back.' }) =>
  by.post(`/post-mortems/${id}/amendment`, body)

export const issueAmendment = (by: TestUser, id: string) => by.put(`/post-mortems/${id}/amendment`, { issue: 1 })

export const discardAmendment = (by: TestUser, id: string) => by.delete(`/post-mortems/${id}/amendment`)

/** Finds photo slots by name. @returns the id of the slot with a name */
export async function readSlotIds(by: TestUser): Promise<(name: string) => string> {
  const slots = (await by.get('/photo-slots')).body.data
  return (name) => slots.find((slot: { name: string }) => slot.name === name).id
}

/** Accounts of one practice with two clients, tickets of the first client, and what is read of their reports. */
export async function createReportFactory(factory: Factory) {
  await seedLibrary(factory.db)
  const { client, site } = await factory.client()
  const otherClient = (await factory.client()).client
  const vet = await factory.user('Veterinarian')
  const other = await factory.user('Veterinarian')
  const admin = await factory.user('Admin')
  const [pneumonia, bloat] = await factory.db
    .selectFrom('library_entries')
    .select(['id', 'name'])
    .where('list', '=', 'diagnoses')
    .limit(2)
    .execute()
  if (!pneumonia || !bloat) throw new Error('the library has no diagnoses')

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

  const versionsOf = async (id: string, by = client) => (await by.get(`/post-mortems/${id}/report-versions`)).body.data
  const bytesOf = async (versionId: string, by = client) => (await by.get(`/report-versions/${versionId}`, pdf)).bytes
  const textOf = async (versionId: string) => (await readPdf(await bytesOf(versionId))).text
  const findingsSeenBy = async (by: TestUser, animalId: string) =>
    (await by.get(`/veterinary-record-animals/${animalId}`)).body.data.vet_findings

  /** Makes a ticket look as if it was completed before reports had versions. */
  const withoutVersions = async ({ id }: { id: PostMortemId }): Promise<void> => {
    await factory.db.updateTable('animals').set({ issued_opinion: null }).where('post_mortem_id', '=', id).execute()
    await factory.db.deleteFrom('report_versions').where('post_mortem_id', '=', id).execute()
  }

  const accounts = { client, site, otherClient, vet, other, admin }
  return {
    ...accounts,
    pneumonia,
    bloat,
    sentTicket,
    completedTicket,
    versionsOf,
    bytesOf,
    textOf,
    findingsSeenBy,
    withoutVersions,
  }
}
