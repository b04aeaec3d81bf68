import { addDays, type Day, daysBetween, dayOf, timestampAt } from '@chisholm/domain/dates'
import { type AnimalId, newId, type PostMortemId, type SiteId, type UserId } from '../database/ids.ts'
import { demoHeads, type DemoLot, herdWeeks, lotsPresent } from './generate-herd.ts'
import type { DemoReferences, LoadTime, Scenario } from './generate-post-mortems.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { outbreakCause, seasonalFactor, type YearCause, yearCauses } from './year-causes.ts'

/** Mean deaths per day: about 1.4 per 1,000 head and month. */
const deathsADay = 4.4
/** The last days have only open tickets, which the demo generates separately. */
const daysWithoutReport = 4
/** Deaths of the outbreak by day, and how many days ago it began. */
export const outbreak = { site: 'North Yard', daysAgo: 17, deaths: [15, 9, 7, 6, 4, 3, 2] }
/** Days before the outbreak without chance, so that the rule of unusual deaths fires on its first day and not before. */
const evenDays = 12
const minute = 60_000

/** A death without a ticket. */
interface Death {
  site: DemoReferences['sites'][number]
  cause: YearCause
}

export interface YearOptions {
  references: DemoReferences
  scenarios: Scenario[]
  lots: ReadonlyMap<SiteId, DemoLot[]>
  /** Number of deaths on the demo's other tickets by day. */
  known: ReadonlyMap<Day, number>
  loadTime: LoadTime
}

/**
 * Completed tickets of more than a year before the day of loading, oldest first. Their causes follow the seasons, and
 * one yard has an outbreak of pneumonia in the lots that arrived last.
 */
export function generateYear({ references, scenarios, lots, known, loadTime }: YearOptions) {
  const random = createSeededRandom(1874)
  const today = dayOf(loadTime.now, loadTime.zone)
  const findings = new Map(scenarios.map((scenario) => [scenario.diagnosisCode, scenario]))
  const ids = new Map(references.diagnoses.map(({ id, code }) => [code, id]))
  const sites = references.sites.flatMap((site) => Array.from({ length: weightOf(site.name) }, () => site))
  const outbreakSite = references.sites.find(({ name }) => name === outbreak.site) ?? random.pick(sites)
  const sources = { references, lots, findings, ids, random, loadTime }
  const days = Array.from({ length: 7 * herdWeeks - daysWithoutReport }, (_, index) =>
    addDays(today, index + 1 - 7 * herdWeeks),
  )
  return days.flatMap((day) => {
    const groups = [
      ...shareOut(Math.max(0, deathsOn(day, today, random) - (known.get(day) ?? 0)), random).map((count) => {
        const site = random.pick(sites)
        return Array.from({ length: count }, () => ({ site, cause: random.pick(causesOf(day)) }))
      }),
      ...shareOut(outbreakOn(day, today), random).map((count) =>
        Array.from({ length: count }, () => ({ site: outbreakSite, cause: outbreakCause })),
      ),
    ]
    return groups.map((group) => generateTicket(day, group, sources))
  })
}

/** The deaths of a site are proportional to its head; sites without a known head count as small. */
const weightOf = (site: string) => Math.round((demoHeads[site] ?? 1500) / 500)

/** The seasonal number of deaths, varying like a count. */
function deathsOn(day: Day, today: Day, random: SeededRandom): number {
  const expected = deathsADay * yearCauses.reduce((sum, cause) => sum + weight(cause, monthOf(day)), 0)
  const draws = 40
  const drawn = Array.from({ length: draws }, () => random.withProbability(expected / draws)).filter(Boolean).length
  const daysBefore = daysBetween(day, addDays(today, -outbreak.daysAgo))
  const isEven = daysBefore > 0 && daysBefore <= evenDays
  return isEven ? Math.round(expected) + (daysBefore % 2 === 0 ? 1 : -1) : drawn
}

const monthOf = (day: Day) => Number(day.slice(5, 7))
const weight = ({ share, season }: YearCause, month: number) => (share / total) * seasonalFactor(season, month)
const total = yearCauses.reduce((sum, { share }) => sum + share, 0)

/** The causes of each month, repeated by their frequency. */
const causesByMonth = Array.from({ length: 12 }, (_, index) =>
  yearCauses.flatMap((cause) => Array.from({ length: Math.round(200 * weight(cause, index + 1)) }, () => cause)),
)

const causesOf = (day: Day) => causesByMonth[monthOf(day) - 1] ?? yearCauses

/** Number of deaths of the outbreak on a day. */
const outbreakOn = (day: Day, today: Day): number =>
  outbreak.deaths.find((_, index) => addDays(today, index - outbreak.daysAgo) === day) ?? 0

/** Splits a number into parts of one to three, the animals of each ticket. */
function shareOut(count: number, random: SeededRandom): number[] {
  const parts: number[] = []
  for (let left = count; left > 0; left -= parts.at(-1) ?? 1)
    parts.push(Math.min(left, random.pick([1, 1, 1, 2, 2, 3])))
  return parts
}

/** What tickets and animals are generated from. */
interface YearSources {
  references: DemoReferences
  lots: ReadonlyMap<SiteId, DemoLot[]>
  findings: ReadonlyMap<string, Scenario>
  ids: ReadonlyMap<string, string>
  random: SeededRandom
  loadTime: LoadTime
}

function generateTicket(day: Day, deaths: Death[], sources: YearSources) {
  const { references, random, loadTime } = sources
  const [{ site }] = deaths as [Death, ...Death[]] // cast: groups have at least one death
  const time = `${String(random.integerBetween(6, 11)).padStart(2, '0')}:${random.pick(['05', '20', '35', '50'])}`
  const createdAt = timestampAt(day, time, loadTime.zone)
  const days = random.pick([0, 0, 1, 1, 1, 2])
  const visit = timestampAt(addDays(day, days), random.pick(['13:00', '14:30', '16:00']), loadTime.zone)
  const requesterId = random.pick(site.requesterIds)
  const vetId = random.pick(references.vetIds)
  const ticket = {
    id: newId<PostMortemId>(createdAt.getTime()),
    customer_id: site.customerId,
    site_id: site.id,
    record_at: day,
    no_vet_visit_requested: random.withProbability(0.12),
    draft: false,
    created_by_id: requesterId,
    created_at: createdAt,
    updated_at: createdAt,
    requested_at: new Date(createdAt.getTime() + random.integerBetween(5, 45) * minute),
    requested_by_id: requesterId,
    scheduled_at: visit,
    scheduled_for_id: vetId,
    scheduled_by_id: vetId,
    completed_at: new Date(visit.getTime() + random.integerBetween(50, 400) * minute),
    completed_by_id: vetId,
  }
  return { ticket, animals: deaths.map((death) => generateAnimal(day, ticket, death, sources)) }
}

function generateAnimal(
  day: Day,
  ticket: { id: PostMortemId; created_at: Date; created_by_id: UserId; no_vet_visit_requested: boolean },
  { site, cause }: Death,
  { references, lots, findings, ids, random }: YearSources,
) {
  const color = random.pick(references.tagColors)
  const lot = pickLot(lots.get(site.id) ?? [], day, cause, random)
  const found = findings.get(cause.diagnosisCode)
  // without a visit, photos are not always conclusive
  const isDiagnosed = !ticket.no_vet_visit_requested || random.withProbability(0.5)
  const code = crewDiagnosis(cause, random)
  return {
    id: newId<AnimalId>(ticket.created_at.getTime() + minute),
    post_mortem_id: ticket.id,
    tag: `${color.letter} ${random.integerBetween(1000, 9999)}`,
    rfid: random.withProbability(0.8)
      ? `${random.pick(['982000', '840003', '124000'])}${String(random.integerBetween(0, 999_999_999)).padStart(9, '0')}`
      : null,
    pen: String(random.integerBetween(1, 48)),
    lot: lot?.name ?? null,
    arrived_at: lot?.arrived_at ?? null,
    tag_color_id: color.id,
    customer_record_at: day,
    customer_notes: found?.customerNotes ?? null,
    customer_diagnosis_id: (code && ids.get(code)) ?? null,
    vet_diagnosis_id: isDiagnosed ? (ids.get(cause.diagnosisCode) ?? null) : null,
    vet_findings: isDiagnosed ? (found?.findings ?? null) : null,
    vet_diagnosis_note: isDiagnosed ? (found?.notes ?? null) : null,
    breed_id: random.pick(references.breedIds),
    weight: random.integerBetween(240, 640),
    death_kind: random.withProbability(0.12) ? 'euthanised' : 'found_dead',
    created_by_id: ticket.created_by_id,
    created_at: ticket.created_at,
    updated_at: ticket.created_at,
  }
}

/** Picks a lot that has been on feed for as long as the cause requires, else any. */
function pickLot(lots: DemoLot[], day: Day, { daysOnFeed: [from, to] }: YearCause, random: SeededRandom) {
  const present = lotsPresent(lots, day)
  const fitting = present.filter(
    ({ arrived_at }) => arrived_at <= addDays(day, -from) && arrived_at >= addDays(day, -to),
  )
  const choices = fitting.length > 0 ? fitting : present
  return choices.length > 0 ? random.pick(choices) : undefined
}

/** The crew's diagnosis: mostly correct, else a similar cause, or none. */
function crewDiagnosis({ diagnosisCode, mistakenFor }: YearCause, random: SeededRandom): string | null {
  if (random.withProbability(0.15)) return null
  return random.withProbability(0.58) ? diagnosisCode : random.pick(mistakenFor)
}
