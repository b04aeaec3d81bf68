import { afterAll } from 'vitest'

/** Sets the time zone of the server's process for the tests of a file; later files have that of the machine. */
export function inTimeZone(zone: string): void {
  const before = process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  process.env['TZ'] = zone
  afterAll(() => void (process.env['TZ'] = before))
}
