const rules = new Intl.PluralRules('en')

export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === 'one' ? one : other
