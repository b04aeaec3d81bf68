import { strictestLevel } from '@chisholm/domain/danger-signs'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import { isoOrNull, toIso } from './iso-timestamps.ts'
import { practiceOfAnimals, presentAnimal } from './present-animal.ts'
import { parsePhotoSlots } from './photo-slots-of-animal.ts'
import type { PostMortemJson, PostMortemRow } from './post-mortems.queries.ts'

const toFlag = (value: boolean) => (value ? 1 : 0)

/** Builds the API responses for tickets (decisions.md section 4). */
export async function presentPostMortems(
  ctx: Parameters<typeof practiceOfAnimals>[0],
  rows: PostMortemRow[],
): Promise<PostMortem[]> {
  const practice = await practiceOfAnimals(
    ctx,
    rows.flatMap(({ post_mortem }) => post_mortem.animals),
  )
  const slots = parsePhotoSlots(rows[0]?.slots_of_practice ?? '[]')
  return rows.map(({ post_mortem }) => presentPostMortem(post_mortem, { practice, slots }))
}

/** Builds the API response for a ticket. */
function presentPostMortem(postMortem: PostMortemJson, forAnimals: Parameters<typeof presentAnimal>[1]): PostMortem {
  const { amendment } = postMortem
  const animals = postMortem.animals.map((animal) => presentAnimal(animal, forAnimals))
  const shared = {
    id: postMortem.id,
    created_at: toIso(postMortem.created_at),
    record_at: postMortem.record_at,
    draft: toFlag(postMortem.draft),
    no_vet_visit_requested: toFlag(postMortem.no_vet_visit_requested),
    note: postMortem.note,
    examine_by: isoOrNull(postMortem.examine_by),
    duration_minutes: postMortem.duration_minutes,
    danger: strictestLevel(animals.flatMap(({ danger_signs }) => danger_signs)),
    danger_acknowledged_at: isoOrNull(postMortem.danger_acknowledged_at),
    danger_acknowledged_by_id: postMortem.danger_acknowledged_by_id,
  }
  return {
    ...shared,
    title: formatTicketNumber(postMortem.pin),
    description: postMortem.description,
    status: postMortem.status,
    customer: customerOf(postMortem),
    customer_id: postMortem.customer_id,
    site_id: postMortem.site_id,
    created_by_id: postMortem.created_by_id,
    updated_at: toIso(postMortem.updated_at),
    requested_at: isoOrNull(postMortem.requested_at),
    requested_by_id: postMortem.requested_by_id,
    photos_missing_reason: postMortem.photos_missing_reason,
    report_grouped: toFlag(postMortem.report_grouped),
    animals: animals.length,
    report: postMortem.report,
    amendment: amendment && {
      reason: amendment.reason,
      opened_at: amendment.opened_at,
      opened_by: userOf(postMortem, amendment.opened_by_id),
    },
    veterinary_record: { ...shared, ...visitOf(postMortem), veterinary_record_animals: animals },
  }
}

const customerOf = ({ customer_id, customer_name }: PostMortemJson) => ({ id: customer_id, name: customer_name })

const userOf = ({ users }: PostMortemJson, id: string | null) => (id === null ? null : (users?.[id] ?? null))

/** When, where and by whom the animals are examined, and for whom. */
const visitOf = (postMortem: PostMortemJson) => ({
  pin: postMortem.pin,
  in_progress: toFlag(postMortem.status === 'In Progress'),
  completed_at: isoOrNull(postMortem.completed_at),
  completed_by_id: postMortem.completed_by_id,
  completed_by: userOf(postMortem, postMortem.completed_by_id),
  scheduled_at: isoOrNull(postMortem.scheduled_at),
  scheduled_by_id: postMortem.scheduled_by_id,
  scheduled_for_id: postMortem.scheduled_for_id,
  scheduled_for: userOf(postMortem, postMortem.scheduled_for_id),
  requested_by: userOf(postMortem, postMortem.requested_by_id),
  created_by: userOf(postMortem, postMortem.created_by_id),
  customer: { ...customerOf(postMortem), sites: postMortem.sites },
  site: {
    id: postMortem.site_id,
    name: postMortem.site_name,
    region: postMortem.site_region,
    city: postMortem.site_city,
    time_zone: postMortem.site_time_zone,
  },
})

/**
 * A ticket as its ETag sees it: with its version, and without its clock, which changes by itself. What it shows of others,
 * like names and the levels of danger signs, is part of it, because they change without it. All animals have the same
 * photo slots, which are most of a response, so those of the first one suffice.
 */
export function contentOfPostMortem(
  version: number,
  { examine_by: _, veterinary_record: record, ...postMortem }: PostMortem,
): object {
  const { examine_by: __, veterinary_record_animals: animals, ...shown } = record
  const fieldsOfAnimals = animals.map(({ carcass: _carcass, photo_slots: _slots, ...fields }) => fields)
  return { version, ...postMortem, ...shown, photo_slots: animals[0]?.photo_slots, animals: fieldsOfAnimals }
}
