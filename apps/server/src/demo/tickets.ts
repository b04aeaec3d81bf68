import { addDays, dayOf, momentAt, type Zone } from '@chisholm/domain/dates'
import { type AnimalId, type CustomerId, newId, type PostMortemId, type SiteId, type UserId } from '../database/ids.ts'
import type { PictureKind } from './pictures.ts'
import type { Chance } from './chance.ts'

const hour = 3_600_000
const day = 24 * hour

/** Who and what the demo tickets refer to, by id. */
export interface Cast {
  sites: { id: SiteId; customerId: CustomerId; requesterIds: UserId[] }[]
  vetIds: UserId[]
  diagnoses: { id: string; code: string }[]
  tagColors: { id: string; letter: string }[]
  breedIds: string[]
  animalColorIds: string[]
  groupIds: string[]
}

type Plan = 'draft' | 'pending' | 'overdue' | 'not scheduled' | 'no vet' | 'scheduled' | 'completed'

/** How many tickets of which kind: at least 60, 25 of them completed, every status and badge among them. */
const plans: [Plan, number][] = [
  ['completed', 30],
  ['overdue', 3],
  ['not scheduled', 4],
  ['no vet', 4],
  ['scheduled', 5],
  ['pending', 12],
  ['draft', 8],
]

/** When the demo is loaded, and in which zone: all its days are counted from today there. */
interface Loaded {
  now: Date
  zone: Zone
}

/** Times of day at which the demo's veterinarians visit. */
const visitTimes = ['08:30', '10:00', '13:15', '14:30', '16:00']

/** Writes the tickets and animals of the demo, oldest first, with days relative to the day of loading. */
export function demoTickets(cast: Cast, stories: Story[], chance: Chance, loaded: Loaded) {
  const order = plans.flatMap(([plan, count]) => Array.from({ length: count }, () => plan))
  return order.map((plan, index) => {
    // completed ones lie weeks back, the rest in the last days
    const age =
      plan === 'completed' ? (order.length - index) * 0.9 + 2 : ((order.length - index) / order.length) * 6 + 0.1
    const createdAt = new Date(loaded.now.getTime() - age * day)
    const visitTime = visitTimes[index % visitTimes.length] ?? '09:00'
    return demoTicket({ plan, createdAt, visitTime }, cast, stories, chance, loaded)
  })
}

/** What happened to an animal, as the yard and the veterinarian tell it. */
export interface Story {
  diagnosisCode: string
  customerNotes: string
  findings: string
  notes: string
  pictures: PictureKind[]
}

interface Planned {
  plan: Plan
  createdAt: Date
  visitTime: string
}

function demoTicket(
  { plan, createdAt, visitTime }: Planned,
  cast: Cast,
  stories: Story[],
  chance: Chance,
  { now, zone }: Loaded,
) {
  // half of the tickets come from the yards the demo clients are linked to
  const site = chance.happens(0.55) ? chance.oneOf(cast.sites.slice(0, 3)) : chance.oneOf(cast.sites)
  const requesterId = chance.oneOf(site.requesterIds)
  const sent = plan !== 'draft'
  const vetId = chance.oneOf(cast.vetIds)
  const scheduled = { overdue: -2, scheduled: chance.between(1, 4), 'no vet': chance.between(0, 3), completed: 0 }[
    // cast: any plan may be looked for in it
    plan as string
  ]
  const from = plan === 'completed' ? addDays(dayOf(createdAt, zone), 1) : dayOf(now, zone)
  const scheduledAt = scheduled === undefined ? null : momentAt(addDays(from, scheduled), visitTime, zone)
  const hasVet = ['completed', 'overdue', 'not scheduled', 'scheduled'].includes(plan)
  const id = newId<PostMortemId>(createdAt.getTime())
  const ticket = {
    id,
    customer_id: site.customerId,
    site_id: site.id,
    record_at: dayOf(createdAt, zone),
    note: chance.happens(0.7) ? chance.oneOf(ticketNotes) : null,
    no_vet_visit_requested: chance.happens(0.15),
    draft: !sent,
    created_by_id: requesterId,
    created_at: createdAt,
    requested_at: sent ? new Date(createdAt.getTime() + 20 * 60_000) : null,
    requested_by_id: sent ? requesterId : null,
    scheduled_at: scheduledAt,
    scheduled_for_id: hasVet ? vetId : null,
    scheduled_by_id: scheduledAt || hasVet ? vetId : null,
    completed_at: plan === 'completed' && scheduledAt ? new Date(scheduledAt.getTime() + 1.5 * hour) : null,
    completed_by_id: plan === 'completed' ? vetId : null,
  }
  const animals = Array.from({ length: chance.happens(0.5) ? 1 : chance.between(2, 3) }, () =>
    demoAnimal(ticket, cast, chance.oneOf(stories), chance),
  )
  return { ticket, animals }
}

function demoAnimal(
  ticket: { id: PostMortemId; created_at: Date; created_by_id: UserId; record_at: string; completed_at: Date | null },
  cast: Cast,
  story: Story,
  chance: Chance,
) {
  const diagnosed = ticket.completed_at !== null
  const diagnosisId = cast.diagnoses.find((diagnosis) => diagnosis.code === story.diagnosisCode)?.id ?? null
  const color = chance.oneOf(cast.tagColors)
  const number = String(chance.between(0, 999_999_999)).padStart(9, '0')
  const row = {
    id: newId<AnimalId>(ticket.created_at.getTime() + 60_000),
    post_mortem_id: ticket.id,
    tag: `${color.letter} ${chance.between(1000, 9999)}`,
    rfid: chance.happens(0.85) ? `${chance.oneOf(['982000', '840003', '124000'])}${number}` : null,
    pen: String(chance.between(1, 48)),
    lot: `F26-${String(chance.between(1, 140)).padStart(3, '0')}`,
    tag_color_id: color.id,
    customer_record_at: ticket.record_at,
    customer_notes: story.customerNotes,
    customer_diagnosis_id: chance.happens(0.5) ? diagnosisId : null,
    vet_diagnosis_id: diagnosed ? diagnosisId : null,
    vet_findings: diagnosed ? story.findings : null,
    vet_diagnosis_note: diagnosed ? story.notes : null,
    breed_id: chance.oneOf(cast.breedIds),
    animal_color_id: chance.oneOf(cast.animalColorIds),
    animal_group_id: chance.oneOf(cast.groupIds),
    weight: chance.between(240, 640),
    temperature: chance.between(360, 415) / 10,
    created_by_id: ticket.created_by_id,
    created_at: ticket.created_at,
  }
  return { row, pictures: story.pictures }
}

const ticketNotes = [
  'Found by the pen rider at first light. Please look at it before noon.',
  'Third one out of this lot in two weeks.',
  'Gate code is posted at the scale house.',
  'Carcass is behind the hospital barn, in the shade.',
  'Please call before you come, we are shipping today.',
  'Opened by the crew, photographs of every organ are attached.',
]
