/** A timestamp in the format of API responses. @param moment  a Date, or the text that PostgreSQL puts into JSON */
export const toIso = (moment: Date | string): string => new Date(moment).toISOString()

/** Like `toIso`, but null stays null. */
export const isoOrNull = (moment: Date | string | null): string | null => moment && toIso(moment)
