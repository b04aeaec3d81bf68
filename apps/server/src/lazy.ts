/** Gives what is made at the first call, to every later call too. */
export function lazy<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}
