import { expect, test } from 'vitest'
import { badgeOf, clientTabOfStatus, clientTabs, statusOf, statusOfTab, tabFilters } from './status.ts'

const edmonton = 'America/Edmonton'
const now = new Date('2025-11-20T15:00:00-07:00')
const postMortem = (change: object) => ({
  draft: false,
  completedAt: null,
  scheduledAt: null,
  scheduledForId: null,
  ...change,
})

test.each([
  [{ draft: true }, 'Draft'],
  [{}, 'Pending'],
  [{ scheduledAt: '2025-11-21T15:00:00Z' }, 'In Progress'],
  [{ scheduledForId: 'dana' }, 'In Progress'],
  [{ scheduledForId: 'dana', completedAt: '2025-11-21T15:00:00Z' }, 'Completed'],
] as const)('%j is %s', (change, status) => expect(statusOf(postMortem(change))).toBe(status))

test.each([
  [{ scheduledAt: '2025-11-19T23:00:00-07:00', scheduledForId: 'dana' }, 'Overdue'],
  [{ scheduledAt: '2025-11-20T08:00:00-07:00', scheduledForId: 'dana' }, null],
  [{ scheduledForId: 'dana' }, 'Not Scheduled'],
  [{ scheduledAt: '2025-11-19T23:00:00-07:00' }, 'No Vet Assigned'],
  [
    {
      scheduledAt: '2025-11-19T23:00:00-07:00',
      scheduledForId: 'dana',
      completedAt: '2025-11-20T08:00:00-07:00',
    },
    null,
  ],
  [{}, null],
] as const)('%j carries the badge %s', (change, badge) =>
  expect(badgeOf(postMortem(change), now, edmonton)).toBe(badge),
)

test.each([
  // The visit was on the previous evening, which is already today in UTC.
  ['2025-11-20T04:00:00Z', '2025-11-20T18:00:00Z', edmonton, 'Overdue'],
  ['2025-11-20T04:00:00Z', '2025-11-20T18:00:00Z', 'UTC', null],
  // The visit was this morning, although it is already tomorrow in UTC.
  ['2025-11-20T16:00:00Z', '2025-11-21T05:00:00Z', edmonton, null],
  ['2025-11-20T16:00:00Z', '2025-11-21T05:00:00Z', 'UTC', 'Overdue'],
  ['2025-11-20T13:00:00Z', '2025-11-20T14:00:00Z', 'Australia/Adelaide', 'Overdue'],
  // Around both clock changes.
  ['2025-03-09T06:59:00Z', '2025-03-09T07:00:00Z', edmonton, 'Overdue'],
  ['2025-03-09T07:00:00Z', '2025-03-10T05:59:00Z', edmonton, null],
  ['2025-11-02T06:00:00Z', '2025-11-03T06:59:00Z', edmonton, null],
  ['2025-11-02T06:00:00Z', '2025-11-03T07:00:00Z', edmonton, 'Overdue'],
] as const)('a visit at %s carries at %s in %s the badge %s', (scheduledAt, at, zone, badge) =>
  expect(badgeOf(postMortem({ scheduledAt, scheduledForId: 'dana' }), new Date(at), zone)).toBe(badge),
)

test('each tab asks for the tickets of its status, the newest first', () => {
  const sent = { 'filter[veterinary_records.draft]': 'false' }
  const open = { 'filter[veterinary_records.completed_at:isnull]': 'true' }
  const pending = { ...sent, ...open, 'filter[veterinary_records.in_progress]': 'false' }
  const inProgress = { 'filter[veterinary_records.in_progress]': 'true' }
  const expected = {
    draft: ['Draft', { 'filter[veterinary_records.draft]': 'true' }, '-created_at'],
    pending: ['Pending', pending, '-created_at'],
    inbox: ['Pending', pending, '-created_at'],
    scheduled: ['In Progress', inProgress, '-created_at'],
    inprogress: ['In Progress', inProgress, '-created_at'],
    complete: [
      'Completed',
      { 'filter[veterinary_records.completed_at:isnull]': 'false' },
      '-veterinary_records.created_at',
    ],
  }
  const tabs = Object.entries(tabFilters).map(([tab, { filters, sort }]) => [tab, filters, sort])
  expect(tabs).toEqual(Object.entries(expected).map(([tab, [, filters, sort]]) => [tab, filters, sort]))
  expect(statusOfTab).toEqual(Object.fromEntries(Object.entries(expected).map(([tab, [status]]) => [tab, status])))
})

test('a client finds a ticket in the tab of its status', () =>
  expect(clientTabs.map((tab) => clientTabOfStatus[statusOfTab[tab]])).toEqual(clientTabs))
