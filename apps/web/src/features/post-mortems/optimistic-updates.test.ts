import { QueryClient } from '@tanstack/react-query'
import type { ListResponse, PostMortem, PostMortemCard } from '@chisholm/domain/schemas'
import { type Status, statusOf } from '@chisholm/domain/status'
import { expect, test } from 'vitest'
import { toCard } from './cards.ts'
import { applyOptimistic } from './optimistic-updates.ts'
import type { PostMortemPatch } from './queries.ts'

const yard = '01900000-0000-7000-8000-00000000000a'
const otherYard = '01900000-0000-7000-8000-00000000000b'
const dana = { id: '01900000-0000-7000-8000-0000000000da', first_name: 'Dana', last_name: 'Whitfield', roles: [] }

/** A ticket with only the fields that updateLists reads. */
function postMortem(pin: number, state: Partial<PostMortem['veterinary_record']> = {}): PostMortem {
  const record = { pin, draft: 0, completed_at: null, scheduled_at: null, scheduled_for_id: null, ...state }
  const site = { id: yard, name: 'Yard' }
  return {
    id: `ticket ${pin}`,
    customer: site,
    draft: record.draft,
    status: statusOf({
      draft: record.draft === 1,
      completedAt: record.completed_at,
      scheduledAt: record.scheduled_at,
      scheduledForId: record.scheduled_for_id,
    }),
    veterinary_record: { ...record, site, veterinary_record_animals: [] },
    // cast: the fields of a ticket these rules look at
  } as object as PostMortem
}

const tabs = { draft: 'Draft', pending: 'Pending', inbox: 'Pending', inprogress: 'In Progress', complete: 'Completed' }
const tabKey = (tab: string, siteId: string | null = null, page = 1) => ['post-mortems', 'tab', tab, siteId, page]

/** A query cache with the first page of every tab, for all sites and for each site. */
function browserWith(postMortems: PostMortem[]): QueryClient {
  const queryClient = new QueryClient()
  for (const [tab, status] of Object.entries(tabs))
    for (const siteId of [null, yard, otherYard]) {
      // cast: the tabs of the test are states
      const ofTab = postMortems.filter((one) => one.status === (status as Status))
      const data = ofTab.map(toCard).filter((one) => !siteId || one.site.id === siteId)
      queryClient.setQueryData(tabKey(tab, siteId), { data, meta: { total: data.length } })
      queryClient.setQueryData(['post-mortems', 'count', tab, siteId], data.length)
    }
  queryClient.setQueryData(['vets', 'Veterinarian'], [dana])
  return queryClient
}

/** The ticket numbers in a tab, and its counter. */
function shown(queryClient: QueryClient, tab: string, siteId: string | null = null) {
  const list = queryClient.getQueryData<ListResponse<PostMortemCard>>(tabKey(tab, siteId))
  const count = queryClient.getQueryData<number>(['post-mortems', 'count', tab, siteId])
  expect(list?.meta.total).toBe(count)
  return { pins: list?.data.map((one) => one.pin), count }
}

const postMortems = [
  postMortem(20, { draft: 1 }),
  postMortem(19),
  postMortem(18, { scheduled_at: '2026-11-20T09:00:00Z' }),
  postMortem(16, { completed_at: '2026-11-18T09:00:00Z' }),
  postMortem(15),
  postMortem(14, { scheduled_for_id: dana.id, scheduled_for: dana }),
]

test.each<[string, number, PostMortemPatch, string, number[], string, number[]]>([
  ['scheduled', 15, { scheduled_at: '2026-11-25T09:00:00Z' }, 'inbox', [19], 'inprogress', [18, 15, 14]],
  ['assigned', 19, { scheduled_for_id: dana.id }, 'inbox', [15], 'inprogress', [19, 18, 14]],
  ['taken from its vet', 14, { scheduled_for_id: '' }, 'inprogress', [18], 'inbox', [19, 15, 14]],
  ['completed', 18, { completed_at: '2026-11-21T09:00:00Z' }, 'inprogress', [14], 'complete', [18, 16]],
])('a ticket that is %s leaves its tab for the next one', async (_name, pin, change, from, left, to, joined) => {
  const queryClient = browserWith(postMortems)
  await applyOptimistic(queryClient, `ticket ${pin}`, change)
  for (const siteId of [null, yard]) {
    expect(shown(queryClient, from, siteId)).toEqual({ pins: left, count: left.length })
    expect(shown(queryClient, to, siteId)).toEqual({ pins: joined, count: joined.length })
  }
  for (const tab of Object.keys(tabs)) expect(shown(queryClient, tab, otherYard)).toEqual({ pins: [], count: 0 })
})

test('the name of the vet is shown with the ticket, on its own page too', async () => {
  const queryClient = browserWith(postMortems)
  queryClient.setQueryData(['post-mortems', 'one', 'ticket 19'], postMortem(19))
  await applyOptimistic(queryClient, 'ticket 19', { scheduled_for_id: dana.id })
  const open = queryClient.getQueryData<PostMortem>(['post-mortems', 'one', 'ticket 19'])
  expect(open?.status).toBe('In Progress')
  expect(open?.veterinary_record.scheduled_for?.first_name).toBe('Dana')
})

test('rolling back restores everything', async () => {
  const queryClient = browserWith(postMortems)
  const before = Object.keys(tabs).map((tab) => shown(queryClient, tab))
  const takeBack = await applyOptimistic(queryClient, 'ticket 19', { completed_at: '2026-11-21T09:00:00Z' })
  expect(shown(queryClient, 'inbox').count).toBe(1)
  takeBack()
  expect(Object.keys(tabs).map((tab) => shown(queryClient, tab))).toEqual(before)
})
