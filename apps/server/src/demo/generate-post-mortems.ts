import { addDays, dayOf, timestampAt, type Zone } from '@chisholm/domain/dates'
import { type AnimalId, type CustomerId, newId, type PostMortemId, type SiteId, type UserId } from '../database/ids.ts'
import type { PhotoKind } from './draw-photo.ts'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { clockCases, generateDeath, generateTreatments } from './generate-deaths.ts'
import type { SeededRandom } from './seeded-random.ts'

const hour = 3_600_000
const day = 24 * hour

/** Ids the demo tickets refer to. */
export interface DemoReferences {
  sites: { name: string; id: SiteId; customerId: CustomerId; requesterIds: UserId[] }[]
  vetIds: UserId[]
  diagnoses: { id: string; code: string }[]
  tagColors: { id: string; letter: string }[]
  breedIds: string[]
  animalColorIds: string[]
  groupIds: string[]
  treatments: { id: string; name: string }[]
  dangerSigns: { id: string; level: DangerLevel | null }[]
  sampleKinds: { id: string; name: string }[]
  photoSlots: { id: string; name: string }[]
}

type PlannedState = 'draft' | 'pending' | 'overdue' | 'not scheduled' | 'no vet' | 'scheduled' | 'completed'

/** Number of tickets per state: at least 60, 25 of them completed, with every status and badge. */
const plannedCounts: [PlannedState, number][] = [
  ['completed', 30],
  ['overdue', 3],
  ['not scheduled', 4],
  ['no vet', 4],
  ['scheduled', 5],
  ['pending', 12],
  ['draft', 8],
]

/** Time and zone of loading; days are relative to it. */
export interface LoadTime {
  now: Date
  zone: Zone
}

/** Visit times. */
const visitTimes = ['08:30', '10:00', '13:15', '14:30', '16:00']

/** What tickets and animals are generated from. */
export interface DemoSources {
  references: DemoReferences
  scenarios: Scenario[]
  random: SeededRandom
  loadTime: LoadTime
}

/** Generates tickets and animals, oldest first, relative to the day of loading. */
export function generatePostMortems(sources: DemoSources) {
  const order = plannedCounts.flatMap(([state, count]) => Array.from({ length: count }, () => state))
  const firstClockCase = order.lastIndexOf('pending') - clockCases.length + 1
  const planned = order.map((plan, index) => {
    // completed tickets are weeks old, others days
    const age =
      plan === 'completed' ? (order.length - index) * 0.9 + 2 : ((order.length - index) / order.length) * 18 + 0.1
    const clockCase = plan === 'pending' ? clockCases[index - firstClockCase] : undefined
    // requested an hour after death
    const createdAt = new Date(sources.loadTime.now.getTime() - (clockCase ? (clockCase.hours - 1) * hour : age * day))
    const visitTime = visitTimes[index % visitTimes.length] ?? '09:00'
    return { state: plan, createdAt, visitTime, clockCase }
  })
  return planned
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((postMortem) => generatePostMortem(postMortem, sources))
}

/** One case with the descriptions of yard and veterinarian. */
export interface Scenario {
  diagnosisCode: string
  customerNotes: string
  findings: string
  notes: string
  pictures: PhotoKind[]
}

interface PlannedPostMortem {
  state: PlannedState
  createdAt: Date
  visitTime: string
  clockCase: (typeof clockCases)[number] | undefined
}

/** Generates a ticket with its animals. */
export function generatePostMortem(
  { state: plan, createdAt, visitTime, clockCase }: PlannedPostMortem,
  sources: DemoSources,
) {
  const { references, scenarios, random } = sources
  const { now, zone } = sources.loadTime
  // half of the tickets belong to the yards of the demo clients
  const site = random.withProbability(0.55) ? random.pick(references.sites.slice(0, 3)) : random.pick(references.sites)
  const requesterId = random.pick(site.requesterIds)
  const sent = plan !== 'draft'
  const vetId = random.pick(references.vetIds)
  const scheduled = {
    overdue: -2,
    scheduled: random.integerBetween(1, 4),
    'no vet': random.integerBetween(0, 3),
    completed: 0,
  }[
    // cast: every plan may be a key
    plan as string
  ]
  const from = plan === 'completed' ? addDays(dayOf(createdAt, zone), 1) : dayOf(now, zone)
  const scheduledAt = scheduled === undefined ? null : timestampAt(addDays(from, scheduled), visitTime, zone)
  const hasVet = ['completed', 'overdue', 'not scheduled', 'scheduled'].includes(plan)
  const id = newId<PostMortemId>(createdAt.getTime())
  const requestedAt = sent ? new Date(createdAt.getTime() + 20 * 60_000) : null
  const ticket = {
    id,
    customer_id: site.customerId,
    site_id: site.id,
    record_at: dayOf(createdAt, zone),
    note: random.withProbability(0.7) ? random.pick(postMortemNotes) : null,
    no_vet_visit_requested: random.withProbability(0.15),
    draft: !sent,
    created_by_id: requesterId,
    created_at: createdAt,
    requested_at: requestedAt,
    requested_by_id: sent ? requesterId : null,
    scheduled_at: scheduledAt,
    scheduled_for_id: hasVet ? vetId : null,
    scheduled_by_id: scheduledAt || hasVet ? vetId : null,
    completed_at: plan === 'completed' && scheduledAt ? new Date(scheduledAt.getTime() + 1.5 * hour) : null,
    completed_by_id: plan === 'completed' ? vetId : null,
    danger_acknowledged_at: clockCase?.danger ? requestedAt : null,
    danger_acknowledged_by_id: clockCase?.danger ? requesterId : null,
  }
  const animals = Array.from({ length: random.withProbability(0.5) ? 1 : random.integerBetween(2, 3) }, () =>
    generateAnimal(ticket, clockCase, random.pick(scenarios), sources),
  )
  return { ticket, animals }
}

function generateAnimal(
  ticket: { id: PostMortemId; created_at: Date; created_by_id: UserId; record_at: string; completed_at: Date | null },
  clockCase: PlannedPostMortem['clockCase'],
  scenario: Scenario,
  { references, random, loadTime }: DemoSources,
) {
  const diagnosed = ticket.completed_at !== null
  const diagnosisId = references.diagnoses.find((diagnosis) => diagnosis.code === scenario.diagnosisCode)?.id ?? null
  const color = random.pick(references.tagColors)
  const number = String(random.integerBetween(0, 999_999_999)).padStart(9, '0')
  const row = {
    id: newId<AnimalId>(ticket.created_at.getTime() + 60_000),
    post_mortem_id: ticket.id,
    tag: `${color.letter} ${random.integerBetween(1000, 9999)}`,
    rfid: random.withProbability(0.85) ? `${random.pick(['982000', '840003', '124000'])}${number}` : null,
    pen: String(random.integerBetween(1, 48)),
    lot: `F26-${String(random.integerBetween(1, 140)).padStart(3, '0')}`,
    tag_color_id: color.id,
    customer_notes: scenario.customerNotes,
    customer_diagnosis_id: random.withProbability(0.5) ? diagnosisId : null,
    vet_diagnosis_id: diagnosed ? diagnosisId : null,
    vet_findings: diagnosed ? scenario.findings : null,
    vet_diagnosis_note: diagnosed ? scenario.notes : null,
    breed_id: random.pick(references.breedIds),
    animal_color_id: random.pick(references.animalColorIds),
    animal_group_id: random.pick(references.groupIds),
    weight: random.integerBetween(240, 640),
    temperature: random.integerBetween(360, 415) / 10,
    created_by_id: ticket.created_by_id,
    created_at: ticket.created_at,
    ...generateDeath(ticket.created_at, clockCase, random, loadTime),
    danger_sign_ids: references.dangerSigns
      .filter(({ level }) => level !== null && level === clockCase?.danger)
      .map((sign) => sign.id)
      .slice(0, 1),
  }
  const treatments = generateTreatments(row.id, dayOf(row.died_at, loadTime.zone), references.treatments, random)
  return { row, treatments, pictures: scenario.pictures }
}

const postMortemNotes = [
  'Found by the pen rider at first light. Please look at it before noon.',
  'Third one out of this lot in two weeks.',
  'Gate code is posted at the scale house.',
  'Carcass is behind the hospital barn, in the shade.',
  'Please call before you come, we are shipping today.',
  'Opened by the crew, photographs of every organ are attached.',
]
