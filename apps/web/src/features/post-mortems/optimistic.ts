import type { QueryClient } from '@tanstack/react-query'
import type { ListResponse, PostMortem } from '@chisholm/domain/schemas'
import { statusOf, statusOfTab } from '@chisholm/domain/status'
import type { Vet } from '../users/index.ts'
import type { PostMortemPatch, Tab } from './queries.ts'

const postMortemsKey = ['post-mortems']
const keyOf = (id: string) => [...postMortemsKey, 'one', id]

/** Applies a patch to a post-mortem, as far as lists and its page show it. */
function predicted(postMortem: PostMortem, change: PostMortemPatch, vets: Vet[]): PostMortem {
  const { scheduled_at, scheduled_for_id, completed_at } = change
  const vet = vets.find((one) => one.id === scheduled_for_id)
  const record = {
    ...postMortem.veterinary_record,
    ...(scheduled_at !== undefined && { scheduled_at: scheduled_at || null }),
    ...(scheduled_for_id !== undefined && {
      scheduled_for_id: scheduled_for_id || null,
      scheduled_for: vet ? { id: vet.id, first_name: vet.first_name ?? '', last_name: vet.last_name ?? '' } : null,
    }),
    ...(completed_at !== undefined && { completed_at }),
  }
  const next = { ...postMortem, veterinary_record: record }
  const {
    draft: isDraft,
    completed_at: completedAt,
    scheduled_at: scheduledAt,
    scheduled_for_id: scheduledForId,
  } = record
  return { ...next, status: statusOf({ draft: isDraft === 1, completedAt, scheduledAt, scheduledForId }) }
}

/** One cached page of a tab after the post-mortem changed. */
function updatePage(
  list: ListResponse<PostMortem>,
  isFirstPage: boolean,
  belongsHere: boolean,
  before: PostMortem,
  after: PostMortem,
) {
  const isListed = list.data.some((postMortem) => postMortem.id === before.id)
  const others = list.data.filter((postMortem) => postMortem.id !== before.id)
  const total = (change: number) => ({ ...list.meta, total: list.meta.total + change })
  if (!belongsHere) return isListed ? { ...list, data: others, meta: total(-1) } : list
  if (isListed)
    return { ...list, data: list.data.map((postMortem) => (postMortem.id === after.id ? after : postMortem)) }
  if (!isFirstPage) return list
  // newest first
  const olderIndex = others.findIndex((postMortem) => postMortem.created_at < after.created_at)
  const at = olderIndex < 0 ? others.length : olderIndex
  return { ...list, data: [...others.slice(0, at), after, ...others.slice(at)], meta: total(1) }
}

/** Moves a post-mortem between all cached lists and counters. */
function updateLists(queryClient: QueryClient, before: PostMortem, after: PostMortem): void {
  const inTab = (postMortem: PostMortem, tab: Tab, siteId: string | null) =>
    postMortem.status === statusOfTab[tab] && (siteId === null || siteId === postMortem.site_id)
  for (const [key, list] of queryClient.getQueriesData<ListResponse<PostMortem>>({
    queryKey: [...postMortemsKey, 'tab'],
  })) {
    // cast: the keys of these queries are made in queries.ts, in this order
    const [, , tab, siteId, page] = key as [string, string, Tab, string | null, number]
    if (list) queryClient.setQueryData(key, updatePage(list, page === 1, inTab(after, tab, siteId), before, after))
  }
  for (const [key, count] of queryClient.getQueriesData<number>({ queryKey: [...postMortemsKey, 'count'] })) {
    // cast: the keys of these queries are made in queries.ts, in this order
    const [, , tab, siteId] = key as [string, string, Tab, string | null]
    const change = Number(inTab(after, tab, siteId)) - Number(inTab(before, tab, siteId))
    if (count !== undefined) queryClient.setQueryData(key, count + change)
  }
}

function cachedPostMortem(queryClient: QueryClient, id: string): PostMortem | undefined {
  const lists = queryClient.getQueriesData<ListResponse<PostMortem>>({ queryKey: [...postMortemsKey, 'tab'] })
  return (
    queryClient.getQueryData<PostMortem>(keyOf(id)) ??
    lists.flatMap(([, list]) => list?.data ?? []).find((postMortem) => postMortem.id === id)
  )
}

/**
 * Shows a change before the server responds.
 * @returns rolls back
 */
export async function applyOptimistic(
  queryClient: QueryClient,
  id: string,
  change: PostMortemPatch,
): Promise<() => void> {
  // a response in flight would undo the change
  await queryClient.cancelQueries({ queryKey: postMortemsKey })
  const before = queryClient.getQueriesData({ queryKey: postMortemsKey })
  const postMortem = cachedPostMortem(queryClient, id)
  if (postMortem) {
    const vets = queryClient.getQueriesData<Vet[]>({ queryKey: ['vets'] }).flatMap(([, some]) => some ?? [])
    const after = predicted(postMortem, change, vets)
    updateLists(queryClient, postMortem, after)
    // completing leaves the page afterwards, so its cache stays
    const staysOnPage = (change.scheduled_at ?? change.scheduled_for_id) !== undefined
    if (staysOnPage) queryClient.setQueryData(keyOf(id), after)
  }
  return () => {
    for (const [key, value] of before) queryClient.setQueryData(key, value)
  }
}
