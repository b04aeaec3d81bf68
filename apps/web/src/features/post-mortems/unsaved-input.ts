import { keysOf } from '@chisholm/domain/typed-objects'
import { asTyped, comparable } from '../../api/concurrent-changes.ts'
import { pickFields } from '../../ui/changed-fields.ts'

/** Input that is not saved yet: the edited fields, and the values that they had before. */
export interface UnsavedInput<Fields> {
  typed: Partial<Fields>
  before: Partial<Fields>
}

/** The fields of `from` that `like` has, too. */
export const sameFields = <Fields extends object>(from: Partial<Fields>, like: Partial<Fields>): Partial<Fields> =>
  pickFields(from, new Set(Object.keys(like)))

/**
 * Input with a further change.
 * @param shown  the values that the form showed before its first change
 */
export const withChange = <Fields extends object>(
  input: UnsavedInput<Fields> | null,
  shown: Fields,
  change: Partial<Fields>,
): UnsavedInput<Fields> => ({
  typed: { ...input?.typed, ...change },
  before: { ...sameFields(shown, change), ...input?.before },
})

/** Input of this tab on top of that of other tabs. */
export const mergeInput = <Fields extends object>(
  others: UnsavedInput<Fields> | null | undefined,
  own: UnsavedInput<Fields>,
): UnsavedInput<Fields> => ({
  typed: { ...others?.typed, ...own.typed },
  before: { ...others?.before, ...own.before },
})

/** Input without the values that were saved or discarded; null if nothing is left. A field that was typed anew stays. */
export function withoutValues<Fields extends object>(
  { typed, before }: UnsavedInput<Fields>,
  gone: Partial<Fields>,
): UnsavedInput<Fields> | null {
  const left = keysOf(typed).filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(gone[field]))
  const names = new Set<string>(left)
  return left.length > 0 ? { typed: pickFields(typed, names), before: pickFields(before, names) } : null
}

/**
 * The values to show in a form: what is not saved yet, and what is saved as it was typed, so that a space at the end
 * stays while the text is continued.
 * @param shown  the values of the server
 */
export function valuesToShow<Fields extends object, Shown extends Fields>(
  shown: Shown,
  { unsaved, saved }: { unsaved: UnsavedInput<Fields> | null; saved: Partial<Fields> },
): Shown {
  const savedAsTyped = keysOf(saved).map((field) => [field, asTyped(String(field), saved[field], shown[field])])
  return { ...shown, ...Object.fromEntries(savedAsTyped), ...unsaved?.typed }
}

/**
 * The values that a draft replaces, without those of fields that have its values already: they were saved after the draft
 * was stored, before the app was closed.
 * @param now  the current values
 */
export const stillReplaced = (before: object | undefined, typed: object, now: object): object => {
  const [values, current] = [new Map<string, unknown>(Object.entries(typed)), new Map(Object.entries(now))]
  return Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([field]) => comparable(field, values.get(field)) !== comparable(field, current.get(field)),
    ),
  )
}
