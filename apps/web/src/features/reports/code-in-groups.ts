/** A code in groups of four, so that it is easy to compare with paper. */
export const codeInGroups = (code: string) => code.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ')
