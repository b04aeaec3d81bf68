import { expect, test } from 'vitest'
import type { Day } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import type { BenchmarkRow, MortalityRow, TurnaroundPostMortem } from '@chisholm/domain/schemas/insight'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { storeFigures } from './store-figures.ts'
import { createStaff } from './testing/user-actions.ts'

const factory = await createSharedFactory()
const { admin, vet, diagnoses } = await createStaff(factory)

/** A completed ticket whose animal died on a day and has a diagnosis. */
async function completedDeath(
  by: TestUser,
  at: Awaited<ReturnType<typeof factory.client>>['site'],
  customer_record_at: Day,
  fields = {},
  diagnosis = diagnoses[0],
) {
  const ticket = await factory.draftPostMortem(by, at)
  const animal = await factory.animal(by, ticket.id, { customer_record_at, ...fields })
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

test('turnaround counts the animals examined at their site, and those of them in time, for vet roles only', async () => {
  const { client, site: ofClient } = await factory.client()
  const died_at = '2026-05-04T12:00:00Z'
  const examine = async (examined_at: string, mode: string, fields: object = { died_at }) => {
    const { id } = await factory.draftPostMortem(client, ofClient)
    const animal = await factory.animal(client, id, fields)
    await client.put(`/post-mortems/${id}`, { draft: 0 })
    const answer = await vet.put(`/veterinary-record-animals/${animal.id}/examination`, { examined_at, mode })
    expect(answer.status).toBe(200)
  }
  const read = async (reader: TestUser) =>
    (await reader.get(`/insight/turnaround?filter[site_id]=${ofClient.id}`)).body.meta.opened
  expect(await read(vet)).toEqual({ animals: 0, in_time: 0 })
  await examine('2026-05-05T12:00:00Z', 'on_site')
  await examine('2026-05-05T12:00:01Z', 'on_site')
  await examine('2026-05-06T11:00:00Z', 'on_site', { died_at, air_temperature_c: 4 })
  await examine('2026-05-04T13:00:00Z', 'photos')
  await examine('2026-05-04T13:00:00Z', 'on_site', {})
  expect(await read(vet)).toEqual({ animals: 3, in_time: 2 })
  expect(await read(client)).toBeNull()
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
      ({ key, deaths }: MortalityRow) => [key, deaths],
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
  const others = []
  for (const head of [500, 1000, 1500, 2000]) {
    const other = await factory.client()
    others.push(other)
    await enter(other, head)
  }
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
  // an opinion that is not issued counts for nobody, whoever asks
  const open = await factory.draftPostMortem(own.client, own.site)
  const undecided = await factory.animal(own.client, open.id, { customer_record_at: '2025-06-30' })
  await own.client.put(`/post-mortems/${open.id}`, { draft: 0 })
  await vet.put(`/veterinary-record-animals/${undecided.id}`, { vet_diagnosis_id: diagnoses[0] })
  const ofOwn = `${path}&filter[customer_id]=${own.site.customerId}`
  const [asVet, asClient] = [(await vet.get(ofOwn)).body.data, (await own.client.get(ofOwn)).body.data]
  expect(asVet).toEqual(asClient)
  expect(asVet[0].per_1000_head_month).toBeCloseTo(own1000, 1)
  const withoutSites = await factory.user('Client')
  expect((await withoutSites.get(path)).body.data).toEqual([])
  // with a known head and no deaths of a system the rate is 0; a system of fewer than five others would tell of single ones
  const all = (await admin.get('/diagnoses?per_page=100')).body.data
  const respiratory = all.find(({ system }: { system: string }) => system === 'Respiratory').id
  const ratesOf = async (by: TestUser) =>
    (await by.get(path)).body.data.map((row: BenchmarkRow) => [row.key, row.per_1000_head_month])
  await completedDeath(fifth.client, fifth.site, '2025-06-29', {}, respiratory)
  expect(await ratesOf(own.client)).toHaveLength(1)
  expect(await ratesOf(vet)).toHaveLength(2)
  for (const { client, site: at } of others) await completedDeath(client, at, '2025-06-29', {}, respiratory)
  expect(await ratesOf(own.client)).toContainEqual(['Respiratory', 0])
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

test('each day, week and month tells the share of its days on which the head is known', async () => {
  const { site, client } = await factory.client()
  await client.post('/head-counts', { site_id: site.id, date: '2026-03-08', head: 100 })
  const shares = async (by: string) =>
    (await client.get(`/insight/mortality?by=${by}&from=2026-03-01&to=2026-03-18`)).body.data.map(
      ({ head_known }: { head_known: number }) => head_known,
    )
  // the first week has one day within the period, the last one three
  expect(await shares('week')).toEqual([0, 0.1429, 1, 1])
  expect(await shares('month')).toEqual([0.6111])
  expect(await shares('day')).toEqual([...Array.from({ length: 7 }, () => 0), ...Array.from({ length: 11 }, () => 1)])
})

test('a period of ten years works, and one without deaths and head has neither rate nor head', async () => {
  const { client } = await factory.client()
  expect((await client.get('/insight/mortality?by=month&from=2010-01-01&to=2020-01-01')).status).toBe(200)
  const { data, meta } = (await client.get('/insight/mortality?by=month&from=2010-01-01&to=2019-12-31')).body
  expect([data.length, data[0]]).toEqual([
    120,
    {
      key: '2010-01',
      label: 'January 2010',
      deaths: 0,
      examined: 0,
      head_days: null,
      head_known: 0,
      per_1000_head_month: null,
    },
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
