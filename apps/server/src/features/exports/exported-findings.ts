import type { ListRequest } from '../../http/lists.ts'
import { animalRules, animalsToExport } from '../animals/index.ts'
import { ticketRules, ticketsToExport } from '../post-mortems/index.ts'
import { exportedList } from './exported-list.ts'

/** What one finds by a search: each person of the sites it may see. */
export const exportedFindings = [
  exportedList({
    name: 'post-mortems',
    action: 'findings.export',
    rules: ticketRules,
    // the list was read by these very rules
    query: (db, siteIds, list) => ticketsToExport(db, siteIds, list as Parameters<typeof ticketsToExport>[2]),
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
    query: (db, siteIds, list: ListRequest) =>
      animalsToExport(db, siteIds, list as Parameters<typeof animalsToExport>[2]),
    columns: [
      ['Ticket', (animal) => `CHM-${animal.pin}`],
      ['Status', (animal) => animal.status],
      ['Customer', (animal) => animal.customer_name],
      ['Site', (animal) => animal.site_name],
      ['Tag', (animal) => animal.tag],
      ['Tag color', (animal) => animal.tag_color?.name ?? null],
      ['RFID', (animal) => animal.rfid],
      ['Pen', (animal) => animal.pen],
      ['Lot', (animal) => animal.lot],
      ['Date of death', (animal) => animal.customer_record_at],
      ['Breed', (animal) => animal.breed?.name ?? null],
      ['Color', (animal) => animal.animal_color?.name ?? null],
      ['Group', (animal) => animal.animal_group?.name ?? null],
      ['Weight in kg', (animal) => animal.weight],
      ['Temperature in °C', (animal) => animal.temperature],
      ['Customer notes', (animal) => animal.customer_notes],
      ['Customer diagnosis', (animal) => animal.customer_diagnosis?.name ?? null],
      ['Customer diagnosis notes', (animal) => animal.customer_diagnosis_note],
      ['Diagnosis', (animal) => animal.vet_diagnosis?.name ?? null],
      ['Diagnosis notes', (animal) => animal.vet_diagnosis_note],
      ['Findings', (animal) => animal.vet_findings],
      ['Photos', (animal) => animal.photos],
      ['Added at', (animal) => animal.created_at],
      ['Changed at', (animal) => animal.updated_at],
    ],
  }),
]
