import { changeWords } from '@chisholm/domain/audit-words'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Change } from '@chisholm/domain/shapes'
import { isUuid } from '../../http/bodies.ts'

type State = Record<string, unknown>
/** What stands in a line before and after; the database gives it as it was written. */
export interface States {
  before: unknown
  after: unknown
}

// cast: an object by the question before
const stateOf = (value: unknown): State => (typeof value === 'object' && value !== null ? (value as State) : {})
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The fields of a change that are told, each with what it was and what it became. */
function changedFields({ before, after }: States): { field: string; from: unknown; to: unknown }[] {
  const [old, made] = [stateOf(before), stateOf(after)]
  return (
    Object.keys(changeWords)
      .filter((field) => field in made && !(isEmpty(old[field]) && isEmpty(made[field])))
      .map((field) => ({ field, from: old[field], to: made[field] }))
      .filter(({ from, to }) => JSON.stringify(plain(from)) !== JSON.stringify(plain(to)))
      // what is new and says no is no news
      .filter(({ from, to }) => !(from === undefined && to === false))
  )
}

/** Numbers of the database come as texts, and empty is empty however it is written. */
const plain = (value: unknown) => (isEmpty(value) ? null : value === true || value === false ? value : String(value))

/** The ids the changes of these lines speak of: their names have to be asked. */
export const idsIn = (lines: States[]): string[] => [
  ...new Set(
    lines
      .flatMap(changedFields)
      .flatMap(({ from, to }) => [from, to])
      .filter((value): value is string => typeof value === 'string' && isUuid(value)),
  ),
]

/** Tells a change in words. @param names  of the ids that may be told; any other stays unnamed */
export const changesOf = (line: States, names: Map<string, string>): Change[] =>
  changedFields(line).map(({ field, from, to }) => ({
    field: changeWords[field] ?? field,
    from: shown(field, from, names),
    to: shown(field, to, names),
  }))

function shown(field: string, value: unknown, names: Map<string, string>): string | null {
  if (isEmpty(value)) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  if (field.endsWith('_id')) return names.get(text) || 'another one'
  return field === 'rfid' ? shownRfid(text) : text
}
