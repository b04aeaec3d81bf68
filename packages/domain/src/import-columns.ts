import { headerOf, importedFields, nameInFiles } from './animal-fields.ts'
import { extraFieldsOf, type LibraryList, libraryLists } from './library.ts'
import { siteLocationFields } from './sites.ts'

const namedColumns = libraryLists.map((list) => [list, ['name', ...extraFieldsOf(list)]])
// cast: the object contains every list
const libraryColumns = Object.fromEntries(namedColumns) as Record<LibraryList, readonly string[]>

/** Columns whose values must be equal in all lines of a ticket. */
export const ticketColumns = [
  'customer',
  'site',
  'record_at',
  'requested_at',
  'scheduled_at',
  'completed_at',
  'veterinarian',
  'completed_by',
  'note',
  'description',
  'no_vet_visit_requested',
  // of an export; the status of a new ticket follows from its dates
  'status',
] as const

/** The lists that can be imported, with their columns in the order of the template. */
export const importColumns = {
  customers: ['name'],
  sites: ['customer', 'site', 'region', 'city', ...siteLocationFields],
  lots: ['customer', 'site', 'name', 'arrived_at', 'head_in', 'source', 'sex', 'arrival_weight', 'closed_at'],
  'head-counts': ['customer', 'site', 'date', 'head'],
  users: ['email', 'first_name', 'last_name', 'phone', 'role', 'customer', 'sites'],
  'post-mortems': ['number', ...ticketColumns, ...importedFields.map(nameInFiles), 'treatments_given', 'photos'],
  trainings: ['title', 'description', 'pre_content', 'post_content', 'section', 'content'],
  ...libraryColumns,
} as const

export type ImportKind = keyof typeof importColumns
export const importKinds: readonly ImportKind[] = [
  'customers',
  'sites',
  'lots',
  'head-counts',
  'users',
  'post-mortems',
  'trainings',
  ...libraryLists,
]

/** The name of a column in imports, of a heading that may have spaces, hyphens and capital letters. */
export const columnNameOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Headings of exports (as `columnNameOf` names them) that imports read as another column. */
export const importAliases: readonly (readonly [heading: string, column: string])[] = [
  ['color', 'hex'],
  ['before_the_sections', 'pre_content'],
  ['after_the_sections', 'post_content'],
  ['ticket', 'number'],
  ['date', 'record_at'],
  ['sent_at', 'requested_at'],
  ['scheduled_for', 'scheduled_at'],
  ['notes', 'note'],
  ['no_visit_requested', 'no_vet_visit_requested'],
  ...importedFields.map((field) => [columnNameOf(headerOf(field)), nameInFiles(field)] as const),
]
