import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { TicketSubject } from '@chisholm/domain/permissions'
import type { Many, PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import type { ParamsOf } from '../../api/typed.ts'
import { changes, type Entry, type TicketDetails } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { namesIn } from '../library/names.ts'
import { useAhead } from './ahead.ts'
import { withWaiting } from './waiting-ticket.ts'
import { moreTickets, withWaitingTickets } from './waiting-tickets.ts'

type TicketQuery = ParamsOf<'get', '/post-mortems'>
export type Tab = ClientTab | VetTab

const filtersOf = (tab: Tab, siteId: string | null): TicketQuery => ({
  ...tabFilters[tab].filters,
  ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
})

/** A page of whole tickets: that is what a list answers where no view is asked for. */
const wholeTickets = async (query: TicketQuery) => (await api.get('/post-mortems', query)) as Many<PostMortem>

/** A page of the tickets behind a tab, of one site or of all one may see. */
const ticketsQuery = (tab: Tab, siteId: string | null, page: number) =>
  queryOptions({
    queryKey: ['post-mortems', 'tab', tab, siteId, page],
    queryFn: () =>
      wholeTickets({
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

const ticketCountQuery = (tab: Tab, siteId: string | null) =>
  queryOptions({
    queryKey: ['post-mortems', 'count', tab, siteId],
    queryFn: async () => (await api.get('/post-mortems', { ...filtersOf(tab, siteId), per_page: 1 })).meta.total,
    refetchOnWindowFocus: 'always',
  })

/** A page of the tickets that match a search. */
export const searchQuery = (query: TicketQuery) =>
  queryOptions({
    queryKey: ['post-mortems', 'search', query],
    queryFn: () => wholeTickets(query),
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

/** What waits in the outbox for one ticket, or was sent and is not told by the server yet; in its order. */
export const useEntriesOf = (ticketId: string): Entry[] =>
  useOutbox().shown.filter((entry) => entry.ticketId === ticketId)

/** A ticket with what waits for it in the outbox. */
export function useTicket(id: string) {
  const query = useQuery(ticketQuery(id))
  const entries = useEntriesOf(id)
  const { isRead } = useOutbox()
  const deleted = query.isError && 'status' in query.error && query.error.status === 404
  // what was read before it was deleted is no longer true; what another failure leaves is the best there is
  const known = deleted ? undefined : query.data
  const ticket = withWaiting(known, entries)
  return {
    ticket,
    /** The device may know more than the server does. */
    isPending: !isRead || (!ticket && query.isPending),
    /** There is no such ticket, or it is not this person's to see. */
    isGone: !ticket && (deleted || known !== undefined),
    /** What it is called, also when it is to be deleted. */
    title: known?.title,
    refetch: () => void query.refetch(),
  }
}

/** How many tickets are behind a tab, with what waits in the outbox; asks the server for one of them only. */
export function useTicketCount(tab: Tab, siteId: string | null): number {
  const queryClient = useQueryClient()
  const total = useQuery(ticketCountQuery(tab, siteId)).data ?? 0
  const knownOf = (id: string) => queryClient.getQueryData(ticketQuery(id).queryKey)
  return total + moreTickets({ tab, siteId }, useOutbox().shown, knownOf)
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

/** Schedules, assigns or completes, which needs a connection: the lists show it at once. */
export function useChangeTicket(id: string) {
  const queryClient = useQueryClient()
  const ahead = useAhead(id, texts.failure.updatePostMortem)
  return useMutation({
    mutationFn: (change: Change) => api.put('/post-mortems/{id}', change, { id }),
    onMutate: ahead.show,
    onSuccess: ({ data }) => queryClient.setQueryData(ticketQuery(id).queryKey, data),
    onError: ahead.onError,
    onSettled: ahead.refresh,
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
