/** A timestamp in the format of API responses. @param timestamp  a Date, or the text that PostgreSQL puts into JSON */
export const toIso = (timestamp: Date | string): string => new Date(timestamp).toISOString()

/** Like `toIso`, but null stays null. */
export const isoOrNull = (timestamp: Date | string | null): string | null => timestamp && toIso(timestamp)
