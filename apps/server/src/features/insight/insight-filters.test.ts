import { expect, test } from 'vitest'
import { type Day, dayOf } from '@chisholm/domain/dates'
import { ratePer1000HeadMonth } from '@chisholm/domain/mortality'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { seedLibrary } from '../library/index.ts'
import { storeFigures } from './store-figures.ts'

const factory = await createSharedFactory()
await seedLibrary(factory.db)
const admin = await factory.user('Admin')
const vet = await factory.user('Veterinarian')
const diagnoses: { id: string; system: string }[] = (await admin.get('/diagnoses?per_page=9999')).body.data
const diagnosisOf = (name: string) => diagnoses.find(({ system }) => system === name)?.id ?? ''

/** A completed ticket whose animal died on a day of a cause. */
async function completedDeath({ client, site }: Awaited<ReturnType<typeof factory.client>>, day: Day, cause: string) {
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { customer_record_at: day })
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: cause })
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
}

test('a period without a last day ends today at the sites, if they share a time zone, else at the practice', async () => {
  // 14 hours ahead of UTC and 11 behind: the two never have the same day
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const { client, site } = await factory.client()
  const todayIn = async (by: TestUser, path: string) => (await by.get(path)).body.meta.to
  for (const zone of [ahead, behind]) {
    await admin.put(`/sites/${site.id}`, { time_zone: zone })
    const today = dayOf(new Date(), zone)
    expect(await todayIn(client, '/insight/mortality')).toBe(today)
    expect(await todayIn(admin, `/insight/mortality?filter[site_id]=${site.id}`)).toBe(today)
  }
  const { id } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id, { customer_record_at: dayOf(new Date(), behind) })
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  expect((await client.get('/insight/deaths')).body.meta.total).toBe(1)
  const second = await admin.post('/sites', { customer_id: site.customerId, name: 'Second', time_zone: ahead })
  const both = await factory.user('Client', [site.id, second.body.data.id])
  expect(await todayIn(both, '/insight/mortality')).toBe(dayOf(new Date(), 'America/Edmonton'))
})

test('the comparison with others counts the causes that the filters name, and compares the customer of a site', async () => {
  await admin.put('/provider', { benchmark: 1 })
  const own = await factory.client()
  const others = []
  for (let count = 1; count <= 5; count++) others.push(await factory.client())
  for (const herd of [own, ...others]) {
    await herd.client.post('/head-counts', { site_id: herd.site.id, date: '2025-06-30', head: 1000 })
    await completedDeath(herd, '2025-06-30', diagnosisOf('Respiratory'))
    await completedDeath(herd, '2025-06-30', diagnosisOf('Digestive'))
  }
  const rate = ratePer1000HeadMonth(1, 1000)
  const row = { per_1000_head_month: rate, p25: rate, p50: rate, p75: rate }
  const [respiratory, digestive] = ['Respiratory', 'Digestive'].map((system) => ({
    key: system,
    label: system,
    ...row,
  }))
  const compare = async (by: TestUser, filter: string) =>
    (await by.get(`/insight/benchmark?from=2025-06-30&to=2025-06-30${filter}`)).body.data
  expect(await compare(own.client, '')).toEqual([digestive, respiratory])
  expect(await compare(own.client, '&filter[system]=respiratory')).toEqual([respiratory])
  expect(await compare(own.client, `&filter[diagnosis_id]=${diagnosisOf('Digestive')}`)).toEqual([digestive])
  expect(await compare(vet, `&filter[site_id]=${own.site.id}`)).toEqual([digestive, respiratory])
})

test('the comparison with others follows the system of a diagnosis, whatever part of it is in the sums', async () => {
  const own = await factory.client()
  const herds = [own]
  for (let others = 1; others <= 5; others++) herds.push(await factory.client())
  const cause = (await admin.post('/diagnoses', { name: 'Bee stings', system: 'Skin' })).body.data.id
  const enter = async (day: Day) => {
    for (const herd of herds.slice(0, 3)) await completedDeath(herd, day, cause)
  }
  for (const { client, site } of herds)
    await client.post('/head-counts', { site_id: site.id, date: '2025-02-28', head: 1000 })
  const compare = async (filter = '') =>
    (await own.client.get(`/insight/benchmark?from=2025-02-27&to=2025-04-01${filter}`)).body.data.map(
      ({ key, p75 }: { key: string; p75: number }) => [key, p75],
    )
  // Three of six customers have deaths, so that the upper quartile is their rate. The head is known from the count on, for
  // 33 days, and each death reduces it from its day on.
  const rate = (deaths: number, lost: number) => ratePer1000HeadMonth(deaths, 33_000 - lost)
  await enter('2025-03-15')
  expect(await compare()).toEqual([['Skin', rate(1, 18)]])
  await storeFigures(factory)
  await enter('2025-03-31')
  expect(await compare()).toEqual([['Skin', rate(2, 20)]])
  // a name of every JavaScript object
  await admin.put(`/diagnoses/${cause}`, { system: 'constructor' })
  const both = [['constructor', rate(2, 20)]]
  expect(await compare()).toEqual(both)
  await storeFigures(factory)
  expect([
    await compare(),
    await compare('&filter[system]=constructor'),
    await compare('&filter[system]=skin'),
  ]).toEqual([both, both, []])
  expect(await compare(`&filter[diagnosis_id]=${cause}`)).toEqual(both)
  await enter('2025-04-01')
  const all = [['constructor', rate(3, 21)]]
  expect(await compare()).toEqual(all)
  await storeFigures(factory)
  expect(await compare()).toEqual(all)
})

test('turnaround counts and lists a ticket on the day and in the month on which its site sent it', async () => {
  const { client, site } = await factory.client()
  await admin.put(`/sites/${site.id}`, { time_zone: 'Pacific/Auckland' })
  const { id } = await factory.pendingPostMortem(client, site)
  // half past one of November 1st there
  await factory.db
    .updateTable('post_mortems')
    .set({ requested_at: new Date('2026-10-31T12:30:00Z') })
    .where('id', '=', id)
    .execute()
  const monthsOn = async (day: Day) =>
    (await client.get(`/insight/turnaround?by=month&from=${day}&to=${day}`)).body.data.map(
      ({ key }: { key: string }) => key,
    )
  const ticketsOn = async (day: Day) =>
    (await client.get(`/insight/turnaround/tickets?from=${day}&to=${day}`)).body.data.map(
      (ticket: { id: string }) => ticket.id,
    )
  expect([await monthsOn('2026-10-31'), await monthsOn('2026-11-01')]).toEqual([[], ['2026-11']])
  expect([await ticketsOn('2026-10-31'), await ticketsOn('2026-11-01')]).toEqual([[], [id]])
  // stored by an earlier version: PostgreSQL does not know this name
  await factory.db.updateTable('sites').set({ time_zone: 'US/Pacific-New' }).where('id', '=', site.id).execute()
  expect(await monthsOn('2026-10-31')).toEqual(['2026-10'])
})

test('figures of sites, lots and causes with the same count are in alphabetical order', async () => {
  const names = ['apple', 'Émile', 'Pen 2', 'Pen 10', 'Zebra']
  const { customerId } = await factory.site()
  const sites = []
  for (const name of names.toReversed()) {
    const site = await admin.post('/sites', { customer_id: customerId, name })
    const diagnosis = await admin.post('/diagnoses', { name: `${name} disease`, system: name })
    sites.push({ id: site.body.data.id, customerId, name, cause: diagnosis.body.data.id })
  }
  const client = await factory.user(
    'Client',
    sites.map(({ id }) => id),
  )
  for (const site of sites) {
    const { id } = await factory.draftPostMortem(client, site)
    const animal = await factory.animal(client, id, { customer_diagnosis_id: site.cause, lot: site.name })
    await client.put(`/post-mortems/${id}`, { draft: 0 })
    await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: site.cause })
    await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  }
  const labels = async (path: string) =>
    (await client.get(`/insight/${path}`)).body.data.map(({ label }: { label: string }) => label.split(' - ').at(-1))
  for (const figure of ['mortality?by=site', 'mortality?by=lot', 'mortality?by=system', 'turnaround?by=site'])
    expect(await labels(figure)).toEqual(names)
  const { matrix } = (await client.get('/insight/agreement?by=system')).body.data
  expect(matrix.map((pair: { customer_diagnosis: string }) => pair.customer_diagnosis)).toEqual(names)
})
