import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { TicketSubject } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { api } from '../../api/client.ts'
import type { ParamsOf } from '../../api/typed.ts'

type TicketQuery = ParamsOf<'get', '/post-mortems'>
export type Tab = ClientTab | VetTab

const filtersOf = (tab: Tab, siteId: string | null): TicketQuery => ({
  ...tabFilters[tab].filters,
  ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
})

/** A page of the tickets behind a tab, of one site or of all one may see. */
export const ticketsQuery = (tab: Tab, siteId: string | null, page: number) =>
  queryOptions({
    queryKey: ['post-mortems', 'tab', tab, siteId, page],
    queryFn: () =>
      api.get('/post-mortems', {
        ...filtersOf(tab, siteId),
        sort: tabFilters[tab].sort,
        page,
        per_page: constants.ticketPageSize,
      }),
    placeholderData: keepPreviousData,
  })

/** How many tickets are behind a tab; asks for one of them only. */
export const ticketCountQuery = (tab: Tab, siteId: string | null) =>
  queryOptions({
    queryKey: ['post-mortems', 'count', tab, siteId],
    queryFn: async () => (await api.get('/post-mortems', { ...filtersOf(tab, siteId), per_page: 1 })).meta.total,
  })

/** A page of the tickets that match a search. */
export const searchQuery = (query: TicketQuery) =>
  queryOptions({
    queryKey: ['post-mortems', 'search', query],
    queryFn: () => api.get('/post-mortems', query),
    placeholderData: keepPreviousData,
  })

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'one', id],
    queryFn: async () => (await api.get('/post-mortems/{id}', { id })).data,
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

/** Whatever changes a ticket makes the lists and the ticket old. */
function useRefreshTickets() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['post-mortems'] })
}

export function useCreateTicket() {
  const refresh = useRefreshTickets()
  return useMutation({
    mutationFn: (ticket: Details & { id: string }) => api.post('/post-mortems', ticket),
    onSuccess: refresh,
  })
}

export function useChangeTicket(id: string) {
  const refresh = useRefreshTickets()
  return useMutation({
    mutationFn: (change: Change) => api.put('/post-mortems/{id}', change, { id }),
    onSuccess: refresh,
  })
}

export function useDeleteTicket(id: string) {
  const refresh = useRefreshTickets()
  return useMutation({ mutationFn: () => api.delete('/post-mortems/{id}', { id }), onSuccess: refresh })
}
