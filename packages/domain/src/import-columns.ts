import { importedFields, nameInFiles } from './animal-fields.ts'
import { extraFieldsOf, type LibraryList, libraryLists } from './library.ts'

const namedColumns = libraryLists.map((list) => [list, ['name', ...extraFieldsOf(list)]])
// it has every list for a key
// cast: Object.fromEntries forgets which keys there are
const libraryColumns = Object.fromEntries(namedColumns) as Record<LibraryList, readonly string[]>

/** What every line of one ticket says alike. */
export const ticketColumns = [
  'customer',
  'site',
  'record_at',
  'requested_at',
  'scheduled_at',
  'completed_at',
  'veterinarian',
  'note',
] as const

/** The lists that can be imported, and the columns of their files in the order a template has them. */
export const importColumns = {
  customers: ['name'],
  sites: ['customer', 'site', 'region', 'city'],
  users: ['email', 'first_name', 'last_name', 'phone', 'role', 'customer', 'sites'],
  'post-mortems': ['number', ...ticketColumns, ...importedFields.map(nameInFiles), 'photos'],
  trainings: ['title', 'description', 'pre_content', 'post_content', 'section', 'content'],
  ...libraryColumns,
} as const

export type ImportKind = keyof typeof importColumns
export const importKinds: readonly ImportKind[] = [
  'customers',
  'sites',
  'users',
  'post-mortems',
  'trainings',
  ...libraryLists,
]
