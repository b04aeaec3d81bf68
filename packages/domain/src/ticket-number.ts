/** The number of a ticket as people read it: `CHM-12`. */
export const formatTicketNumber = (pin: number): string => `CHM-${pin}`

/** Parses a typed ticket number: 12 of `CHM-12`, `chm-012` or `12`. @returns null for any other text */
export function parseTicketNumber(typed: string): number | null {
  const digits = /^(?:CHM-)?(\d{1,9})$/i.exec(typed)?.[1]
  return digits === undefined ? null : Number(digits)
}
