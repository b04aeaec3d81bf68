/**
 * The fields whose values differ from the saved ones, or null if none does. The id of something new goes along, so that
 * it is created once even if the form is continued after a reload.
 */
export function changedFields<T extends object>(values: T, saved: T): Partial<T> | null {
  const savedFields = new Map<string, unknown>(Object.entries(saved))
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(savedFields.get(name))
  const all = Object.entries(values)
  if (!all.some((field) => field[0] !== 'id' && isChanged(field))) return null
  // cast: the fields are those of `values`
  return Object.fromEntries(all.filter((field) => field[0] === 'id' || isChanged(field))) as Partial<T>
}

/** Drafts of other versions of the app may have fields that this one does not know. */
export function knownFields<T extends object>(draft: Partial<T>, saved: T): Partial<T> {
  // cast: Object.entries loses the key type
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name in saved)) as Partial<T>
}

/** The fields with these names. */
export const pickFields = <T extends object>(values: T, names: ReadonlySet<string>): Partial<T> =>
  // cast: Object.entries loses the key type
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))) as Partial<T>
