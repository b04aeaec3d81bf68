import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { countWithoutTime, movesAfter, othersAtSite } from './moves-of-site.ts'

const zone = 'America/Edmonton'
const vet = { id: 'dana', first_name: 'Dana', last_name: 'Whitfield' }
const ticket = (id: string, site = 'north', duration_minutes = 60) =>
  // cast: the fields that are read
  ({ id, site: { id: site }, duration_minutes }) as PostMortemCard

test('the others at a site are those without a date, in the order of the planner', () => {
  const unscheduled = [ticket('a'), ticket('b', 'south'), ticket('c'), ticket('d')]
  expect(othersAtSite({ unscheduled }, ticket('c')).map(({ id }) => id)).toEqual(['a', 'd'])
})

test.each([
  ['one after the other', '2031-06-05T15:00:00.000Z', ['2031-06-05T15:45:00.000Z', '2031-06-05T16:15:00.000Z']],
  ['at any time', '2031-06-05T06:00:00.000Z', ['2031-06-05T06:00:00.000Z', '2031-06-05T06:00:00.000Z']],
  ['without a date', null, [null, null]],
])('further tickets of a site are planned %s, with the same veterinarian', (_, scheduled_at, expected) => {
  const others = [ticket('a', 'north', 30), ticket('b')]
  const moves = movesAfter({ scheduled_at, vet, duration_minutes: 45 }, others, zone)
  expect(moves.map(({ visit, plan }) => [visit.id, plan])).toEqual([
    ['a', { scheduled_at: expected[0], vet, duration_minutes: 30 }],
    ['b', { scheduled_at: expected[1], vet, duration_minutes: 60 }],
  ])
})

test('further tickets that no longer begin on the day are planned on it without a time', () => {
  const plan = { scheduled_at: '2031-06-06T04:00:00.000Z', vet, duration_minutes: 60 }
  const others = [ticket('a', 'north', 60), ticket('b', 'north', 30), ticket('c')]
  const moves = movesAfter(plan, others, zone)
  const anyTime = '2031-06-05T06:00:00.000Z'
  expect(moves.map((move) => move.plan.scheduled_at)).toEqual(['2031-06-06T05:00:00.000Z', anyTime, anyTime])
  const first = { visit: ticket('first'), plan }
  expect(countWithoutTime([first, ...moves], zone)).toBe(2)
  const untimed = { ...plan, scheduled_at: anyTime }
  expect(countWithoutTime([{ ...first, plan: untimed }, ...movesAfter(untimed, others, zone)], zone)).toBe(0)
})
