/** Caches the result of the first call. */
export function lazy<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}
