import { describe, expect, test } from 'vitest'
import { timestampOfVisit, validateVisitTime, visitTimeValues } from './visit-time-values.ts'

const zone = 'America/Edmonton'

describe('when a visit is', () => {
  test.each([
    ['at a time', '2026-07-30T16:30:00.000Z', { day: '2026-07-30', time: '10:30', minutes: '45' }],
    ['at any time of the day', '2026-07-30T06:00:00.000Z', { day: '2026-07-30', time: '', minutes: '45' }],
    ['not planned yet', null, { day: null, time: '09:00', minutes: '45' }],
  ])('%s is shown and saved at its site', (_, scheduled_at, values) => {
    expect(visitTimeValues({ scheduled_at, duration_minutes: 45 }, zone)).toEqual(values)
    expect(timestampOfVisit(values, zone)).toBe(scheduled_at)
  })

  const date = ['Please choose a valid date']
  const minutes = ['Please enter a number from 5 to 720.']
  test.each([
    ['everything', { day: '2026-11-30', time: '', minutes: '5' }, {}, {}],
    ['no date', { day: null, time: '09:00', minutes: '60' }, { day: date }, {}],
    ['half a date', { day: '11/3', time: '09:00', minutes: '60' }, { day: date }, { day: date }],
    ['no length', { day: '2026-11-30', time: '', minutes: '' }, { minutes }, { minutes }],
    ['half a minute', { day: '2026-11-30', time: '', minutes: '7.5' }, { minutes }, { minutes }],
    ['13 hours', { day: '2026-11-30', time: '', minutes: '780' }, { minutes }, { minutes }],
  ])('is checked in the same way on its ticket and in the planner: %s', (_, values, ofTicket, ofPlanner) => {
    expect(validateVisitTime(values, true)).toEqual(ofTicket)
    expect(validateVisitTime(values, false)).toEqual(ofPlanner)
  })
})
