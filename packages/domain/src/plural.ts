const rules = new Intl.PluralRules('en')

/** Chooses the form of a text for a count. */
export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other
