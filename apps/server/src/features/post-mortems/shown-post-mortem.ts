import type { PostMortem, PostMortemCard } from '@chisholm/domain/shapes'
import { shownAnimal } from './animals-of-tickets.ts'
import type { TicketRow } from './post-mortems.queries.ts'
import type { FirstPhoto, TicketCardRow } from './ticket-cards.queries.ts'

const moment = (value: Date | null) => value?.toISOString() ?? null
const flag = (value: boolean) => (value ? 1 : 0)

/** Gives a ticket the shape the API answers (decisions.md section 4). */
export function shownPostMortem({ sites, ...ticket }: TicketRow): PostMortem {
  const animals = ticket.animals.map(shownAnimal)
  const customer = { id: ticket.customer_id, name: ticket.customer_name }
  const shared = {
    id: ticket.id,
    created_at: ticket.created_at.toISOString(),
    record_at: ticket.record_at,
    draft: flag(ticket.draft),
    no_vet_visit_requested: flag(ticket.no_vet_visit_requested),
    note: ticket.note,
  }
  return {
    ...shared,
    title: `CHM-${ticket.pin}`,
    description: ticket.description,
    status: ticket.status,
    customer,
    customer_id: ticket.customer_id,
    site_id: ticket.site_id,
    created_by_id: ticket.created_by_id,
    updated_at: ticket.updated_at.toISOString(),
    requested_at: moment(ticket.requested_at),
    requested_by_id: ticket.requested_by_id,
    animals: animals.length,
    veterinary_record: {
      ...shared,
      pin: ticket.pin,
      in_progress: flag(ticket.status === 'In Progress'),
      completed_at: moment(ticket.completed_at),
      completed_by_id: ticket.completed_by_id,
      completed_by: ticket.completed_by,
      scheduled_at: moment(ticket.scheduled_at),
      scheduled_by_id: ticket.scheduled_by_id,
      scheduled_for_id: ticket.scheduled_for_id,
      scheduled_for: ticket.scheduled_for,
      requested_by: ticket.requested_by,
      created_by: ticket.created_by,
      customer: { ...customer, sites },
      site: { id: ticket.site_id, name: ticket.site_name, region: ticket.site_region, city: ticket.site_city },
      veterinary_record_animals: animals,
    },
  }
}

/**
 * Gives a ticket the shape of a card (decisions.md section 10).
 * @param thumbnailOf  the address of a photo's thumbnail
 */
export async function shownCard(
  ticket: TicketCardRow,
  thumbnailOf: (photo: FirstPhoto) => Promise<string>,
): Promise<PostMortemCard> {
  const firstAnimals = ticket.first_animals.map(async ({ photo, ...animal }) => ({
    ...animal,
    thumbnail: photo && (await thumbnailOf(photo)),
  }))
  return {
    id: ticket.id,
    pin: ticket.pin,
    title: `CHM-${ticket.pin}`,
    status: ticket.status,
    draft: flag(ticket.draft),
    no_vet_visit_requested: flag(ticket.no_vet_visit_requested),
    record_at: ticket.record_at,
    requested_at: moment(ticket.requested_at),
    scheduled_at: moment(ticket.scheduled_at),
    completed_at: moment(ticket.completed_at),
    customer: { id: ticket.customer_id, name: ticket.customer_name },
    site: { id: ticket.site_id, name: ticket.site_name, city: ticket.site_city },
    scheduled_for: ticket.scheduled_for,
    animals: ticket.animals,
    first_animals: await Promise.all(firstAnimals),
  }
}
