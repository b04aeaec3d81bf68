import { labelOfField, logFieldLabels, unloggedFields } from '@chisholm/domain/audit-fields'
import { formatRfid } from '@chisholm/domain/rfid'
import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import { isUuid } from '../../http/body-fields.ts'
import { type BeforeAndAfter, comparable, isEmpty, toFields } from './audit-diff.ts'

/* The log shows Admins every field that changed, also of subjects whose fields have no label. */

interface LoggedField {
  /** The name of the field, within those of the objects that contain it. */
  path: string[]
  value: unknown
}

type Fields = ReturnType<typeof toFields>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The key and the name of an element of a list. */
const keyOf = ({ id, system, name }: Fields, index: number) => String(id ?? system ?? name ?? index)
const elementNameOf = ({ name, heading, system }: Fields, index: number) =>
  String(name || heading || system || index + 1)

const labelled = Object.keys(logFieldLabels)
/** JSON of the database has no order of its own: labelled fields are in the order of their labels, before the others. */
const rankOf = (field: string) => (field in logFieldLabels ? labelled.indexOf(field) : labelled.length)

/** The fields of a state, those of objects within it one by one, by a key that is the same before and after. */
function flatten(state: Fields, path: string[] = [], key = ''): Map<string, LoggedField> {
  const fields = Object.entries(state)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    // A name beside its id follows from it.
    .filter(([field]) => !unloggedFields.has(field) && !(`${field}_id` in state))
    .flatMap(([field, value]): [string, LoggedField][] => {
      const inner = { path: [...path, field], key: `${key}/${field}` }
      if (isObject(value)) return [...flatten(value, inner.path, inner.key)]
      if (!Array.isArray(value) || !value.some(isObject)) return [[inner.key, { path: inner.path, value }]]
      return value
        .map(toFields)
        .flatMap((element, index) => [
          ...flatten(element, [...inner.path, elementNameOf(element, index)], `${inner.key}/${keyOf(element, index)}`),
        ])
    })
  return new Map(fields)
}

/** The fields that changed: of those after the change, or if nothing is left, of those before it. */
function loggedChanges({ before, after }: BeforeAndAfter) {
  const [previous, current] = [flatten(toFields(before)), flatten(toFields(after))]
  const isPartOfCurrent = (key: string) => after === null || (key.split('/')[1] ?? '') in toFields(after)
  const keys = new Set([...current.keys(), ...[...previous.keys()].filter(isPartOfCurrent)])
  return (
    [...keys]
      .map((key) => ({
        path: (current.get(key) ?? previous.get(key))?.path ?? [],
        from: previous.get(key)?.value,
        to: current.get(key)?.value,
      }))
      .filter(({ from, to }) => JSON.stringify(comparable(from)) !== JSON.stringify(comparable(to)))
      // A flag that is off says nothing about what is added or deleted.
      .filter(({ from, to }) => !(before === null && to === false) && !(after === null && from === false))
  )
}

/** The ids in the changes of an entry of the log, whose names `diffLogEntry` needs. */
export const collectLoggedIds = (entry: BeforeAndAfter): string[] => [
  ...new Set(
    loggedChanges(entry)
      .flatMap(({ path, from, to }) => [path, from, to].flat())
      .filter((value): value is string => typeof value === 'string' && isUuid(value)),
  ),
]

/** Formats all changes of an entry for the log. Ids without a name stay as they are. */
export const diffLogEntry = (
  entry: BeforeAndAfter & { subject_type: string },
  names: Map<string, string>,
): FieldDiff[] =>
  loggedChanges(entry).map(({ path, from, to }) => ({
    field: path.map((field) => names.get(field) ?? labelOfField(field, entry.subject_type)).join(', '),
    from: formatLogged(path.at(-1), from, names),
    to: formatLogged(path.at(-1), to, names),
  }))

function formatLogged(field: string | undefined, value: unknown, names: Map<string, string>): string | null {
  if (isEmpty(value)) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => formatLogged(field, one, names)).join(', ')
  const text = String(value)
  return names.get(text) ?? (field === 'rfid' ? formatRfid(text) : text)
}
