import { dayOf, formatClockTime, isDay, timestampAt, type Zone } from '@chisholm/domain/dates'

/** Whether a value is a complete timestamp, not only a day or a time. */
export const isTimestamp = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

/** Day and time of a timestamp in a zone. A missing part is null or empty. */
export function splitTimestamp(value: string | null, zone: Zone): { day: string | null; time: string } {
  if (value === null) return { day: null, time: '' }
  if (isTimestamp(value)) return { day: dayOf(value, zone), time: formatClockTime(value, zone) }
  const at = value.lastIndexOf(' ')
  return { day: value.slice(0, at) || null, time: value.slice(at + 1) }
}

/** The timestamp in ISO 8601; the typed part if it is incomplete; null if nothing was typed. */
export function joinTimestamp(day: string | null, time: string, zone: Zone): string | null {
  if (!day && !time) return null
  if (day && isDay(day) && /^\d\d:\d\d$/.test(time)) return timestampAt(day, time, zone).toISOString()
  return `${day ?? ''} ${time}`
}
