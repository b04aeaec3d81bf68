import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import { isoWeek } from '@chisholm/domain/weeks'
import type { MortalityRow, TurnaroundPostMortem } from '@chisholm/domain/schemas'
import { cohensKappa } from '@chisholm/domain/statistics'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'
import { storeFigures } from './store-figures.ts'
import {
  daysOf,
  deathsIn,
  diagnosisOf,
  headDays,
  headOn,
  type PlainScope,
  readHerd,
  withoutSpaces,
} from './testing/count-plainly.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const diagnoses = (await admin.get('/diagnoses?per_page=6')).body.data.map(({ id }: { id: string }) => id)

const first = '2026-08-28'
const last = '2026-10-04'
const day = (offset: number): Day => addDays(first, offset)

/** Two customers, the second with one site, and a client of each. */
async function createWorld() {
  const [one, two] = [await factory.client(), await factory.client()]
  const created = await admin.post('/sites', { customer_id: one.site.customerId, name: 'Second' })
  const second = { id: created.body.data.id, customerId: one.site.customerId }
  const client = await factory.user('Client', [one.site.id, second.id])
  return { site: one.site, sites: [one.site, second, two.site], client, rival: two.client }
}
type World = Awaited<ReturnType<typeof createWorld>>

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
const step = fc.oneof(
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
/** Begins with enough tickets for the following steps. */
const history = fc
  .tuple(fc.array(report, { minLength: 8, maxLength: 8 }), fc.array(step, { minLength: 25, maxLength: 40 }))
  .map(([reports, steps]) => [...reports, ...steps])
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The newest lot of a site. */
const lotOf = async (siteId: string): Promise<{ id: string } | undefined> =>
  (await admin.get(`/lots?filter[site_id]=${siteId}&sort=-created_at`)).body.data[0]

/** Performs one user action; an action that the state forbids is rejected and changes nothing. */
async function take(world: World, tickets: string[], taken: Step): Promise<void> {
  const ticketAt = (nth: number) => tickets[nth % Math.max(1, tickets.length)] ?? 'none'
  const siteAt = (nth: number) => world.sites[nth] ?? world.site
  const animalOf = async (id: string) =>
    (await admin.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}&per_page=1`)).body.data?.[0]?.id
  switch (taken.what) {
    case 'report':
    case 'draft': {
      const site = siteAt(taken.site)
      const facts = {
        lot: taken.lot,
        customer_record_at: taken.day,
        customer_diagnosis_id: diagnoses[2],
        pen: taken.pen,
      }
      const count = taken.what === 'report' ? taken.animals : 1
      const animals = Array.from({ length: count }, (_, n) => ({
        ...facts,
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
      const lot = await lotOf(siteAt(taken.site).id)
      if (lot) await admin.put(`/lots/${lot.id}/other-names`, { name: taken.lot })
      return
    }
    case 'change lot': {
      const lot = await lotOf(siteAt(taken.site).id)
      const changed = { name: taken.lot, arrived_at: taken.day, head_in: taken.head, closed_at: '' }
      if (lot) await admin.put(`/lots/${lot.id}`, changed)
      return
    }
    case 'delete lot': {
      const lot = await lotOf(siteAt(taken.site).id)
      if (lot) await admin.delete(`/lots/${lot.id}`)
    }
  }
}

const keyOf: Record<string, (scope: PlainScope, names: Map<string, string>) => (death: Death) => string | null> = {
  day: () => (death) => death.day,
  week: () => (death) => isoWeek(death.day),
  month: () => (death) => death.day.slice(0, 7),
  customer: () => (death) => death.customer_id,
  site: () => (death) => death.site_id,
  lot: () => (death) => `${death.site_id} ${death.lot}`,
  pen: () => (death) => `${death.site_id} ${death.pen}`,
  diagnosis: (scope) => (death) => diagnosisOf(death, scope),
  system: (scope, names) => (death) => names.get(diagnosisOf(death, scope) ?? '') ?? null,
  days_on_feed: () => (death) => {
    const days = death.arrived_at === null ? -1 : daysBetween(death.arrived_at, death.day)
    if (days < 0) return null
    return days >= 360 ? '360+' : `${days - (days % 30)}-${days - (days % 30) + 29}`
  },
}
type Death = ReturnType<typeof deathsIn>[number]

interface Row {
  key: string | null
  site_id?: string
  deaths: number
  examined: number
  head_days: number | null
  per_1000_head_month: number | null
}

/** The period of a mark: within that of the scope. */
function periodOf(by: string, key: string | null, scope: PlainScope): Pick<PlainScope, 'from' | 'to'> {
  const keyOfDay = ['day', 'week', 'month'].includes(by) ? keyOf[by]?.(scope, new Map()) : undefined
  // cast: keys of periods depend only on the day
  const days = keyOfDay ? daysOf(scope).filter((one) => keyOfDay({ day: one } as Death) === key) : daysOf(scope)
  return { from: days[0] ?? scope.from, to: days.at(-1) ?? scope.to }
}

/** The filter of the deaths of a mark of a figure with this filter. */
function filterOf(by: string, key: string | null, filter: string): string {
  if (by === 'customer') return `${filter.replace(/&filter\[customer_id\][^&]*/, '')}&filter[customer_id]=${key}`
  const named = (field: string, value: string | null) =>
    filter.includes(`[${field}]`)
      ? filter
      : value === null
        ? `${filter}&filter[${field}:isnull]=true`
        : `${filter}&filter[${field}]=${encodeURIComponent(value)}`
  if (by === 'lot') {
    const [site = '', name = ''] = (key ?? '').split(' ')
    const ofSite = `${filter}&filter[site_id]=${site}`
    return filterOf('lot of a site', name === 'null' ? null : name, ofSite)
  }
  if (by === 'system' && key === null) return named('diagnosis_id', null)
  const fields: Record<string, string> = {
    site: 'site_id',
    'lot of a site': 'lot',
    diagnosis: 'diagnosis_id',
    system: 'system',
    days_on_feed: 'days_on_feed',
  }
  const field = fields[by]
  return field ? named(field, key) : filter
}

/** Pens have no filter, and days are listed as weeks are. */
const isListed = (by: string) => by !== 'pen' && by !== 'day'

/** The ids of all deaths that are listed. */
async function listDeaths(by: TestUser, { from, to }: Pick<PlainScope, 'from' | 'to'>, filter: string, perPage = 500) {
  const listed: { id: string; date_of_death: Day }[] = []
  for (let page = 1; ; page++) {
    const paging = `per_page=${perPage}&page=${page}`
    const { data, meta } = (await by.get(`/insight/deaths?from=${from}&to=${to}${filter}&${paging}`)).body
    listed.push(...data)
    if (page < meta.last_page) continue
    expect(meta.total).toBe(listed.length)
    const days = listed.map(({ date_of_death }) => date_of_death)
    expect(days).toEqual(days.toSorted().toReversed())
    return listed.map(({ id }) => id).toSorted()
  }
}

async function compare(by: TestUser, scope: PlainScope, filter: string): Promise<void> {
  const herd = await readHerd(factory.db)
  const systems = new Map(herd.diagnoses.map(({ id, system }) => [id, system?.trim() || 'Other']))
  const period = `from=${scope.from}&to=${scope.to}${filter}`
  const deaths = deathsIn(herd, scope)
  const isExamined = (death: Death) => death.completed && diagnosisOf(death, scope) !== null
  const all = headDays(herd, scope.sites, daysOf(scope), scope.lot)
  for (const [name, makeKey] of Object.entries(keyOf)) {
    const { data, meta } = (await by.get(`/insight/mortality?by=${name}&${period}`)).body
    const grouped = Map.groupBy(deaths, makeKey(scope, systems))
    const expected = [...grouped].map(([key, some]) => [key, some.length, some.filter(isExamined).length])
    const isOfSite = name === 'lot' || name === 'pen'
    const counted = data
      .filter(({ deaths: n }: Row) => n > 0)
      .map((row: Row) => [
        isOfSite ? `${row.site_id} ${row.key?.toLowerCase().replaceAll(/\s/g, '') ?? null}` : row.key,
        row.deaths,
        row.examined,
      ])
    expect([name, counted.toSorted(byText)]).toEqual([name, expected.toSorted(byText)])
    expect([name, meta.deaths, meta.examined, meta.head_days]).toEqual([
      name,
      deaths.length,
      deaths.filter(isExamined).length,
      all,
    ])
    // cast: rows of the answer
    for (const row of data as Row[])
      expect(row.per_1000_head_month).toBe(ratePer1000HeadMonth(row.deaths, row.head_days))
    for (const [key, some] of isListed(name) ? grouped : []) {
      const mark = { ...scope, ...periodOf(name, key, scope) }
      const listed = await listDeaths(by, mark, filterOf(name, key, filter))
      expect([name, key, listed]).toEqual([name, key, some.map(({ id }) => id).toSorted()])
    }
    if (name === 'diagnosis' || name === 'system') for (const row of data) expect(row.head_days).toBe(all)
    if (name === 'lot')
      for (const row of data) {
        const lot = herd.lots.find(({ id }) => id === row.lot_id)
        const head = lot ? headDays(herd, [lot.site_id], daysOf(scope), withoutSpaces(lot.name)) : null
        expect([row.key, row.site_id, row.head_days]).toEqual([lot?.name ?? row.key, lot?.site_id ?? row.site_id, head])
      }
    if (name === 'site' && scope.lot === undefined)
      for (const row of data) expect(row.head_days).toBe(headDays(herd, [row.key], daysOf(scope)))
    if (['day', 'week', 'month'].includes(name)) {
      const keyOfDay = makeKey(scope, systems)
      // cast: keys of periods depend only on the day
      const days = Map.groupBy(daysOf(scope), (one) => keyOfDay({ day: one } as Death))
      expect(data.map((row: Row) => [row.key, row.head_days])).toEqual(
        [...days].map(([key, some]) => [key, headDays(herd, scope.sites, some, scope.lot)]),
      )
    }
    const there = scope.sites.filter(
      (site) =>
        deaths.some(({ site_id }) => site_id === site) ||
        daysOf(scope).some((one) => headOn(herd, site, one, scope.lot) !== null),
    )
    const known = there.flatMap((site) => daysOf(scope).filter((one) => headOn(herd, site, one, scope.lot) !== null))
    expect(meta.head_known).toBeCloseTo(known.length / Math.max(1, there.length * daysOf(scope).length), 4)
  }
  expect(await listDeaths(by, scope, filter, 20)).toEqual(deaths.map(({ id }) => id).toSorted())
  const both = deaths.filter((death) => death.crew !== null && diagnosisOf(death, scope) !== null)
  for (const name of ['system', 'diagnosis']) {
    const say = (id: string | null) => (name === 'system' ? systems.get(id ?? '') : id) ?? ''
    const pairs = both.map((death) => ({ one: say(death.crew), other: say(diagnosisOf(death, scope)), n: 1 }))
    const kappa = cohensKappa(pairs)
    expect((await by.get(`/insight/agreement?by=${name}&${period}`)).body.data).toMatchObject({
      n: both.length,
      agree: pairs.filter(({ one, other }) => one === other).length,
      kappa: kappa === null ? null : Math.round(kappa * 1e4) / 1e4,
    })
  }
}

/** Compares the turnaround of the tickets that were sent today with PostgreSQL's percentiles of their rows. */
async function compareTurnaround(by: TestUser, sites: string[], filter: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const period = `from=${addDays(today, -1)}&to=${addDays(today, 1)}${filter}`
  const sent = sql`post_mortems t where not draft and deleted_at is null and site_id = any(${sites}::uuid[])`
  const keys = {
    month: sql`to_char(requested_at at time zone 'America/Edmonton', 'YYYY-MM')`,
    site: sql`site_id::text`,
    veterinarian: sql`coalesce(completed_by_id, scheduled_for_id)::text`,
  }
  const hoursUntil = (until: string) => sql`extract(epoch from ${sql.ref(until)} - requested_at)::float8 / 3600`
  const percentile = (share: number, until: string) =>
    sql`percentile_cont(${sql.lit(share)}) within group (order by ${hoursUntil(until)})`
  for (const [name, key] of Object.entries(keys)) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${key} as key, count(*)::int as n,
             json_build_object('p50', ${percentile(0.5, 'scheduled_at')}, 'p90', ${percentile(0.9, 'scheduled_at')})
               as to_scheduled_hours,
             json_build_object('p50', ${percentile(0.5, 'completed_at')}, 'p90', ${percentile(0.9, 'completed_at')})
               as to_completed_hours
      from ${sent} group by 1`.execute(factory.db)
    const { data } = (await by.get(`/insight/turnaround?by=${name}&${period}`)).body
    const counted = data.map(({ label: _label, ...row }: { label: string }) => row)
    expect([name, rounded(counted.toSorted(byText))]).toEqual([name, rounded(rows.toSorted(byText))])
  }
  const fields = ['requested_at', 'to_scheduled_hours', 'to_completed_hours']
  for (const sort of [...fields, ...fields.map((field) => `-${field}`), 'to_completed_hours,-requested_at']) {
    const order = sort
      .split(',')
      .map((field) => `${field.replace('-', '')} ${field.startsWith('-') ? 'desc' : 'asc'} nulls last`)
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, pin, requested_at, ${hoursUntil('scheduled_at')} as to_scheduled_hours,
               ${hoursUntil('completed_at')} as to_completed_hours
        from ${sent}
      ) t order by ${sql.raw(order.join(', '))}, pin desc`.execute(factory.db)
    const pages = [1, 2].map((page) =>
      by.get(`/insight/turnaround/tickets?${period}&sort=${sort}&per_page=3&page=${page}`),
    )
    const [one, two] = await Promise.all(pages)
    const listed = [...(one?.body.data ?? []), ...(two?.body.data ?? [])].map(({ id }) => id)
    expect([sort, one?.body.meta.total, listed]).toEqual([sort, rows.length, rows.slice(0, 6).map(({ id }) => id)])
  }
}

/** Numbers to nine places: PostgreSQL adds up fractions in another order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'number' ? Number(one.toFixed(9)) : one))

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

// oxlint-disable-next-line vitest/expect-expect -- `compare` asserts
test('every figure equals a naive count after random user actions', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await createWorld()
      const tickets: string[] = []
      const period = { from: first, to: last }
      for (const [index, taken] of steps.entries()) {
        await take(world, tickets, taken)
        // figures that the server remembers do not outlive a change
        if (index % 10 === 0)
          for (const reader of [vet, world.client]) {
            for (const by of ['lot', 'pen']) await reader.get(`/insight/mortality?by=${by}&from=${first}&to=${last}`)
            await reader.get('/insight/turnaround?by=site')
          }
      }
      const [one, two, three] = world.sites.map(({ id }) => id)
      const customers = world.sites.map(({ customerId }) => customerId)
      const everywhere = [one ?? '', two ?? '', three ?? '']
      const ofWorld = `&filter[customer_id]=${customers.join(',')}`
      await compare(vet, { ...period, sites: everywhere, issued: false }, ofWorld)
      await compare(world.client, { ...period, sites: everywhere.slice(0, 2), issued: true }, '')
      const ofLot = { ...period, sites: everywhere, issued: false, lot: 'f26-088' }
      await compare(vet, ofLot, `${ofWorld}&filter[lot]=F26 -088`)
      const ofDiagnosis = { ...period, sites: everywhere.slice(2), issued: true, diagnosis: diagnoses[1] }
      await compare(world.rival, ofDiagnosis, `&filter[diagnosis_id]=${diagnoses[1]}`)
      const allSites = (await factory.db.selectFrom('sites').select('id').execute()).map(({ id }) => id)
      const ofPractice = { ...period, sites: allSites, issued: false }
      await compare(vet, ofPractice, '')
      await storeFigures(factory)
      // changes that are not in the sums yet, some of which undo changes that are
      for (const nth of [0, 1, 2, 3])
        await take(world, tickets, { what: 'edit', nth, lot: 'None', day: day(9), diagnosis: 0 })
      await compare(vet, ofPractice, '')
      await compare(vet, { ...ofPractice, diagnosis: diagnoses[1] }, `&filter[diagnosis_id]=${diagnoses[1]}`)
      const year = { from: '2025-12-20', to: '2027-01-12', sites: everywhere, issued: false }
      await compare(vet, year, ofWorld)
      await compare(world.client, { ...year, sites: everywhere.slice(0, 2), issued: true }, '')
      await compareTurnaround(vet, everywhere, ofWorld)
      await compareTurnaround(world.client, everywhere.slice(0, 2), '')
    }),
    // shrinking takes longer than the time limit of the test
    { numRuns: Number(process.env['FC_RUNS'] ?? 2), endOnFailure: true },
  )
})

/** A completed ticket whose animal died on a day and has a diagnosis. */
async function completedDeath(
  by: TestUser,
  at: World['sites'][number],
  customer_record_at: Day,
  facts = {},
  diagnosis = diagnoses[0],
) {
  const ticket = await factory.draftPostMortem(by, at)
  const animal = await factory.animal(by, ticket.id, { customer_record_at, ...facts })
  await by.put(`/post-mortems/${ticket.id}`, { draft: 0 })
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis })
  await vet.put(`/post-mortems/${ticket.id}`, { scheduled_at: '2026-11-21 09:00:00', scheduled_for_id: vet.id })
  await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
  return ticket
}

test('turnaround has the median and the ninth decile of the hours from sending, and lists its tickets with theirs', async () => {
  const { client, site: ofClient } = await factory.client()
  const sent = '2026-05-04T12:00:00Z'
  for (const [hours, done] of [
    [2, 10],
    [4, 20],
    [6, null],
  ] as const) {
    const { id } = await factory.pendingPostMortem(client, ofClient)
    const after = (count: number) => new Date(new Date(sent).getTime() + count * 3_600_000)
    await factory.db
      .updateTable('post_mortems')
      .set({
        requested_at: new Date(sent),
        scheduled_at: after(hours),
        completed_at: done && after(done),
        scheduled_for_id: vet.id,
      })
      .where('id', '=', id)
      .execute()
  }
  const read = async (by: string, period = 'from=2026-05-01&to=2026-05-31') =>
    (await client.get(`/insight/turnaround?by=${by}&${period}`)).body.data
  const row = {
    n: 3,
    to_scheduled_hours: { p50: 4, p90: 5.6 },
    to_completed_hours: { p50: 15, p90: 19 },
  }
  const rounded = (await read('month')).map((one: typeof row) => ({
    ...one,
    to_scheduled_hours: { ...one.to_scheduled_hours, p90: Number(one.to_scheduled_hours.p90.toFixed(6)) },
    to_completed_hours: { ...one.to_completed_hours, p90: Number(one.to_completed_hours.p90.toFixed(6)) },
  }))
  expect(rounded).toEqual([{ ...row, key: '2026-05', label: 'May 2026' }])
  expect((await read('veterinarian')).map(({ key, n }: { key: string; n: number }) => [key, n])).toEqual([[vet.id, 3]])
  expect((await read('site')).map(({ key }: { key: string }) => key)).toEqual([ofClient.id])
  expect(await read('month', 'from=2026-06-01&to=2026-06-30')).toEqual([])
  const ticketsOf = async (reader: TestUser, sort: string) => {
    const path = `/insight/turnaround/tickets?from=2026-05-01&to=2026-05-31&sort=${sort}&per_page=2`
    const pages = [(await reader.get(path)).body, (await reader.get(`${path}&page=2`)).body]
    const hours = pages.flatMap(({ data }) =>
      data.map((one: TurnaroundPostMortem) => [one.to_scheduled_hours, one.to_completed_hours]),
    )
    return [pages[0].meta.total, hours]
  }
  expect(await ticketsOf(client, '-to_completed_hours')).toEqual([
    3,
    [
      [4, 20],
      [2, 10],
      [6, null],
    ],
  ])
  // all were sent at once, so the newest is first
  expect(await ticketsOf(client, '-requested_at')).toEqual([
    3,
    [
      [6, null],
      [4, 20],
      [2, 10],
    ],
  ])
  expect(await ticketsOf(client, 'to_scheduled_hours')).toEqual([
    3,
    [
      [2, 10],
      [4, 20],
      [6, null],
    ],
  ])
  const otherClient = (await factory.client()).client
  expect((await otherClient.get('/insight/turnaround?from=2026-05-01&to=2026-05-31')).body.data).toEqual([])
  expect(await ticketsOf(otherClient, '-requested_at')).toEqual([0, []])
})

test("what the server remembers of a veterinarian's figures, with opinions that are not issued, is not told to clients", async () => {
  const { client, site: ofClient } = await factory.client()
  const { id, veterinary_record } = await factory.scheduledPostMortem(client, ofClient, vet)
  const animal = veterinary_record.veterinary_record_animals[0]
  await vet.put(`/veterinary-record-animals/${animal?.id}`, { vet_diagnosis_id: diagnoses[1], lot: 'F26-9', pen: '4' })
  const today = new Date().toISOString().slice(0, 10)
  const cause = `from=2026-01-01&to=${today}&filter[site_id]=${ofClient.id}&filter[diagnosis_id]=${diagnoses[1]}`
  const figures = [
    `/insight/turnaround?by=site&${cause}`,
    `/insight/turnaround/tickets?${cause}`,
    ...['lot', 'pen', 'diagnosis', 'month'].map((by) => `/insight/mortality?by=${by}&${cause}`),
  ]
  const read = async (reader: TestUser) => {
    const counts: number[] = []
    for (const path of figures) {
      const { data } = (await reader.get(path)).body
      counts.push(
        data.reduce((sum: number, row: { n?: number; deaths?: number }) => sum + (row.n ?? row.deaths ?? 1), 0),
      )
    }
    return counts
  }
  const [all, none] = [figures.map(() => 1), figures.map(() => 0)]
  expect(await read(vet)).toEqual(all)
  expect(await read(client)).toEqual(none)
  expect(await read(vet)).toEqual(all)
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  expect(await read(client)).toEqual(all)
})

test("a client's figures include an opinion once it is issued, and never one of another customer", async () => {
  const { client, site: ofClient } = await factory.client()
  const ticket = await factory.draftPostMortem(client, ofClient)
  const animal = await factory.animal(client, ticket.id, { customer_record_at: '2026-03-02' })
  await client.put(`/post-mortems/${ticket.id}`, { draft: 0 })
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnoses[0] })
  const keys = async (by: TestUser, filter = '') =>
    (await by.get(`/insight/mortality?by=diagnosis&from=2026-03-01&to=2026-03-31${filter}`)).body.data.map(
      ({ key, deaths }: Row) => [key, deaths],
    )
  const ofSite = `&filter[site_id]=${ofClient.id}`
  expect([await keys(vet, ofSite), await keys(client)]).toEqual([[[diagnoses[0], 1]], [[null, 1]]])
  expect(await keys(client, `&filter[diagnosis_id]=${diagnoses[0]}`)).toEqual([])
  const otherClient = (await factory.client()).client
  expect([await keys(otherClient, ofSite), await keys(otherClient)]).toEqual([[], []])
  await vet.post(`/post-mortems/${ticket.id}/report-versions`, { kind: 'preliminary' })
  expect(await keys(client)).toEqual([[diagnoses[0], 1]])
})

test('the comparison with others is off until the practice enables it, and requires five other customers', async () => {
  const own = await factory.client()
  const path = '/insight/benchmark?from=2025-06-01&to=2025-06-30'
  expect((await own.client.get(path)).status).toBe(409)
  await admin.put('/provider', { benchmark: 1 })
  const enter = async ({ client, site: at }: typeof own, head: number) => {
    await client.post('/head-counts', { site_id: at.id, date: '2025-05-31', head })
    await completedDeath(client, at, '2025-06-30')
  }
  await enter(own, 1000)
  for (let others = 1; others <= 4; others++) await enter(await factory.client(), others * 500)
  expect((await own.client.get(path)).body.message).toContain('Fewer than 5 other customers')
  const fifth = await factory.client()
  await enter(fifth, 2500)
  const { data } = (await own.client.get(path)).body
  // a death on the last day reduces the head of that day by one
  const rate = (head: number) => ratePer1000HeadMonth(1, head * 30 - 1) ?? 0
  expect(data).toHaveLength(1)
  // the quartiles of all six, interpolated between heads of 2500, 2000, 1500, 1000, 1000 and 500
  const own1000 = rate(1000)
  const [p25, p50, p75] = [rate(2000) + (rate(1500) - rate(2000)) / 4, (rate(1500) + own1000) / 2, own1000]
  expect(data[0]).toMatchObject({ per_1000_head_month: own1000 })
  for (const [name, expected] of Object.entries({ p25, p50, p75 })) expect(data[0][name]).toBeCloseTo(expected, 10)
  expect(JSON.stringify(data)).not.toMatch(/Customer|customer/)
  const withoutSites = await factory.user('Client')
  expect((await withoutSites.get(path)).body.data).toEqual([])
  // with a known head and no deaths of a system the rate is 0
  const all = (await admin.get('/diagnoses?per_page=100')).body.data
  const respiratory = all.find(({ system }: { system: string }) => system === 'Respiratory').id
  await completedDeath(fifth.client, fifth.site, '2025-06-29', {}, respiratory)
  const keys = (await own.client.get(path)).body.data.map((row: Record<string, unknown>) => [
    row['key'],
    row['per_1000_head_month'],
  ])
  expect(keys).toContainEqual(['Respiratory', 0])
  await admin.put('/provider', { benchmark: 0 })
  expect((await own.client.get(path)).status).toBe(409)
})

test.each([
  ['by=colour', 'by must be one of month, week'],
  ['from=2026-02-30', 'from must be a day'],
  ['from=20270101', 'from must be a day'],
  ['from=2026-02-02&to=2026-02-01', 'to must not be before from'],
  ['from=2010-01-01&to=2020-01-02', 'at most 10 years'],
  ['filter[colour]=red', 'Unknown filter "colour"'],
  ['filter[lot:like]=F', 'without "like"'],
])('a question that cannot be answered says why: %s', async (query, why) => {
  const answer = await vet.get(`/insight/mortality?${query}`)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(why)])
})

test.each([
  ['filter[days_on_feed]=31', 'takes 0-29, 30-59'],
  ['filter[system:isnull]=true', 'without "isnull"'],
  ['filter[lot:isnull]=maybe', 'does not fit the filter'],
  ['sort=tag', 'Unknown sort field "tag"'],
])('a list of deaths that cannot be made says why: %s', async (query, why) => {
  const answer = await vet.get(`/insight/deaths?${query}`)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(why)])
})

test('a site tells the share of the days on which its head is known', async () => {
  const { site, client } = await factory.client()
  await client.post('/head-counts', { site_id: site.id, date: '2026-03-08', head: 100 })
  const { data } = (await client.get('/insight/mortality?by=site&from=2026-03-01&to=2026-03-10')).body
  expect(data).toMatchObject([{ key: site.id, deaths: 0, head_days: 300, per_1000_head_month: 0, head_known: 0.3 }])
})

test('a period of ten years works, and one without deaths and head has neither rate nor head', async () => {
  const { client } = await factory.client()
  expect((await client.get('/insight/mortality?by=month&from=2010-01-01&to=2020-01-01')).status).toBe(200)
  const { data, meta } = (await client.get('/insight/mortality?by=month&from=2010-01-01&to=2019-12-31')).body
  expect([data.length, data[0]]).toEqual([
    120,
    { key: '2010-01', label: 'January 2010', deaths: 0, examined: 0, head_days: null, per_1000_head_month: null },
  ])
  expect(meta).toMatchObject({ deaths: 0, head_days: null, head_known: 0, per_1000_head_month: null })
})

test('pens that differ only in case are one row, labelled as entered, before and after their deaths are stored', async () => {
  const { client, site } = await factory.client()
  const ticket = await factory.pendingPostMortem(client, site)
  for (const [pen, tag] of [
    ['B4', '1'],
    ['b4 ', '2'],
    ['', '3'],
  ] as const)
    await factory.animal(client, ticket.id, { tag, pen, customer_record_at: '2026-09-10' })
  const rows = async () => {
    const { data } = (await client.get('/insight/mortality?by=pen&from=2026-09-01&to=2026-09-30')).body
    return data.map(({ key, label, deaths }: MortalityRow) => [key?.toLowerCase() ?? null, label.toLowerCase(), deaths])
  }
  const expected = [
    ['b4', 'b4', 2],
    [null, 'no pen', 1],
  ]
  expect(await rows()).toEqual(expected)
  await storeFigures(factory)
  expect(await rows()).toEqual(expected)
})

test('the head follows when a new lot takes the deaths of its name from a lot that had it as another name', async () => {
  const { client, site } = await factory.client()
  const herd = { site_id: site.id, head_in: 10 }
  const { data: early } = (await admin.post('/lots', { ...herd, name: 'Early', arrived_at: '2026-05-01' })).body
  await admin.put(`/lots/${early.id}/other-names`, { name: 'Late' })
  const ticket = await factory.pendingPostMortem(client, site)
  await factory.animal(client, ticket.id, { lot: 'late', customer_record_at: '2026-05-03' })
  await storeFigures(factory)
  const headDays = async () => {
    const read = async (by: string) =>
      (await client.get(`/insight/mortality?by=${by}&from=2026-05-01&to=2026-05-31`)).body
    return { site: (await read('month')).meta.head_days, lots: (await read('lot')).data }
  }
  expect(await headDays()).toMatchObject({ site: 281, lots: [{ key: 'Early', deaths: 1, head_days: 281 }] })
  await admin.post('/lots', { ...herd, name: 'Late', arrived_at: '2026-07-01' })
  const taken = { site: 310, lots: [{ key: 'Late', deaths: 1, head_days: null }] }
  expect(await headDays()).toMatchObject(taken)
  await storeFigures(factory)
  expect(await headDays()).toMatchObject(taken)
})
