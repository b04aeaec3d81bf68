import { expect, test } from 'vitest'
import { badgeOf, statusOf } from './status.ts'

const today = new Date('2026-11-20T15:00:00')
const ticket = (change: object) => ({
  draft: false,
  completedAt: null,
  scheduledAt: null,
  scheduledForId: null,
  ...change,
})

test.each([
  [{ draft: true }, 'Draft'],
  [{}, 'Pending'],
  [{ scheduledAt: '2026-11-21T15:00:00Z' }, 'In Progress'],
  [{ scheduledForId: 'dana' }, 'In Progress'],
  [{ scheduledForId: 'dana', completedAt: '2026-11-21T15:00:00Z' }, 'Completed'],
] as const)('%j is %s', (change, status) => expect(statusOf(ticket(change))).toBe(status))

test.each([
  [{ scheduledAt: '2026-11-19T23:00:00', scheduledForId: 'dana' }, 'Overdue'],
  [{ scheduledAt: '2026-11-20T08:00:00', scheduledForId: 'dana' }, null],
  [{ scheduledForId: 'dana' }, 'Not Scheduled'],
  [{ scheduledAt: '2026-11-19T23:00:00' }, 'No Vet Assigned'],
  [{ scheduledAt: '2026-11-19T23:00:00', scheduledForId: 'dana', completedAt: '2026-11-20T08:00:00' }, null],
  [{}, null],
] as const)('%j carries the badge %s', (change, badge) => expect(badgeOf(ticket(change), today)).toBe(badge))
