/** The text for this number; -1 counts as one. */
export const plural = (count: number, one: string, other: string): string => (Math.abs(count) === 1 ? one : other)
