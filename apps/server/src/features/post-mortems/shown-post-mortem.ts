import type { Animal, Person, PostMortem } from '@chisholm/domain/shapes'
import type { TicketRow } from './post-mortems.queries.ts'

const moment = (value: Date | null) => value?.toISOString() ?? null
const flag = (value: boolean) => (value ? 1 : 0)

const person = (id: string | null, firstName: string | null, lastName: string | null): Person | null =>
  id === null ? null : { id, first_name: firstName ?? '', last_name: lastName ?? '' }

/** Gives a ticket the shape the API answers (decisions.md section 4). */
export function shownPostMortem(
  ticket: TicketRow,
  sites: { id: string; name: string }[],
  animals: Animal[],
): PostMortem {
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
      completed_by: person(ticket.completed_by_id, ticket.completer_first_name, ticket.completer_last_name),
      scheduled_at: moment(ticket.scheduled_at),
      scheduled_by_id: ticket.scheduled_by_id,
      scheduled_for_id: ticket.scheduled_for_id,
      scheduled_for: person(ticket.scheduled_for_id, ticket.vet_first_name, ticket.vet_last_name),
      requested_by: person(ticket.requested_by_id, ticket.requester_first_name, ticket.requester_last_name),
      created_by: person(ticket.created_by_id, ticket.creator_first_name, ticket.creator_last_name),
      customer: { ...customer, sites },
      site: { id: ticket.site_id, name: ticket.site_name, region: ticket.site_region, city: ticket.site_city },
      veterinary_record_animals: animals,
    },
  }
}
