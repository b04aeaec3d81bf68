import {
  type AnimalFacts,
  type AnimalReference,
  exportedFields,
  headerOf,
  isEntryField,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import type { Named } from '@chisholm/domain/shapes'
import type { ListRequest } from '../../http/lists.ts'
import { animalRules, animalsToExport } from '../animals/index.ts'
import { ticketRules, ticketsToExport } from '../post-mortems/index.ts'
import { type Cell, exportedList } from './exported-list.ts'

type ExportedAnimal = AnimalFacts & Record<AnimalReference, Named | null>

const animalColumns = exportedFields.map((field): [string, (animal: ExportedAnimal) => Cell] => [
  headerOf(field),
  (animal) => (isEntryField(field) ? (animal[referenceOf(field)]?.name ?? null) : animal[field]),
])

/** What one finds by a search: each person of the sites it may see. */
export const exportedFindings = [
  exportedList({
    name: 'post-mortems',
    action: 'findings.export',
    rules: ticketRules,
    // the list was read by these very rules
    // cast: the types of the two libraries differ in name only
    query: (db, sites, list) => ticketsToExport(db, sites, list as Parameters<typeof ticketsToExport>[2]),
    columns: [
      ['Ticket', (ticket) => `CHM-${ticket.pin}`],
      ['Status', (ticket) => ticket.status],
      ['Customer', (ticket) => ticket.customer_name],
      ['Site', (ticket) => ticket.site_name],
      ['Region', (ticket) => ticket.site_region],
      ['City', (ticket) => ticket.site_city],
      ['Date', (ticket) => ticket.record_at],
      ['Animals', (ticket) => ticket.animals],
      ['No visit requested', (ticket) => ticket.no_vet_visit_requested],
      ['Description', (ticket) => ticket.description],
      ['Notes', (ticket) => ticket.note],
      ['Created at', (ticket) => ticket.created_at],
      ['Created by', (ticket) => ticket.created_by],
      ['Sent at', (ticket) => ticket.requested_at],
      ['Sent by', (ticket) => ticket.requested_by],
      ['Scheduled for', (ticket) => ticket.scheduled_at],
      ['Veterinarian', (ticket) => ticket.scheduled_for],
      ['Completed at', (ticket) => ticket.completed_at],
      ['Completed by', (ticket) => ticket.completed_by],
      ['Changed at', (ticket) => ticket.updated_at],
    ],
  }),
  exportedList({
    name: 'veterinary-record-animals',
    action: 'findings.export',
    rules: animalRules,
    // cast: the types of the two libraries differ in name only
    query: (db, sites, list: ListRequest) => animalsToExport(db, sites, list as Parameters<typeof animalsToExport>[2]),
    columns: [
      ['Ticket', (animal) => `CHM-${animal.pin}`],
      ['Status', (animal) => animal.status],
      ['Customer', (animal) => animal.customer_name],
      ['Site', (animal) => animal.site_name],
      ...animalColumns,
      ['Photos', (animal) => animal.photos],
      ['Added at', (animal) => animal.created_at],
      ['Changed at', (animal) => animal.updated_at],
    ],
  }),
]
