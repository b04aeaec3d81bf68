import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { reportHistory } from './report-history.ts'

test('a report prints the time of a death, but none where only its day is known', () => {
  // cast: the fields that the report prints of the history
  const animal = {
    found_at: '2026-09-20T02:30:00Z',
    died_at: '2026-09-27T15:15:00Z',
    last_seen_alive_at: null,
    treatments_given: [],
    danger_signs: [],
  } as unknown as Animal
  const { found, died, lastSeenAlive } = reportHistory(animal, { time_zone: 'America/St_Johns' }, 'America/Edmonton')
  expect([found, lastSeenAlive]).toEqual(['September 20th 2026', null])
  expect(died).toMatch(/^September 27th 2026, 12:45 PM/)
})
