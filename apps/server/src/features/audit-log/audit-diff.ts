import { fieldLabels } from '@chisholm/domain/audit-sentences'
import { formatRfid } from '@chisholm/domain/rfid'
import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import { isUuid } from '../../http/body-fields.ts'

type Fields = Record<string, unknown>
/** The state of a subject before and after a change, as an entry stores it. */
export interface BeforeAndAfter {
  before: unknown
  after: unknown
}

// cast: the condition above makes sure that it is an object
export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The changed fields that have a label, with their values before and after. */
function findChangedFields({ before, after }: BeforeAndAfter): { field: string; from: unknown; to: unknown }[] {
  const [previous, current] = [toFields(before), toFields(after)]
  return (
    Object.keys(fieldLabels)
      .filter((field) => field in current && !(isEmpty(previous[field]) && isEmpty(current[field])))
      .map((field) => ({ field, from: previous[field], to: current[field] }))
      .filter(({ from, to }) => JSON.stringify(comparable(from)) !== JSON.stringify(comparable(to)))
      // A flag that is initially off is not reported as a change.
      .filter(({ from, to }) => !(from === undefined && to === false))
  )
}

/** Makes values comparable: numbers may be stored as texts, and all empty values are equal. */
export const comparable = (value: unknown) =>
  isEmpty(value) ? null : value === true || value === false ? value : String(value)

/** The ids in the changed fields of entries, whose names `diffEntry` needs. */
export const collectIds = (entries: BeforeAndAfter[]): string[] => [
  ...new Set(
    entries
      .flatMap(findChangedFields)
      .flatMap(({ from, to }) => [from, to].flat())
      .filter((value): value is string => typeof value === 'string' && isUuid(value)),
  ),
]

/**
 * Formats the changed fields of an entry.
 * @param names  names of the ids that the reader may see; other ids are shown without a name
 */
export const diffEntry = (entry: BeforeAndAfter, names: Map<string, string>): FieldDiff[] =>
  findChangedFields(entry).map(({ field, from, to }) => ({
    field: fieldLabels[field] ?? field,
    from: formatValue(field, from, names),
    to: formatValue(field, to, names),
  }))

function formatValue(field: string, value: unknown, names: Map<string, string>): string | null {
  if (isEmpty(value)) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((id) => names.get(String(id)) || 'another one').join(', ')
  const text = String(value)
  if (field.endsWith('_id')) return names.get(text) || 'another one'
  return field === 'rfid' ? formatRfid(text) : text
}
