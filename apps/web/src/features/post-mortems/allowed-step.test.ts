import type { Role } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { type Status, statusOf } from '@chisholm/domain/status'
import { describe, expect, test } from 'vitest'
import { type OutboxChange, outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { allowedStep } from './allowed-step.ts'
import type { StepSearch } from './step-search-params.ts'

const states: Record<Status, Partial<PostMortem['veterinary_record']>> = {
  Draft: { draft: 1 },
  Pending: {},
  'In Progress': { scheduled_at: '2026-11-25T09:00:00Z' },
  Completed: { completed_at: '2026-11-25T09:00:00Z' },
}
/** A ticket with one animal. */
function postMortemIn(state: Status): PostMortem {
  const nothing = {
    draft: 0,
    completed_at: null,
    scheduled_at: null,
    scheduled_for_id: null,
    no_vet_visit_requested: 0,
  }
  const record = { ...nothing, ...states[state], veterinary_record_animals: [{ id: 'cow' }] }
  const { completed_at: completedAt, scheduled_at: scheduledAt, scheduled_for_id: scheduledForId } = record
  const status = statusOf({ draft: record.draft === 1, completedAt, scheduledAt, scheduledForId })
  // cast: only the fields that these rules read
  return { id: 'A', status, veterinary_record: record } as PostMortem
}
const entryOf = (change: OutboxChange, refused = false): OutboxEntry => ({
  ...change,
  id: '1',
  at: 1,
  key: '',
  names: {},
  refusal: refused ? { status: 409, message: 'No.', errors: {} } : null,
})

interface Visit {
  state: Status
  role?: Role
  vetRoute?: boolean
  entries?: OutboxEntry[]
}
const stepAt = (search: StepSearch, { state, role = 'Client', vetRoute = false, entries = [] }: Visit) =>
  allowedStep({ search, postMortem: postMortemIn(state), entries, currentUser: { roles: [role] }, vetRoute })

describe('the details', () => {
  test.each<[Status, Role, boolean, boolean]>([
    ['Draft', 'Client', false, true],
    ['Draft', 'Veterinarian', false, true],
    ['Draft', 'Admin', true, false],
    ['Pending', 'Client', false, false],
    ['Pending', 'Admin', false, false],
    ['In Progress', 'Client', false, false],
    ['Completed', 'SuperAdmin', false, false],
  ])('of a ticket %s open to a %s (on the route of veterinarians: %s): %s', (state, role, vetRoute, open) => {
    expect(stepAt({ step: 'details' }, { state, role, vetRoute })).toBe(open ? 'details' : undefined)
  })

  test('open for rejected input, even if they can no longer be edited', () => {
    const entries = [entryOf(outboxChanges.sendPostMortem('A'), true)]
    expect(stepAt({ step: 'details' }, { state: 'Pending', entries })).toBe('details')
    expect(stepAt({ step: 'details' }, { state: 'Pending', entries, vetRoute: true })).toBeUndefined()
    const waiting = [entryOf(outboxChanges.sendPostMortem('A'))]
    expect(stepAt({ step: 'details' }, { state: 'Pending', entries: waiting })).toBeUndefined()
  })
})

describe('a new animal', () => {
  test.each<[Status, Role, boolean]>([
    ['Draft', 'Client', true],
    ['Pending', 'Client', true],
    ['In Progress', 'Client', false],
    ['Completed', 'Client', false],
    ['In Progress', 'Veterinarian', true],
    ['Completed', 'Veterinarian', false],
    ['Completed', 'Admin', true],
  ])('joins a ticket %s of a %s: %s', (state, role, open) => {
    expect(stepAt({ step: 'animal' }, { state, role })).toBe(open ? 'animal' : undefined)
  })
})

test.each<[Status, string, boolean]>([
  ['Draft', 'cow', true],
  ['Completed', 'cow', true],
  ['Draft', 'gone', false],
  ['Pending', 'gone', false],
])('in a ticket %s the address of the animal "%s" leads to it: %s', (state, animal, open) => {
  expect(stepAt({ step: 'animal', animal }, { state })).toBe(open ? 'animal' : undefined)
})

describe('the thanks for sending', () => {
  test.each<[Status, boolean, boolean]>([
    ['Draft', false, false],
    ['Pending', false, true],
    ['Pending', true, false],
    ['In Progress', false, false],
    ['Completed', false, false],
  ])('for a ticket %s (on the route of veterinarians: %s): %s', (state, vetRoute, open) => {
    expect(stepAt({ step: 'sent' }, { state, vetRoute })).toBe(open ? 'sent' : undefined)
  })
  test('are shown while sending waits for a connection', () => {
    const entries = [entryOf(outboxChanges.sendPostMortem('A'))]
    expect(stepAt({ step: 'sent' }, { state: 'Draft', entries })).toBe('sent')
    const others = [entryOf(outboxChanges.deleteAnimal('A', 'cow'))]
    expect(stepAt({ step: 'sent' }, { state: 'Draft', entries: others })).toBeUndefined()
  })
})

describe('completing', () => {
  test.each<[Status, Role, boolean, boolean]>([
    ['Draft', 'Veterinarian', true, false],
    ['Pending', 'Veterinarian', true, true],
    ['In Progress', 'Veterinarian', true, true],
    ['In Progress', 'Veterinarian', false, false],
    ['In Progress', 'Client', true, false],
    ['In Progress', 'Admin', true, true],
    ['Completed', 'Admin', true, false],
  ])('a ticket %s by a %s (on the route of veterinarians: %s): %s', (state, role, vetRoute, open) => {
    expect(stepAt({ step: 'complete' }, { state, role, vetRoute })).toBe(open ? 'complete' : undefined)
  })
})

test.each([undefined, 'constructor', 'nowhere'])('the step %s is the review', (step) => {
  // cast: a URL may contain any step
  expect(stepAt({ step: step as StepSearch['step'] }, { state: 'Draft' })).toBeUndefined()
})
