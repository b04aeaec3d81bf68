import { QueryClient } from '@tanstack/react-query'
import type { ListResponse, PostMortem, PostMortemCard } from '@chisholm/domain/schemas'
import { type Status, statusOf } from '@chisholm/domain/status'
import { describe, expect, test } from 'vitest'
import { toCard } from './cards.ts'
import { applyOptimistic } from './optimistic-updates.ts'
import type { PostMortemPatch } from './queries.ts'

const dana = { id: 'dana', first_name: 'Dana', last_name: 'Whitfield', roles: [] }
const scheduled = '2026-11-25T09:00:00Z'
const completed = '2026-11-26T09:00:00Z'

function postMortem(pin: number, state: Partial<PostMortem['veterinary_record']> = {}): PostMortem {
  const record = { pin, draft: 0, completed_at: null, scheduled_at: null, scheduled_for_id: null, ...state }
  const { completed_at: completedAt, scheduled_at: scheduledAt, scheduled_for_id: scheduledForId } = record
  const status = statusOf({ draft: record.draft === 1, completedAt, scheduledAt, scheduledForId })
  const site = { id: 'yard', name: 'Yard' }
  const full = { ...record, site, veterinary_record_animals: [] }
  // cast: the fields of a ticket these rules look at
  return {
    id: `ticket ${pin}`,
    customer: site,
    draft: record.draft,
    status,
    veterinary_record: full,
  } as object as PostMortem
}

const tabKey = (tab: string, page = 1, siteId: string | null = null) => ['post-mortems', 'tab', tab, siteId, page]
const countKey = (tab: string, siteId: string | null = null) => ['post-mortems', 'count', tab, siteId]
const pageOf = (data: PostMortem[], total = data.length) => ({ data: data.map(toCard), meta: { total } })
const pinsOf = (queryClient: QueryClient, key: unknown[]) =>
  queryClient.getQueryData<ListResponse<PostMortemCard>>(key)?.data.map((one) => one.pin)
const totalOf = (queryClient: QueryClient, key: unknown[]) =>
  queryClient.getQueryData<ListResponse<PostMortemCard>>(key)?.meta.total
const openOne = (queryClient: QueryClient, pin: number) =>
  queryClient.getQueryData<PostMortem>(['post-mortems', 'one', `ticket ${pin}`])

describe('the status a change leads to is shown at once', () => {
  const states = {
    pending: {},
    scheduled: { scheduled_at: scheduled },
    assigned: { scheduled_for_id: 'dana' },
    both: { scheduled_at: scheduled, scheduled_for_id: 'dana' },
  }
  test.each<[keyof typeof states, PostMortemPatch, Status]>([
    ['pending', { scheduled_at: scheduled }, 'In Progress'],
    ['pending', { scheduled_for_id: 'dana' }, 'In Progress'],
    ['pending', { scheduled_at: '' }, 'Pending'],
    ['pending', { scheduled_for_id: '' }, 'Pending'],
    ['scheduled', { scheduled_at: '' }, 'Pending'],
    ['scheduled', { scheduled_for_id: 'dana' }, 'In Progress'],
    ['assigned', { scheduled_for_id: '' }, 'Pending'],
    ['both', { scheduled_for_id: '' }, 'In Progress'],
    ['both', { scheduled_at: '' }, 'In Progress'],
    ['both', { scheduled_at: '', scheduled_for_id: '' }, 'Pending'],
  ])('%s and then %o', async (state, change, status) => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(['post-mortems', 'one', 'ticket 15'], postMortem(15, states[state]))
    await applyOptimistic(queryClient, 'ticket 15', change)
    expect(openOne(queryClient, 15)?.status).toBe(status)
  })
})

test.each<[string, string | null, object | null]>([
  ['dana', 'dana', { id: 'dana', first_name: 'Dana', last_name: 'Whitfield' }],
  ['somebody new', 'somebody new', null],
  ['', null, null],
])('assigned to "%s" a ticket shows who that is, as far as it is known here', async (chosen, id, vet) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['vets', 'Veterinarian'], [dana])
  queryClient.setQueryData(['post-mortems', 'one', 'ticket 15'], postMortem(15))
  await applyOptimistic(queryClient, 'ticket 15', { scheduled_for_id: chosen })
  expect(openOne(queryClient, 15)?.veterinary_record).toMatchObject({ scheduled_for_id: id, scheduled_for: vet })
})

test('a completed ticket leaves the lists, and its open page as it was: that page is left next', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['post-mortems', 'one', 'ticket 15'], postMortem(15))
  queryClient.setQueryData(tabKey('inbox'), pageOf([postMortem(15)]))
  await applyOptimistic(queryClient, 'ticket 15', { completed_at: completed })
  expect(openOne(queryClient, 15)?.status).toBe('Pending')
  expect(pinsOf(queryClient, tabKey('inbox'))).toEqual([])
})

test.each([
  [19, [19, 18, 16, 14]],
  [17, [18, 17, 16, 14]],
  [15, [18, 16, 15, 14]],
  [12, [18, 16, 14, 12]],
])('ticket %i arrives at its place by age', async (pin, pins) => {
  const queryClient = new QueryClient()
  const there = [18, 16, 14].map((one) => postMortem(one, { scheduled_at: scheduled }))
  queryClient.setQueryData(tabKey('inprogress'), pageOf(there, 40))
  queryClient.setQueryData(tabKey('inbox'), pageOf([postMortem(pin)], 30))
  await applyOptimistic(queryClient, `ticket ${pin}`, { scheduled_at: scheduled })
  expect(pinsOf(queryClient, tabKey('inprogress'))).toEqual(pins)
  expect(totalOf(queryClient, tabKey('inprogress'))).toBe(41)
  expect(totalOf(queryClient, tabKey('inbox'))).toBe(29)
})

test('a ticket is added to the first page only, and removed from the page it is on', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(tabKey('inprogress', 2), pageOf([postMortem(11, { scheduled_at: scheduled })], 21))
  queryClient.setQueryData(tabKey('inbox', 2), pageOf([postMortem(12), postMortem(10)], 22))
  await applyOptimistic(queryClient, 'ticket 12', { scheduled_at: scheduled })
  expect(pinsOf(queryClient, tabKey('inprogress', 2))).toEqual([11])
  expect(pinsOf(queryClient, tabKey('inbox', 2))).toEqual([10])
})

test('the same change twice moves a ticket and the counters once', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(tabKey('inbox'), pageOf([postMortem(15), postMortem(14)]))
  queryClient.setQueryData(tabKey('inprogress'), pageOf([]))
  queryClient.setQueryData(countKey('inbox'), 2)
  queryClient.setQueryData(countKey('inprogress'), 0)
  for (let times = 0; times < 2; times++) await applyOptimistic(queryClient, 'ticket 15', { scheduled_at: scheduled })
  expect(pinsOf(queryClient, tabKey('inbox'))).toEqual([14])
  expect(pinsOf(queryClient, tabKey('inprogress'))).toEqual([15])
  expect(totalOf(queryClient, tabKey('inprogress'))).toBe(1)
  expect(queryClient.getQueryData(countKey('inbox'))).toBe(1)
  expect(queryClient.getQueryData(countKey('inprogress'))).toBe(1)
})

test('another visit changes a ticket in its list and no counter', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(tabKey('inprogress'), pageOf([postMortem(15, { scheduled_at: scheduled }), postMortem(14)]))
  queryClient.setQueryData(countKey('inprogress'), 2)
  await applyOptimistic(queryClient, 'ticket 15', { scheduled_at: completed })
  const list = queryClient.getQueryData<ListResponse<PostMortemCard>>(tabKey('inprogress'))
  expect(list?.data[0]?.scheduled_at).toBe(completed)
  expect([list?.meta.total, queryClient.getQueryData(countKey('inprogress'))]).toEqual([2, 2])
})

test('lists and counters of other sites and unloaded tickets do not change', async () => {
  const queryClient = new QueryClient()
  const elsewhere = pageOf([postMortem(18)])
  queryClient.setQueryData(tabKey('inprogress', 1, 'elsewhere'), elsewhere)
  queryClient.setQueryData(countKey('inprogress', 'elsewhere'), 7)
  queryClient.setQueryData(tabKey('inbox'), pageOf([postMortem(15)]))
  await applyOptimistic(queryClient, 'ticket 15', { scheduled_at: scheduled })
  expect(queryClient.getQueryData(countKey('inprogress', 'elsewhere'))).toBe(7)
  await applyOptimistic(queryClient, 'ticket 99', { scheduled_at: scheduled })
  expect(queryClient.getQueryData(tabKey('inprogress', 1, 'elsewhere'))).toBe(elsewhere)
  expect(openOne(queryClient, 99)).toBeUndefined()
})
