import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { TicketSubject } from '@chisholm/domain/permissions'
import type { Many, One, PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { texts } from '@chisholm/domain/texts'
import { api, type Query } from '../../api/client.ts'
import { useAhead } from './ahead.ts'

export type Tab = ClientTab | VetTab

const filtersOf = (tab: Tab, siteId: string | null): Query => ({
  ...tabFilters[tab].filters,
  ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
})

/** A page of the tickets behind a tab, of one site or of all one may see. */
export const ticketsQuery = (tab: Tab, siteId: string | null, page: number) =>
  queryOptions({
    queryKey: ['post-mortems', 'tab', tab, siteId, page],
    queryFn: () =>
      api.get<Many<PostMortem>>('/post-mortems', {
        ...filtersOf(tab, siteId),
        sort: tabFilters[tab].sort,
        page,
        per_page: constants.ticketPageSize,
      }),
    // the page before stays in sight until the next one is there; another tab shows its own shapes at once
    placeholderData: (before, query) => (query && samePlace(query.queryKey, tab, siteId) ? before : undefined),
    // who looks at the list again sees it as it is now
    refetchOnWindowFocus: 'always',
  })

const samePlace = (key: readonly unknown[], tab: Tab, siteId: string | null) => key[2] === tab && key[3] === siteId

/** How many tickets are behind a tab; asks for one of them only. */
export const ticketCountQuery = (tab: Tab, siteId: string | null) =>
  queryOptions({
    queryKey: ['post-mortems', 'count', tab, siteId],
    queryFn: async () =>
      (await api.get<Many<PostMortem>>('/post-mortems', { ...filtersOf(tab, siteId), per_page: 1 })).meta.total,
    refetchOnWindowFocus: 'always',
  })

/** A page of the tickets that match a search. */
export const searchQuery = (query: Query) =>
  queryOptions({
    queryKey: ['post-mortems', 'search', query],
    queryFn: () => api.get<Many<PostMortem>>('/post-mortems', query),
    placeholderData: keepPreviousData,
  })

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'one', id],
    queryFn: async () => (await api.get<One<PostMortem>>(`/post-mortems/${id}`)).data,
  })

/** A ticket as the rules of the domain see it. */
export const subjectOf = ({ veterinary_record: record }: PostMortem): TicketSubject => ({
  draft: record.draft === 1,
  completedAt: record.completed_at,
  scheduledAt: record.scheduled_at,
  scheduledForId: record.scheduled_for_id,
  noVetVisitRequested: record.no_vet_visit_requested === 1,
})

export type Details = Pick<PostMortem, 'record_at' | 'customer_id' | 'site_id' | 'note' | 'no_vet_visit_requested'>
export type Change = Partial<Details> & {
  draft?: 0
  scheduled_at?: string
  scheduled_for_id?: string
  completed_at?: string
}

export function useCreateTicket() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ticket: Details & { id: string }) => api.post<One<PostMortem>>('/post-mortems', ticket),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
  })
}

/** Sends, schedules, assigns or completes: the lists show it at once. */
export function useChangeTicket(id: string) {
  const queryClient = useQueryClient()
  const ahead = useAhead(id, texts.failure.updatePostMortem)
  return useMutation({
    mutationFn: (change: Change) => api.put<One<PostMortem>>(`/post-mortems/${id}`, change),
    onMutate: ahead.show,
    onSuccess: ({ data }) => queryClient.setQueryData(ticketQuery(id).queryKey, data),
    onError: ahead.onError,
    onSettled: ahead.refresh,
  })
}

export function useDeleteTicket(id: string) {
  const ahead = useAhead(id, texts.failure.deletePostMortem)
  return useMutation({
    mutationFn: () => api.delete(`/post-mortems/${id}`),
    onMutate: () => ahead.show(null),
    onError: ahead.onError,
    onSettled: ahead.refreshOthers,
  })
}
