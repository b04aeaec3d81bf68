import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { TicketSubject } from '@chisholm/domain/permissions'
import type { Many, One, PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { api, type Query } from '../../api/client.ts'
import { changes, type Entry, type TicketDetails } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { namesIn } from '../library/names.ts'
import { withWaiting } from './waiting-ticket.ts'
import { withWaitingTickets } from './waiting-tickets.ts'

export type Tab = ClientTab | VetTab

/** A page of the tickets behind a tab, of one site or of all one may see. */
const ticketsQuery = (tab: Tab, siteId: string | null, page: number) => {
  const { filters, sort } = tabFilters[tab]
  return queryOptions({
    queryKey: ['post-mortems', 'tab', tab, siteId, page],
    queryFn: () =>
      api.get<Many<PostMortem>>('/post-mortems', {
        ...filters,
        ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
        sort,
        page,
        per_page: constants.ticketPageSize,
      }),
    placeholderData: keepPreviousData,
  })
}

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

/** What waits in the outbox for one ticket, or was sent and is not told by the server yet; in its order. */
export const useEntriesOf = (ticketId: string): Entry[] =>
  useOutbox().shown.filter((entry) => entry.ticketId === ticketId)

/** A ticket with what waits for it in the outbox. */
export function useTicket(id: string) {
  const query = useQuery(ticketQuery(id))
  const entries = useEntriesOf(id)
  const deleted = query.isError && 'status' in query.error && query.error.status === 404
  // what was read before it was deleted is no longer true; what another failure leaves is the best there is
  const known = deleted ? undefined : query.data
  const ticket = withWaiting(known, entries)
  return {
    ticket,
    isPending: !ticket && query.isPending,
    /** There is no such ticket, or it is not this person's to see. */
    isGone: !ticket && (deleted || known !== undefined),
    refetch: () => void query.refetch(),
  }
}

/** A page of the tickets behind a tab, with what waits in the outbox. */
export function useTickets(tab: Tab, siteId: string | null, page: number) {
  const queryClient = useQueryClient()
  const query = useQuery(ticketsQuery(tab, siteId, page))
  const { tickets, more } = withWaitingTickets(query.data?.data ?? [], { tab, siteId, page }, useOutbox().shown, (id) =>
    queryClient.getQueryData(ticketQuery(id).queryKey),
  )
  return {
    tickets,
    total: (query.data?.meta.total ?? 0) + more,
    lastPage: query.data?.meta.last_page ?? 1,
    isPending: query.isPending,
    isError: query.isError && !query.data,
    refetch: () => void query.refetch(),
  }
}

export type Change = {
  scheduled_at?: string
  scheduled_for_id?: string
  completed_at?: string
}

/** Changes of veterinarians, which need a connection. */
export function useChangeTicket(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => api.put<One<PostMortem>>(`/post-mortems/${id}`, change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['post-mortems'] }),
  })
}

// what follows goes by the outbox: each gives 'sent' or 'waiting', and throws what the server refused

export const useCreateTicket = () =>
  useMutation({
    mutationFn: ({ id, ...details }: TicketDetails & { id: string }) =>
      outbox.submit(changes.createTicket(id, details), namesIn(details)),
  })

export const useEditTicket = (id: string) =>
  useMutation({
    mutationFn: (details: TicketDetails) => outbox.submit(changes.editTicket(id, details), namesIn(details)),
  })

export const useSendTicket = (id: string) => useMutation({ mutationFn: () => outbox.submit(changes.sendTicket(id)) })

export const useDeleteTicket = (id: string) =>
  useMutation({ mutationFn: () => outbox.remove(changes.deleteTicket(id)) })
