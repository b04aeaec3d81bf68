import type { QueryClient } from '@tanstack/react-query'
import type { Many, PostMortem } from '@chisholm/domain/shapes'
import { statusOf, statusOfTab } from '@chisholm/domain/status'
import type { Vet } from '../users/index.ts'
import type { Change, Tab } from './queries.ts'

const tickets = ['post-mortems']
const keyOf = (id: string) => [...tickets, 'one', id]

/** Applies a patch to a post-mortem, as far as lists and its page show it. */
function foreseen(ticket: PostMortem, change: Change, vets: Vet[]): PostMortem {
  const { scheduled_at, scheduled_for_id, completed_at } = change
  const vet = vets.find((one) => one.id === scheduled_for_id)
  const record = {
    ...ticket.veterinary_record,
    ...(scheduled_at !== undefined && { scheduled_at: scheduled_at || null }),
    ...(scheduled_for_id !== undefined && {
      scheduled_for_id: scheduled_for_id || null,
      scheduled_for: vet ? { id: vet.id, first_name: vet.first_name ?? '', last_name: vet.last_name ?? '' } : null,
    }),
    ...(completed_at !== undefined && { completed_at }),
  }
  const next = { ...ticket, veterinary_record: record }
  const {
    draft: isDraft,
    completed_at: completedAt,
    scheduled_at: scheduledAt,
    scheduled_for_id: scheduledForId,
  } = record
  return { ...next, status: statusOf({ draft: isDraft === 1, completedAt, scheduledAt, scheduledForId }) }
}

/** One cached page of a tab after the post-mortem changed. */
function turned(list: Many<PostMortem>, first: boolean, belongs: boolean, before: PostMortem, after: PostMortem) {
  const listed = list.data.some((ticket) => ticket.id === before.id)
  const others = list.data.filter((ticket) => ticket.id !== before.id)
  const total = (change: number) => ({ ...list.meta, total: list.meta.total + change })
  if (!belongs) return listed ? { ...list, data: others, meta: total(-1) } : list
  if (listed) return { ...list, data: list.data.map((ticket) => (ticket.id === after.id ? after : ticket)) }
  if (!first) return list
  // newest first
  const place = others.findIndex((ticket) => ticket.created_at < after.created_at)
  const at = place < 0 ? others.length : place
  return { ...list, data: [...others.slice(0, at), after, ...others.slice(at)], meta: total(1) }
}

/** Moves a post-mortem between all cached lists and counters. */
function move(queryClient: QueryClient, before: PostMortem, after: PostMortem): void {
  const inTab = (ticket: PostMortem, tab: Tab, siteId: string | null) =>
    ticket.status === statusOfTab[tab] && (siteId === null || siteId === ticket.site_id)
  for (const [key, list] of queryClient.getQueriesData<Many<PostMortem>>({ queryKey: [...tickets, 'tab'] })) {
    // cast: the keys of these queries are made in queries.ts, in this order
    const [, , tab, siteId, page] = key as [string, string, Tab, string | null, number]
    if (list) queryClient.setQueryData(key, turned(list, page === 1, inTab(after, tab, siteId), before, after))
  }
  for (const [key, count] of queryClient.getQueriesData<number>({ queryKey: [...tickets, 'count'] })) {
    // cast: the keys of these queries are made in queries.ts, in this order
    const [, , tab, siteId] = key as [string, string, Tab, string | null]
    const change = Number(inTab(after, tab, siteId)) - Number(inTab(before, tab, siteId))
    if (count !== undefined) queryClient.setQueryData(key, count + change)
  }
}

function knownTicket(queryClient: QueryClient, id: string): PostMortem | undefined {
  const lists = queryClient.getQueriesData<Many<PostMortem>>({ queryKey: [...tickets, 'tab'] })
  return (
    queryClient.getQueryData<PostMortem>(keyOf(id)) ??
    lists.flatMap(([, list]) => list?.data ?? []).find((ticket) => ticket.id === id)
  )
}

/**
 * Shows a change before the server responds.
 * @returns rolls back
 */
export async function showAhead(queryClient: QueryClient, id: string, change: Change): Promise<() => void> {
  // a response in flight would undo the change
  await queryClient.cancelQueries({ queryKey: tickets })
  const before = queryClient.getQueriesData({ queryKey: tickets })
  const ticket = knownTicket(queryClient, id)
  if (ticket) {
    const vets = queryClient.getQueriesData<Vet[]>({ queryKey: ['vets'] }).flatMap(([, some]) => some ?? [])
    const after = foreseen(ticket, change, vets)
    move(queryClient, ticket, after)
    // completing leaves the page afterwards, so its cache stays
    const stays = (change.scheduled_at ?? change.scheduled_for_id) !== undefined
    if (stays) queryClient.setQueryData(keyOf(id), after)
  }
  return () => {
    for (const [key, value] of before) queryClient.setQueryData(key, value)
  }
}
