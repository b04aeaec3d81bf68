import fc from 'fast-check'
import { test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { storeFigures } from './store-figures.ts'
import { compareMortality, compareTurnaround } from './testing/compare-figures.ts'
import { actions, createPractice, createStaff, day, first, last, performAction } from './testing/user-actions.ts'

const factory = await createSharedFactory()
const staff = await createStaff(factory)
const { vet } = staff
const diagnosis = staff.diagnoses[1] ?? ''

// oxlint-disable-next-line vitest/expect-expect -- `compareMortality` asserts
test('every figure equals a naive count after random user actions', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (performed) => {
      const practice = await createPractice(staff)
      const tickets: string[] = []
      const period = { from: first, to: last }
      for (const [index, action] of performed.entries()) {
        await performAction(practice, tickets, action)
        // figures that the server remembers do not outlive a change
        if (index % 10 === 0)
          for (const reader of [vet, practice.client]) {
            for (const by of ['lot', 'pen']) await reader.get(`/insight/mortality?by=${by}&from=${first}&to=${last}`)
            await reader.get('/insight/turnaround?by=site')
          }
      }
      const [one, two, three] = practice.sites.map(({ id }) => id)
      const customers = practice.sites.map(({ customerId }) => customerId)
      const everywhere = [one ?? '', two ?? '', three ?? '']
      const ofCustomers = `&filter[customer_id]=${customers.join(',')}`
      await compareMortality(factory.db, vet, { ...period, sites: everywhere, issued: false }, ofCustomers)
      await compareMortality(
        factory.db,
        practice.client,
        { ...period, sites: everywhere.slice(0, 2), issued: true },
        '',
      )
      const ofLot = { ...period, sites: everywhere, issued: false, lot: 'f26-088' }
      await compareMortality(factory.db, vet, ofLot, `${ofCustomers}&filter[lot]=F26 -088`)
      const ofDiagnosis = { ...period, sites: everywhere.slice(2), issued: true, diagnosis }
      await compareMortality(factory.db, practice.rival, ofDiagnosis, `&filter[diagnosis_id]=${diagnosis}`)
      const allSites = (await factory.db.selectFrom('sites').select('id').execute()).map(({ id }) => id)
      const ofPractice = { ...period, sites: allSites, issued: false }
      await compareMortality(factory.db, vet, ofPractice, '')
      await storeFigures(factory)
      // changes that are not in the sums yet, some of which undo changes that are
      for (const nth of [0, 1, 2, 3])
        await performAction(practice, tickets, { what: 'edit', nth, lot: 'None', day: day(9), diagnosis: 0 })
      await compareMortality(factory.db, vet, ofPractice, '')
      await compareMortality(factory.db, vet, { ...ofPractice, diagnosis }, `&filter[diagnosis_id]=${diagnosis}`)
      const year = { from: '2025-12-20', to: '2027-01-12', sites: everywhere, issued: false }
      await compareMortality(factory.db, vet, year, ofCustomers)
      await compareMortality(factory.db, practice.client, { ...year, sites: everywhere.slice(0, 2), issued: true }, '')
      await compareTurnaround(factory.db, vet, everywhere, ofCustomers)
      await compareTurnaround(factory.db, practice.client, everywhere.slice(0, 2), '')
    }),
    // shrinking takes longer than the time limit of the test
    { numRuns: Number(process.env['FC_RUNS'] ?? 2), endOnFailure: true },
  )
})
