import type { QueryClient } from '@tanstack/react-query'
import type { ListResponse, PostMortem, PostMortemCard } from '@chisholm/domain/schemas'
import { statusOf, statusOfTab } from '@chisholm/domain/status'
import type { Vet } from '../users/index.ts'
import { toCard, toState } from './cards.ts'
import type { PostMortemPatch, Tab } from './queries.ts'

const postMortemsKey = ['post-mortems']
const keyOf = (id: string) => [...postMortemsKey, 'one', id]

/** Applies a patch to what lists and the page of a post-mortem show of it. */
function predictedFields(
  { scheduled_at, scheduled_for_id, completed_at }: PostMortemPatch,
  vets: Vet[],
): Partial<Pick<PostMortemCard, 'scheduled_at' | 'scheduled_for' | 'completed_at'>> {
  const vet = vets.find((one) => one.id === scheduled_for_id)
  return {
    ...(scheduled_at !== undefined && { scheduled_at: scheduled_at || null }),
    ...(scheduled_for_id !== undefined && {
      scheduled_for: vet ? { id: vet.id, first_name: vet.first_name ?? '', last_name: vet.last_name ?? '' } : null,
    }),
    ...(completed_at !== undefined && { completed_at }),
  }
}

function predictedCard(card: PostMortemCard, change: PostMortemPatch, vets: Vet[]): PostMortemCard {
  const next = { ...card, ...predictedFields(change, vets) }
  const state = toState(next)
  // the name of the chosen one may be unknown here
  return { ...next, status: statusOf({ ...state, scheduledForId: change.scheduled_for_id ?? state.scheduledForId }) }
}

function predictedPostMortem(postMortem: PostMortem, change: PostMortemPatch, vets: Vet[]): PostMortem {
  const record = {
    ...postMortem.veterinary_record,
    ...predictedFields(change, vets),
    ...(change.scheduled_for_id !== undefined && { scheduled_for_id: change.scheduled_for_id || null }),
  }
  const { draft, completed_at: completedAt, scheduled_at: scheduledAt, scheduled_for_id: scheduledForId } = record
  const status = statusOf({ draft: draft === 1, completedAt, scheduledAt, scheduledForId })
  return { ...postMortem, veterinary_record: record, status }
}

/** One cached page of a tab after the post-mortem changed. */
function updatePage(
  list: ListResponse<PostMortemCard>,
  isFirstPage: boolean,
  belongsHere: boolean,
  before: PostMortemCard,
  after: PostMortemCard,
) {
  const isListed = list.data.some((postMortem) => postMortem.id === before.id)
  const others = list.data.filter((postMortem) => postMortem.id !== before.id)
  const total = (change: number) => ({ ...list.meta, total: list.meta.total + change })
  if (!belongsHere) return isListed ? { ...list, data: others, meta: total(-1) } : list
  if (isListed)
    return { ...list, data: list.data.map((postMortem) => (postMortem.id === after.id ? after : postMortem)) }
  if (!isFirstPage) return list
  // newest first
  const olderIndex = others.findIndex((postMortem) => postMortem.pin < after.pin)
  const at = olderIndex < 0 ? others.length : olderIndex
  return { ...list, data: [...others.slice(0, at), after, ...others.slice(at)], meta: total(1) }
}

/** Moves a post-mortem between all cached lists and counters. */
function updateLists(queryClient: QueryClient, before: PostMortemCard, after: PostMortemCard): void {
  const inTab = (postMortem: PostMortemCard, tab: Tab, siteId: string | null) =>
    postMortem.status === statusOfTab[tab] && (siteId === null || siteId === postMortem.site.id)
  for (const [key, list] of queryClient.getQueriesData<ListResponse<PostMortemCard>>({
    queryKey: [...postMortemsKey, 'tab'],
  })) {
    // cast: queries.ts builds these keys in this order
    const [, , tab, siteId, page] = key as [string, string, Tab, string | null, number]
    if (list) queryClient.setQueryData(key, updatePage(list, page === 1, inTab(after, tab, siteId), before, after))
  }
  for (const [key, count] of queryClient.getQueriesData<number>({ queryKey: [...postMortemsKey, 'count'] })) {
    // cast: queries.ts builds these keys in this order
    const [, , tab, siteId] = key as [string, string, Tab, string | null]
    const change = Number(inTab(after, tab, siteId)) - Number(inTab(before, tab, siteId))
    if (count !== undefined) queryClient.setQueryData(key, count + change)
  }
}

function cachedCard(queryClient: QueryClient, id: string): PostMortemCard | undefined {
  const lists = queryClient.getQueriesData<ListResponse<PostMortemCard>>({ queryKey: [...postMortemsKey, 'tab'] })
  return lists.flatMap(([, list]) => list?.data ?? []).find((card) => card.id === id)
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
  const postMortem = queryClient.getQueryData<PostMortem>(keyOf(id))
  const card = postMortem ? toCard(postMortem) : cachedCard(queryClient, id)
  const vets = queryClient.getQueriesData<Vet[]>({ queryKey: ['vets'] }).flatMap(([, some]) => some ?? [])
  if (card) updateLists(queryClient, card, predictedCard(card, change, vets))
  // completing leaves the page afterwards, so its cache stays
  const staysOnPage = (change.scheduled_at ?? change.scheduled_for_id) !== undefined
  if (postMortem && staysOnPage) queryClient.setQueryData(keyOf(id), predictedPostMortem(postMortem, change, vets))
  return () => {
    for (const [key, value] of before) queryClient.setQueryData(key, value)
  }
}
