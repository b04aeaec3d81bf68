import { expect, test } from 'vitest'
import { selectBackupsToKeep, parseRetentionPolicy } from './retention-policy.ts'

const on = (...days: string[]) => days.map((text) => ({ at: new Date(text) }))
const keptDays = (days: string[], rule: string) =>
  [...selectBackupsToKeep(on(...days), parseRetentionPolicy(rule))]
    .map(({ at }) => at.toISOString().slice(0, 16))
    .toSorted()

test.each([
  [
    'the newest of each day',
    ['2026-11-20T02:00Z', '2026-11-20T20:00Z', '2026-11-21T02:00Z'],
    'daily=2',
    ['2026-11-20T20:00', '2026-11-21T02:00'],
  ],
  [
    'days without a backup do not count',
    ['2026-01-01T02:00Z', '2026-05-01T02:00Z', '2026-11-21T02:00Z'],
    'daily=2',
    ['2026-05-01T02:00', '2026-11-21T02:00'],
  ],
  // Sunday, Monday, Sunday, Monday.
  [
    'weeks begin on Monday',
    ['2026-11-08T02:00Z', '2026-11-09T02:00Z', '2026-11-15T02:00Z', '2026-11-16T02:00Z'],
    'weekly=3',
    ['2026-11-08T02:00', '2026-11-15T02:00', '2026-11-16T02:00'],
  ],
  [
    'a backup is kept if any period selects it',
    ['2025-12-31T02:00Z', '2026-10-31T02:00Z', '2026-11-20T02:00Z', '2026-11-21T02:00Z'],
    'daily=1,monthly=2,yearly=2',
    ['2025-12-31T02:00', '2026-10-31T02:00', '2026-11-21T02:00'],
  ],
  ['without backups nothing is kept', [], 'daily=7', []],
])('%s', (_, days, rule, expected) => {
  expect(keptDays(days, rule)).toEqual(expected)
})

test.each(['', 'daily', 'daily=0', 'hourly=3', 'daily=7 weekly=5', 'daily=7,daily=8', 'daily=-1'])(
  'the rule "%s" is refused with an example',
  (rule) => {
    expect(() => parseRetentionPolicy(rule)).toThrow('like daily=7,weekly=5,monthly=12')
  },
)
