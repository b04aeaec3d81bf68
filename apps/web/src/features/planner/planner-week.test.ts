import { addDays } from '@chisholm/domain/dates'
import type { Planner } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { mondayOf } from '@chisholm/domain/weeks'
import { expect, test, vi } from 'vitest'
import { formatTarget, scheduledAtOfDrop, parseTarget, sameVet, warningsOfPlan } from './drop-target.ts'
import {
  dayOfVisit,
  formatDayHeading,
  formatDriveTime,
  formatDays,
  formatWeekday,
  isTooLate,
  slotOfVisit,
  slotsOfDay,
  scheduledAtOnDay,
  visitsIn,
} from './planner-week.ts'
import { dayKm, type DayStop, isTooFar, nameOfStop, openKm, stopsOf } from './stops.ts'

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
  const names = (today: string) =>
    ['2026-11-23', '2026-11-30', '2026-12-28'].map((monday) => formatDays(monday, addDays(monday, 6), today))
  expect(names('2026-06-01')).toEqual(['November 23–29', 'November 30 – December 6', 'December 28 – January 3, 2027'])
  expect(names('2027-06-01')).toEqual([
    'November 23–29, 2026',
    'November 30 – December 6, 2026',
    'December 28 – January 3, 2027',
  ])
  expect(['2026-06-01', '2027-06-01'].map((today) => formatDayHeading('2026-11-23', today))).toEqual([
    'Monday, November 23',
    'Mon, November 23, 2026',
  ])
  expect(formatWeekday('2026-11-23')).toBe('Mon 23')
})

test('a visit is listed under the day of its site, in order of time', () => {
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
    scheduledAtOnDay(dropped, others, '2026-11-25', zone)
  expect(drop(visit('a', '2026-11-23T20:15:00Z'), [busy])).toBe('2026-11-25T20:15:00.000Z')
  expect(drop(visit('a', '2026-11-23T06:00:00Z'), [busy])).toBe('2026-11-25T06:00:00.000Z')
  expect(drop(visit('a', null), [busy])).toBe('2026-11-25T17:30:00.000Z')
  expect(drop(visit('a', null), [])).toBe('2026-11-25T15:00:00.000Z')
  expect(drop(visit('a', null), [visit('b', '2026-11-26T05:30:00Z')])).toBe('2026-11-25T15:00:00.000Z')
})

const dana = { id: 'dana', first_name: 'Dana', last_name: 'Whitfield' }
const planned = visit('planned', '2026-11-25T16:00:00Z', { title: 'CHM-2', scheduled_for: dana })
const planner: Planner = {
  unscheduled: [],
  unscheduled_total: 0,
  visits: [planned],
  absences: [{ id: 'a', user_id: 'luis', from: '2026-11-24', to: '2026-11-26', note: null }],
  clashes: [],
  sites: [],
}

test('before a drop there are warnings of absences, overlapping visits and an expiring or expired clock', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T14:00:00Z') })
  const open = visit('open', null, { examine_by: '2026-11-25T15:00:00Z' })
  const warnings = (vetId: string, scheduled_at: string) =>
    warningsOfPlan(open, { vetId, vetName: 'X', scheduled_at, duration_minutes: 60 }, planner, zone)
  expect(warnings('dana', '2026-11-25T14:30:00Z')).toEqual([])
  expect(warnings('luis', '2026-11-25T14:30:00Z')).toEqual(['X is away on November 25th 2026.'])
  expect(warnings('dana', '2026-11-25T16:30:00Z')).toEqual([
    'X is at CHM-2 at 10:00 AM: these visits overlap.',
    'The carcass clock ends before: November 25th 2026, 9:00 AM.',
  ])
  vi.setSystemTime(new Date('2026-11-25T16:00:00Z'))
  expect(warnings('nobody', '2026-11-25T16:30:00Z')).toEqual([
    'The carcass clock ended on November 25th 2026, 9:00 AM.',
  ])
  vi.useRealTimers()
  // past midnight: 11:30 PM at the site, for an hour
  expect(warnings('luis', '2026-11-24T05:30:00Z')).toEqual(['X is away on November 24th 2026.'])
  expect(warnings('luis', '2026-11-24T04:30:00Z')).toEqual([])
  // without a time of day
  expect(warnings('dana', '2026-11-25T06:00:00Z')).toEqual([])
  expect(warnings('dana', '2026-11-26T06:00:00Z')).toHaveLength(1)
  expect(warnings('nobody', '2026-11-24T16:30:00Z')).toEqual([])
})

test('before a drop there is no warning of a completed visit, as there is none after it', () => {
  const done = { ...planned, completed_at: '2026-11-25T16:20:00Z' }
  const plan = { vetId: 'dana', vetName: 'X', scheduled_at: '2026-11-25T16:30:00Z', duration_minutes: 60 }
  const warnings = (visits: PostMortemCard[]) => warningsOfPlan(visit('open', null), plan, { ...planner, visits }, zone)
  expect(warnings([planned])).toHaveLength(1)
  expect(warnings([done])).toEqual([])
})

test.each([
  ['before its carcass clock ends', { examine_by: '2026-11-25T16:00:00Z' }, false],
  ['after it', { examine_by: '2026-11-25T15:59:00Z' }, true],
  ['with no clock', { examine_by: null }, false],
  ['after it, but is completed', { examine_by: '2026-11-25T15:59:00Z', completed_at: '2026-11-25T18:00:00Z' }, false],
  ['for any time of its last day', { scheduled_at: '2026-11-25T06:00:00Z', examine_by: '2026-11-25T15:00:00Z' }, false],
  ['for any time of a later day', { scheduled_at: '2026-11-26T06:00:00Z', examine_by: '2026-11-25T15:00:00Z' }, true],
  ['for no day', { scheduled_at: null, examine_by: '2026-11-25T15:00:00Z' }, false],
  ['after it, which has ended by now', { examine_by: '2026-11-24T11:59:00Z' }, false],
])('whether a visit is too late that is planned %s', (_, more, expected) => {
  expect(isTooLate({ ...planned, ...more }, zone, new Date('2026-11-24T12:00:00Z'))).toBe(expected)
})

test('a visit dropped on a time begins then; on a month it keeps its veterinarian; at its own position nothing changes', () => {
  const drop = (target: string) =>
    scheduledAtOfDrop(planned, parseTarget(target) ?? { vetId: '', day: '', time: null }, planner, zone)
  expect(drop('luis 2026-11-25 14:30')).toBe('2026-11-25T20:30:00.000Z')
  expect(drop('dana 2026-11-25 10:00')).toBeNull()
  expect(drop(`${sameVet} 2026-11-27`)).toBe('2026-11-27T16:00:00.000Z')
  expect(drop(`${sameVet} 2026-11-25`)).toBeNull()
  expect(formatTarget({ vetId: 'dana', day: '2026-11-25', time: null })).toBe('dana 2026-11-25')
})

test('a day has the half hours from 6:00 to 20:00, and those of earlier and later visits', () => {
  expect(slotOfVisit(visit('a', '2026-11-25T16:45:00Z'), zone)).toBe('10:30')
  expect(slotOfVisit(visit('a', '2026-11-25T06:00:00Z'), zone)).toBe('00:00')
  const slots = slotsOfDay([visit('early', '2026-11-25T10:10:00Z')], zone)
  expect([slots[0], slots[1], slots.at(-1)]).toEqual(['00:00', '04:00', '20:00'])
})

test('what a better order saves is measured against the open visits only, because a route has no others', () => {
  const siteAt = (id: string, latitude: number) => {
    const site = { id, name: id, city: null, region: null, address: null, phone: null, directions: null }
    const customer = { customer_id: 'c', customer: { id: 'c', name: 'Prairie' } }
    return { ...site, ...customer, retired: 0, latitude, longitude: -110, time_zone: zone }
  }
  const at = (id: string, time: string, completed_at: string | null) =>
    visit(id, `2026-11-23T${time}:00Z`, { completed_at, site: { id, name: id, city: null, time_zone: null } })
  const base = { latitude: 50, longitude: -110 }
  const sites = [siteAt('done', 52), siteAt('open', 51)]
  const visits = [at('done', '15:00', '2026-11-23T16:00:00Z'), at('open', '17:00', null)]
  // a degree of latitude is 111 km
  expect(Math.round(dayKm(stopsOf(visits, sites), base) ?? 0)).toBe(445)
  expect(Math.round(openKm(visits, sites, base) ?? 0)).toBe(222)
})

test.each([
  [0, '0 min'],
  [45.4, '45 min'],
  [59.6, '1 h'],
  [526, '8 h 46 min'],
])('a drive of %s minutes is shown as %s', (minutes, shown) => {
  expect(formatDriveTime(minutes)).toBe(shown)
})

const stopAt = (scheduled_at: string, duration_minutes = 60): DayStop => {
  const only = visit('a', scheduled_at, { duration_minutes })
  return { site: only.site, siteDetails: undefined, visits: [only] }
}
const nine = stopAt('2026-11-30T15:00:00.000Z')
const eleven = stopAt('2026-11-30T17:00:00.000Z')
const anyTime = stopAt('2026-11-30T06:00:00.000Z')

test.each([
  ['an hour of driving fits between two visits', nine, eleven, 60, false],
  ['a minute more does not', nine, eleven, 61, true],
  ['a longer visit leaves less time', stopAt('2026-11-30T15:00:00.000Z', 90), eleven, 45, true],
  ['a visit at any time is never too far', nine, anyTime, 600, false],
  ['nor is one after a visit at any time', anyTime, nine, 600, false],
])('%s', (_, from, to, minutes, expected) => {
  expect(isTooFar(from, to, minutes, zone)).toBe(expected)
})

test('a stop is named with its customer, because several customers have a site of one name', () => {
  expect(nameOfStop(nine)).toBe('Prairie - North')
})
