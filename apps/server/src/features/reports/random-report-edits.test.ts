import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import {
  createReportFactory,
  discardAmendment,
  issueAmendment,
  issuePreliminary,
  openAmendment,
  sha256,
  writeFindings,
} from './testing/report-factory.ts'

const factory = await createSharedFactory()
const { client, site, vet, admin, pneumonia, sentTicket, versionsOf, bytesOf } = await createReportFactory(factory)

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
          preliminary: () => issuePreliminary(vet, id),
          complete: () => vet.put(`/post-mortems/${id}`, { completed_at: '1' }),
          open: () => openAmendment(vet, id),
          issue: () => issueAmendment(vet, id),
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
})
