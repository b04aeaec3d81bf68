import {
  type AnimalFieldValues,
  type AnimalReference,
  exportedFields,
  type FieldOfKind,
  headerOf,
  isEntryField,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import type { DangerSign } from '@chisholm/domain/danger-signs'
import type { Named } from '@chisholm/domain/schemas/references'
import { treatmentsToCell } from '@chisholm/domain/treatments-given'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { ListRequest } from '../../http/pagination.ts'
import { animalListRules, animalsToExport } from '../animals/index.ts'
import { postMortemListRules, postMortemsToExport } from '../post-mortems/index.ts'
import { type Cell, defineExport } from './list-export.ts'

type TimestampField = FieldOfKind<'timestamp'>
type ExportedAnimal = { danger_signs: DangerSign[] } & Omit<AnimalFieldValues, TimestampField> &
  Record<TimestampField, Date | null> &
  Record<AnimalReference, Named | null>

const animalColumns = exportedFields.map((field): [string, (animal: ExportedAnimal) => Cell | Date] => [
  headerOf(field),
  (animal) => {
    if (field === 'danger_sign_ids') return animal.danger_signs.map(({ name }) => name).join('; ')
    return isEntryField(field) ? (animal[referenceOf(field)]?.name ?? null) : animal[field]
  },
])

/** Exports of search results. Every user may export them for the sites that the user may see. */
export const postMortemAndAnimalExports = [
  defineExport({
    name: 'post-mortems',
    action: 'findings.export',
    rules: postMortemListRules,
    // cast: the list request was parsed by these rules
    query: (db, sites, list) => postMortemsToExport(db, sites, list as Parameters<typeof postMortemsToExport>[2]),
    zone: (postMortem) => postMortem.site_time_zone,
    columns: [
      ['Ticket', (postMortem) => formatTicketNumber(postMortem.pin)],
      ['Status', (postMortem) => postMortem.status],
      ['Customer', (postMortem) => postMortem.customer_name],
      ['Site', (postMortem) => postMortem.site_name],
      ['Region', (postMortem) => postMortem.site_region],
      ['City', (postMortem) => postMortem.site_city],
      ['Date', (postMortem) => postMortem.record_at],
      ['Examine by', (postMortem) => postMortem.examine_by],
      ['Animals', (postMortem) => postMortem.animals],
      ['No visit requested', (postMortem) => postMortem.no_vet_visit_requested],
      ['Description', (postMortem) => postMortem.description],
      ['Notes', (postMortem) => postMortem.note],
      ['Danger', (postMortem) => postMortem.danger],
      ['Warning read at', (postMortem) => postMortem.danger_acknowledged_at],
      ['Created at', (postMortem) => postMortem.created_at],
      ['Created by', (postMortem) => postMortem.created_by],
      ['Sent at', (postMortem) => postMortem.requested_at],
      ['Sent by', (postMortem) => postMortem.requested_by],
      ['Scheduled for', (postMortem) => postMortem.scheduled_at],
      ['Veterinarian', (postMortem) => postMortem.scheduled_for],
      ['Completed at', (postMortem) => postMortem.completed_at],
      ['Completed by', (postMortem) => postMortem.completed_by],
      ['Changed at', (postMortem) => postMortem.updated_at],
    ],
  }),
  defineExport({
    name: 'veterinary-record-animals',
    action: 'findings.export',
    rules: animalListRules,
    // cast: the types of the two libraries differ in name only
    query: (db, sites, list: ListRequest) => animalsToExport(db, sites, list as Parameters<typeof animalsToExport>[2]),
    zone: (animal) => animal.site_time_zone,
    columns: [
      ['Ticket', (animal) => formatTicketNumber(animal.pin)],
      ['Status', (animal) => animal.status],
      ['Customer', (animal) => animal.customer_name],
      ['Site', (animal) => animal.site_name],
      ...animalColumns,
      ['Treatments given', (animal) => treatmentsToCell(animal.treatments_given)],
      ['Examine by', (animal) => animal.examine_by],
      ['Photos', (animal) => animal.photos],
      ['Added at', (animal) => animal.created_at],
      ['Changed at', (animal) => animal.updated_at],
      // those of the ticket, which an import needs
      ['Date', (animal) => animal.record_at],
      ['Sent at', (animal) => animal.requested_at],
      ['Scheduled for', (animal) => animal.scheduled_at],
      ['Veterinarian', (animal) => animal.scheduled_for],
      ['Completed at', (animal) => animal.completed_at],
      ['Completed by', (animal) => animal.completed_by],
      ['Notes', (animal) => animal.note],
      ['Description', (animal) => animal.description],
      ['No visit requested', (animal) => animal.no_vet_visit_requested],
    ],
  }),
]
