/** Prefixes that callers may write before filter and sort fields (specification section 7). */
export const fieldPrefixes = ['veterinary_records.', 'veterinary_record_animals.', 'post_mortems.'] as const

/** A field as the lists know it. */
export function withoutPrefix(name: string): string {
  const prefix = fieldPrefixes.find((one) => name.startsWith(one))
  return prefix ? name.slice(prefix.length) : name
}
