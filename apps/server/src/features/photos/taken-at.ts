import { isDay, timestampAt, type Zone } from '@chisholm/domain/dates'
import type { ExifTime } from '../../storage/read-exif.ts'

/**
 * The time at which a photo was taken, by the UTC offset of its camera, else in the zone of the site; null if unknown.
 */
export function takenAt(time: ExifTime | null, zone: Zone): Date | null {
  const match = time && /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}):(\d{2})/.exec(time.local)
  if (!match) return null
  const [, year, month, date, clock = '', seconds = ''] = match
  const day = `${year}-${month}-${date}`
  if (!isDay(day) || day < '1900' || clock > '23:59' || seconds > '59') return null
  if (/^[+-]\d{2}:\d{2}$/.test(time.offset ?? '')) {
    const taken = new Date(`${day}T${clock}:${seconds}${time.offset}`)
    if (!Number.isNaN(taken.getTime())) return taken
  }
  return new Date(timestampAt(day, clock, zone).getTime() + Number(seconds) * 1000)
}
