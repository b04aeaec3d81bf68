import { firingDays } from '@chisholm/domain/alerts'
import { addDays, dayOf } from '@chisholm/domain/dates'
import { expect, test } from 'vitest'
import { type CustomerId, newId, type SiteId, type UserId } from '../database/ids.ts'
import { defaultLibrary } from '../features/library/default-library.ts'
import { lotsBySite } from './generate-herd.ts'
import { type DemoReferences, generatePostMortems } from './generate-post-mortems.ts'
import { generateWeek } from './generate-week.ts'
import { generateYear } from './generate-year.ts'
import { deathsByDay } from './insert-year.ts'
import { demoCustomers, demoScenarios } from './sample-data.ts'
import { createSeededRandom } from './seeded-random.ts'

const zone = 'America/Edmonton'
const someone = newId<UserId>()
const option = [{ id: 'one', name: 'One', letter: 'Y', level: null }]
const diagnoses = (defaultLibrary['diagnoses'] ?? []).map(({ code }) => ({ id: code ?? '', code: code ?? '' }))
const systems = new Map((defaultLibrary['diagnoses'] ?? []).map(({ code, system }) => [code, system]))
const sites = demoCustomers.flatMap((customer) =>
  customer.sites.map(({ name }) => ({
    name,
    id: newId<SiteId>(),
    customerId: newId<CustomerId>(),
    requesterIds: [someone],
  })),
)
const references: DemoReferences = {
  sites,
  vetIds: [someone, someone],
  diagnoses,
  tagColors: option,
  breedIds: ['one'],
  animalColorIds: ['one'],
  groupIds: ['one'],
  treatments: option,
  dangerSigns: option,
  sampleKinds: option,
  photoSlots: option,
}

/** The demo data that is loaded at this time. */
function demoOf(now: Date) {
  const loadTime = { now, zone }
  const others = [
    ...generatePostMortems({ references, scenarios: demoScenarios, random: createSeededRandom(1867), loadTime }),
    ...generateWeek({ references, scenarios: demoScenarios, random: createSeededRandom(1912), loadTime }),
  ]
  const today = dayOf(now, zone)
  const lots = lotsBySite(new Map(sites.map((site) => [site.name, site])), today)
  const known = deathsByDay(others)
  const year = generateYear({ references, scenarios: demoScenarios, lots, known, loadTime })
  const deaths = new Map(known)
  for (const { ticket, animals } of year)
    deaths.set(ticket.record_at, (deaths.get(ticket.record_at) ?? 0) + animals.length)
  return { today, year, deaths, animals: year.flatMap(({ animals }) => animals) }
}

const unusual = { kind: 'unusual', threshold: 3, days: 7 } as const

const hour = 3_600_000

test('a rule of unusual deaths finds the outbreak on its first day, in whatever season and hour the demo is loaded', () => {
  for (let at = Date.parse('2026-02-22T08:00:00Z'); at < Date.parse('2027-02-22T08:00:00Z'); at += 367 * hour) {
    const { today, deaths } = demoOf(new Date(at))
    const figures = Array.from({ length: 60 }, (_, index) => addDays(today, index - 59)).map((day) => ({
      day,
      deaths: deaths.get(day) ?? 0,
      headDays: null,
    }))
    expect(
      firingDays(unusual, figures).map(({ day }) => day),
      new Date(at).toISOString(),
    ).toContain(addDays(today, -17))
  }
})

test('the causes of the year follow the seasons', () => {
  const { animals } = demoOf(new Date('2026-11-23T17:00:00Z'))
  const year = animals.filter(({ customer_record_at: day }) => day >= '2025-10-01' && day < '2026-10-01')
  const count = (matches: (code: string) => boolean, months = '01 02 03 04 05 06 07 08 09 10 11 12') =>
    year.filter(
      ({ vet_diagnosis_id: code, customer_record_at: day }) =>
        code !== null && matches(code) && months.includes(day.slice(5, 7)),
    ).length
  const of = (system: string) => (code: string) => systems.get(code) === system
  const [respiratory, digestive] = [of('Respiratory'), of('Digestive')]
  const isInterstitial = (code: string) => code === 'RES-03'
  const share = (matches: (code: string) => boolean) => count(matches) / count(() => true)
  expect(share(respiratory)).toBeGreaterThan(0.5)
  expect(share(respiratory)).toBeLessThan(0.64)
  expect(share(digestive)).toBeGreaterThan(0.15)
  expect(share(digestive)).toBeLessThan(0.27)
  expect(count(respiratory, '10 11 12')).toBeGreaterThan(1.5 * count(respiratory, '04 05 06'))
  expect(count(digestive, '04 05 06')).toBeGreaterThan(1.4 * count(digestive, '10 11 12'))
  expect(count(isInterstitial, '07 08')).toBeGreaterThan(2 * count(isInterstitial, '12 01 02'))
})

test('the tickets of the year are completed before the day of loading, after their visits, with lots that were on feed', () => {
  const now = new Date('2026-11-23T17:00:00Z')
  const { year, animals } = demoOf(now)
  expect(year.length).toBeGreaterThan(500)
  for (const { ticket } of year) {
    const { created_at, requested_at, scheduled_at, completed_at } = ticket
    const times = [created_at, requested_at, scheduled_at, completed_at, now].map((time) => time.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
  const ofLots = animals.filter(({ lot }) => lot !== null)
  expect(ofLots.length).toBeGreaterThan(500)
  for (const { arrived_at, customer_record_at } of ofLots)
    expect(arrived_at ?? 'unknown').toSatisfy((day) => day <= customer_record_at)
})

test('loading twice on the same day gives the same deaths', () => {
  const now = new Date('2026-11-23T17:00:00Z')
  const tags = () => demoOf(now).animals.map(({ tag, vet_diagnosis_id }) => [tag, vet_diagnosis_id])
  expect(tags()).toEqual(tags())
})
