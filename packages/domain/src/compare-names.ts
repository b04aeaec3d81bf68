let collator: Intl.Collator | undefined

/**
 * Compares names as people sort them: 'apple' before 'Zebra', 'Émile' among the e's, 'Pen 2' before 'Pen 10'. The
 * collation `alphabetical` of the database has the same order.
 */
export function compareNames(one: string, other: string): number {
  // Created when it is first used: that takes milliseconds.
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one, other)
}
