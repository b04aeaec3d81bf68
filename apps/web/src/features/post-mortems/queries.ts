import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Many, PostMortem } from '@chisholm/domain/shapes'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import type { ParamsOf } from '../../api/typed.ts'
import { changes, type Entry, type TicketDetails } from '../../api/entries.ts'
import { outbox } from '../../api/outbox.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { namesIn } from '../library/index.ts'
import { useAhead } from './ahead.ts'
import { withWaiting } from './waiting-ticket.ts'
import { moreTickets, withWaitingTickets } from './waiting-tickets.ts'

type TicketQuery = ParamsOf<'get', '/post-mortems'>
export type Tab = ClientTab | VetTab

const filtersOf = (tab: Tab, siteId: string | null): TicketQuery => ({
  ...tabFilters[tab].filters,
  ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
})

/** Lists return complete post-mortems unless a view is requested. */
// cast: asked for whole tickets, the answer holds whole tickets
const wholeTickets = async (query: TicketQuery) => (await api.get('/post-mortems', query)) as Many<PostMortem>

/** One page of a tab, for one site or all. */
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
    // keeps the previous page visible while the next one loads; another tab shows skeletons at once
    placeholderData: (before, query) => (query && samePlace(query.queryKey, tab, siteId) ? before : undefined),
    refetchOnWindowFocus: 'always',
  })

const samePlace = (key: readonly unknown[], tab: Tab, siteId: string | null) => key[2] === tab && key[3] === siteId

const ticketCountQuery = (tab: Tab, siteId: string | null) =>
  queryOptions({
    queryKey: ['post-mortems', 'count', tab, siteId],
    queryFn: async () => (await api.get('/post-mortems', { ...filtersOf(tab, siteId), per_page: 1 })).meta.total,
    refetchOnWindowFocus: 'always',
  })

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

/** Outbox entries of one post-mortem, in order; includes acknowledged ones not refetched yet. */
export const useEntriesOf = (ticketId: string): Entry[] =>
  useOutbox().shown.filter((entry) => entry.ticketId === ticketId)

/** A post-mortem with its unsent changes applied. */
export function useTicket(id: string) {
  const query = useQuery(ticketQuery(id))
  const entries = useEntriesOf(id)
  const { isRead } = useOutbox()
  const deleted = query.isError && 'status' in query.error && query.error.status === 404
  // after a 404 cached data is outdated; after any other error it is the best there is
  const known = deleted ? undefined : query.data
  const ticket = withWaiting(known, entries)
  return {
    ticket,
    /** Also true while the outbox is loading, which may know more than the server. */
    isPending: !isRead || (!ticket && query.isPending),
    /** Missing, or not visible to this user. */
    isGone: !ticket && (deleted || known !== undefined),
    /** The number, also of a post-mortem about to be deleted. */
    title: known?.title,
    refetch: () => void query.refetch(),
  }
}

/** The counter of a tab, including unsent changes; reads a page of one to get the total. */
export function useTicketCount(tab: Tab, siteId: string | null): number {
  const queryClient = useQueryClient()
  const total = useQuery(ticketCountQuery(tab, siteId)).data ?? 0
  const knownOf = (id: string) => queryClient.getQueryData(ticketQuery(id).queryKey)
  return total + moreTickets({ tab, siteId }, useOutbox().shown, knownOf)
}

/** One page of a tab with unsent changes applied. */
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

/** Schedules, assigns or completes directly, not through the outbox; lists are updated optimistically. */
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

// the following go through the outbox: each resolves to 'sent' or 'waiting' and throws if the server refuses

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
