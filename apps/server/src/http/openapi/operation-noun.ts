/** The noun in an operation id: PostMortems for `post-mortems`. */
export const operationNoun = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
