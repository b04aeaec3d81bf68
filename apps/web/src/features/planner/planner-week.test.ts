import type { PostMortemCard } from '@chisholm/domain/schemas'
import { expect, test } from 'vitest'
import { dayOfVisit, formatWeek, formatWeekday, mondayOf, timestampOfDrop, visitsIn } from './planner-week.ts'

const zone = 'America/Regina'
const visit = (id: string, scheduled_at: string | null, more: Partial<PostMortemCard> = {}): PostMortemCard => ({
  id,
  pin: 1,
  title: 'CHM-1',
  status: 'Pending',
  draft: 0,
  no_vet_visit_requested: 0,
  record_at: null,
  requested_at: null,
  scheduled_at,
  duration_minutes: 60,
  completed_at: null,
  examine_by: null,
  danger: null,
  customer: { id: 'c', name: 'Prairie' },
  site: { id: 's', name: 'North', city: null, time_zone: null },
  scheduled_for: null,
  animals: 1,
  photos: 0,
  first_animals: [],
  ...more,
})

test('a week begins on Monday and is named by its days', () => {
  expect(['2026-11-23', '2026-11-29'].map(mondayOf)).toEqual(['2026-11-23', '2026-11-23'])
  expect([formatWeek('2026-11-23'), formatWeek('2026-11-30')]).toEqual(['November 23–29', 'November 30 – December 6'])
  expect(formatWeekday('2026-11-23')).toBe('Mon 23')
})

test('a visit stands under the day of its site, in the order of time', () => {
  const vet = { id: 'v', first_name: 'Dana', last_name: 'W' }
  const late = visit('late', '2026-11-24T04:00:00Z', { scheduled_for: vet })
  const early = visit('early', '2026-11-23T15:00:00Z', { scheduled_for: vet })
  const far = { id: 'f', name: 'Far', city: null, time_zone: 'Pacific/Auckland' }
  expect(dayOfVisit({ ...late, site: far }, zone)).toBe('2026-11-24')
  expect(visitsIn({ visits: [late, early] }, 'v', '2026-11-23', zone).map(({ id }) => id)).toEqual(['early', 'late'])
  expect(visitsIn({ visits: [visit('free', '2026-11-23T15:00:00Z')] }, 'nobody', '2026-11-23', zone)).toHaveLength(1)
})

test('a dropped visit keeps its time; a new one comes after the last of the day, or at 9:00', () => {
  const busy = visit('busy', '2026-11-25T16:00:00Z', { duration_minutes: 90 })
  const drop = (dropped: PostMortemCard, others: PostMortemCard[]) =>
    timestampOfDrop(dropped, others, '2026-11-25', zone)
  expect(drop(visit('a', '2026-11-23T20:15:00Z'), [busy])).toBe('2026-11-25T20:15:00.000Z')
  expect(drop(visit('a', '2026-11-23T06:00:00Z'), [busy])).toBe('2026-11-25T06:00:00.000Z')
  expect(drop(visit('a', null), [busy])).toBe('2026-11-25T17:30:00.000Z')
  expect(drop(visit('a', null), [])).toBe('2026-11-25T15:00:00.000Z')
  expect(drop(visit('a', null), [visit('b', '2026-11-26T05:30:00Z')])).toBe('2026-11-25T15:00:00.000Z')
})
