import { afterAll } from 'vitest'

/** Runs the tests of a file with this as the time zone of the server's process; the files after it have the machine's. */
export function inTimeZone(zone: string): void {
  const before = process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  process.env['TZ'] = zone
  afterAll(() => void (process.env['TZ'] = before))
}
