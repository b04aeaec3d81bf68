import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { type Entry, type TicketDetails, writes } from '../../api/entries.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { named, newAnimal, withFacts } from './waiting-animal.ts'

type Names = Entry['names']

/**
 * Applies unsent entries to a post-mortem.
 * @param serverCopy  as last read; undefined if the server does not have it
 * @param entries  those of this post-mortem, in order; entries the server already processed change nothing
 * @returns undefined if it does not exist or is about to be deleted
 */
export const withWaiting = (known: PostMortem | undefined, entries: readonly Entry[]): PostMortem | undefined =>
  entries.reduce(done, known)

function done(ticket: PostMortem | undefined, entry: Entry): PostMortem | undefined {
  if (entry.kind === 'create ticket') return ticket ?? newTicket(entry)
  // refused sends and deletions have no effect
  if (!ticket || (entry.refusal && !writes(entry))) return ticket
  switch (entry.kind) {
    case 'edit ticket':
      return withDetails(ticket, entry.body, entry.names)
    case 'send ticket':
      return ticket.draft === 0 ? ticket : asSent(ticket)
    case 'delete ticket':
      return undefined
    case 'add animal':
      return withAnimals(ticket, (animals) =>
        animals.some(({ id }) => id === entry.animalId) ? animals : [...animals, newAnimal(entry)],
      )
    case 'edit animal':
      return withAnimals(ticket, (animals) =>
        animals.map((animal) => (animal.id === entry.animalId ? withFacts(animal, entry.body, entry.names) : animal)),
      )
    case 'delete animal':
      return withAnimals(ticket, (animals) => animals.filter(({ id }) => id !== entry.animalId))
  }
}

const asSent = (ticket: PostMortem): PostMortem => ({
  ...ticket,
  draft: 0,
  status: 'Pending',
  veterinary_record: { ...ticket.veterinary_record, draft: 0 },
})

function withAnimals(ticket: PostMortem, change: (animals: Animal[]) => Animal[]): PostMortem {
  const animals = change(ticket.veterinary_record.veterinary_record_animals)
  const record = { ...ticket.veterinary_record, veterinary_record_animals: animals }
  return { ...ticket, animals: animals.length, veterinary_record: record }
}

function withDetails(ticket: PostMortem, details: TicketDetails, names: Names): PostMortem {
  const { veterinary_record: record } = ticket
  const { record_at, note, no_vet_visit_requested, customer_id, site_id } = details
  const customer = customer_id === ticket.customer_id ? ticket.customer : named(customer_id, names)
  const site = site_id === record.site.id ? record.site : { ...record.site, ...named(site_id, names) }
  const shared = { record_at, note: note || null, no_vet_visit_requested }
  return {
    ...ticket,
    ...shared,
    customer_id,
    customer,
    site_id,
    veterinary_record: { ...record, ...shared, site, customer: { ...record.customer, ...customer } },
  }
}

function newTicket({ ticketId: id, body, at, names }: Extract<Entry, { kind: 'create ticket' }>): PostMortem {
  const created_at = new Date(at).toISOString()
  const { customer_id, site_id, record_at } = body
  const nobody = { completed_by_id: null, completed_by: null, requested_by: null, created_by: null }
  const noDate = { completed_at: null, scheduled_at: null, scheduled_by_id: null, scheduled_for_id: null }
  const shared = { id, created_at, record_at, note: null, draft: 1, no_vet_visit_requested: 0 }
  const ticket: PostMortem = {
    ...shared,
    created_by_id: null,
    updated_at: created_at,
    requested_at: null,
    requested_by_id: null,
    site_id,
    customer_id,
    customer: named(customer_id, names),
    // the server assigns the number
    title: postMortemTexts.newPostMortem,
    description: null,
    animals: 0,
    status: 'Draft',
    veterinary_record: {
      ...shared,
      ...nobody,
      ...noDate,
      pin: 0,
      in_progress: 0,
      scheduled_for: null,
      customer: { ...named(customer_id, names), sites: [] },
      site: { ...named(site_id, names), region: null, city: null },
      veterinary_record_animals: [],
    },
  }
  return withDetails(ticket, body, names)
}
