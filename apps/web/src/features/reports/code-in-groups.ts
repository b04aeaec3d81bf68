/** A code in groups of four, as people compare it with paper. */
export const codeInGroups = (code: string) => code.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ')
