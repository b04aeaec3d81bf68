interface Names {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

/** First and last name of a person, or the one of them that is known; empty without any. */
export const fullName = ({ first_name, last_name }: Names): string =>
  [first_name, last_name].filter(Boolean).join(' ').trim()
