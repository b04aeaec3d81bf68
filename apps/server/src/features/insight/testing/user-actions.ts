import fc from 'fast-check'
import { addDays, type Day } from '@chisholm/domain/dates'
import type { Factory, TestUser } from '../../../testing/factory.ts'
import { seedLibrary } from '../../library/index.ts'
import { storeFigures } from '../store-figures.ts'

/** The period in which the animals die. */
export const first = '2026-08-28'
export const last = '2026-10-04'
export const day = (offset: number): Day => addDays(first, offset)

/** An Admin, a veterinarian and ids of diagnoses. */
export async function createStaff(factory: Factory) {
  await seedLibrary(factory.db)
  const admin = await factory.user('Admin')
  const vet = await factory.user('Veterinarian')
  const diagnoses: string[] = (await admin.get('/diagnoses?per_page=6')).body.data.map(({ id }: { id: string }) => id)
  return { factory, admin, vet, diagnoses }
}

/** Two new customers, the second with one site, and a client of each. */
export async function createPractice(staff: Awaited<ReturnType<typeof createStaff>>) {
  const { factory, admin } = staff
  const [one, two] = [await factory.client(), await factory.client()]
  const created = await admin.post('/sites', { customer_id: one.site.customerId, name: 'Second' })
  const second = { id: created.body.data.id, customerId: one.site.customerId }
  const client = await factory.user('Client', [one.site.id, second.id])
  return { ...staff, site: one.site, sites: [one.site, second, two.site], client, rival: two.client }
}
type Practice = Awaited<ReturnType<typeof createPractice>>

const at = fc.nat({ max: 45 }).map((offset) => day(offset - 4))
const lot = fc.constantFrom('F26-088', ' f26 -088', 'F26-101', 'None')
const nth = fc.nat(11)
const diagnosis = fc.nat(5)
const site = fc.nat(2)
const report = fc.record({
  what: fc.constant('report' as const),
  site,
  lot,
  day: at,
  pen: fc.constantFrom(' 7a', '7A', '8'),
  animals: fc.integer({ min: 1, max: 3 }),
})
const action = fc.oneof(
  { weight: 3, arbitrary: report },
  { weight: 1, arbitrary: report.map((one) => ({ ...one, what: 'draft' as const })) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'edit' as const,
        'diagnose' as const,
        'complete' as const,
        'complete' as const,
        'preliminary' as const,
      ),
      nth,
      lot,
      day: at,
      diagnosis,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('amend' as const, 'send' as const, 'move' as const),
      nth,
      diagnosis,
      site,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('store' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constantFrom('delete animal' as const, 'delete ticket' as const), nth }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('count' as const), site, day: at, head: fc.integer({ min: 0, max: 50 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('lot' as const), site, lot, day: at, head: fc.nat(40), open: fc.nat(60) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('other name of lot' as const), site, lot }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('change lot' as const), site, lot, day: at, head: fc.nat(40) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete lot' as const), site }) },
)
/** Begins with enough tickets for the following actions. */
export const actions = fc
  .tuple(fc.array(report, { minLength: 8, maxLength: 8 }), fc.array(action, { minLength: 25, maxLength: 40 }))
  .map(([reports, actions]) => [...reports, ...actions])
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** The newest lot of a site. */
const lotOf = async (admin: TestUser, siteId: string): Promise<{ id: string } | undefined> =>
  (await admin.get(`/lots?filter[site_id]=${siteId}&sort=-created_at`)).body.data[0]

/** Performs one user action; an action that the state forbids is rejected and changes nothing. */
export async function performAction(practice: Practice, tickets: string[], taken: Action): Promise<void> {
  const { factory, admin, vet, diagnoses } = practice
  const ticketAt = (nth: number) => tickets[nth % Math.max(1, tickets.length)] ?? 'none'
  const siteAt = (nth: number) => practice.sites[nth] ?? practice.site
  const animalOf = async (id: string) =>
    (await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}&per_page=1`)).body.data?.[0]?.id
  switch (taken.what) {
    case 'report':
    case 'draft': {
      const site = siteAt(taken.site)
      const fields = {
        lot: taken.lot,
        customer_record_at: taken.day,
        // of one diagnosis, kappa would always be 0
        customer_diagnosis_id: diagnoses[taken.animals],
        pen: taken.pen,
      }
      const count = taken.what === 'report' ? taken.animals : 1
      const animals = Array.from({ length: count }, (_, n) => ({
        ...fields,
        tag: `T${n}`,
        arrived_at: day(-40 * n - 5),
      }))
      const body = { customer_id: site.customerId, site_id: site.id, record_at: taken.day, animals }
      const answer = await admin.post('/post-mortems', { ...body, ...(taken.what === 'report' && { send: 1 }) })
      if (answer.status === 201) tickets.push(answer.body.data.id)
      return
    }
    case 'edit': {
      const id = await animalOf(ticketAt(taken.nth))
      await admin.put(`/veterinary-record-animals/${id}`, { lot: taken.lot, customer_record_at: taken.day, pen: '' })
      return
    }
    case 'diagnose': {
      const id = await animalOf(ticketAt(taken.nth))
      const vet_diagnosis_id = taken.diagnosis === 5 ? '' : diagnoses[taken.diagnosis]
      await admin.put(`/veterinary-record-animals/${id}`, { vet_diagnosis_id })
      return
    }
    case 'complete': {
      const id = await animalOf(ticketAt(taken.nth))
      await vet.put(`/veterinary-record-animals/${id}`, { vet_diagnosis_id: diagnoses[taken.diagnosis] ?? '' })
      await vet.put(`/post-mortems/${ticketAt(taken.nth)}`, {
        scheduled_at: '2026-10-05 09:00:00',
        scheduled_for_id: vet.id,
      })
      await vet.put(`/post-mortems/${ticketAt(taken.nth)}`, { completed_at: '1' })
      return
    }
    case 'store':
      return storeFigures(factory)
    case 'preliminary':
      await vet.post(`/post-mortems/${ticketAt(taken.nth)}/report-versions`, { kind: 'preliminary' })
      return
    case 'delete animal':
      await admin.delete(`/veterinary-record-animals/${await animalOf(ticketAt(taken.nth))}`)
      return
    case 'delete ticket':
      await admin.delete(`/post-mortems/${ticketAt(taken.nth)}`)
      return
    case 'send':
      await admin.put(`/post-mortems/${ticketAt(taken.nth)}`, { draft: 0 })
      return
    case 'move':
      await admin.put(`/post-mortems/${ticketAt(taken.nth)}`, { site_id: siteAt(taken.site).id })
      return
    case 'amend': {
      const id = ticketAt(taken.nth)
      await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Results' })
      await vet.put(`/veterinary-record-animals/${await animalOf(id)}`, {
        vet_diagnosis_id: diagnoses[taken.diagnosis],
      })
      if (taken.diagnosis % 3 === 0) await vet.put(`/post-mortems/${id}/amendment`, { issue: 1 })
      else if (taken.diagnosis % 3 === 1) await vet.delete(`/post-mortems/${id}/amendment`)
      return
    }
    case 'count':
      await admin.post('/head-counts', { site_id: siteAt(taken.site).id, date: taken.day, head: taken.head })
      return
    case 'lot': {
      const closed_at = taken.open > 40 ? '' : addDays(taken.day, taken.open)
      const body = {
        site_id: siteAt(taken.site).id,
        name: taken.lot,
        arrived_at: taken.day,
        head_in: taken.head,
        closed_at,
      }
      await admin.post('/lots', body)
      return
    }
    case 'other name of lot': {
      const lot = await lotOf(admin, siteAt(taken.site).id)
      if (lot) await admin.put(`/lots/${lot.id}/other-names`, { name: taken.lot })
      return
    }
    case 'change lot': {
      const lot = await lotOf(admin, siteAt(taken.site).id)
      const changed = { name: taken.lot, arrived_at: taken.day, head_in: taken.head, closed_at: '' }
      if (lot) await admin.put(`/lots/${lot.id}`, changed)
      return
    }
    case 'delete lot': {
      const lot = await lotOf(admin, siteAt(taken.site).id)
      if (lot) await admin.delete(`/lots/${lot.id}`)
    }
  }
}
