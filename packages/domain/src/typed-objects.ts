/** The keys of an object whose type names all of them. */
export const keysOf = <T extends object>(object: T) =>
  // cast: Object.keys loses the key type
  Object.keys(object) as (keyof T & string)[]

/** Removes the fields that are undefined. */
export const withoutUndefined = <T extends object>(fields: T) =>
  // cast: Object.entries and Object.fromEntries lose the key type
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]?: Exclude<T[Field], undefined>
  }
