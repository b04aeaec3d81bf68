import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { PostMortem, PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { Person } from '@chisholm/domain/schemas/references'
import { type ClientTab, tabFilters, type VetTab } from '@chisholm/domain/status'
import { session } from '../../api/session.ts'
import { serverNow } from '../../api/server-clock.ts'
import { api } from '../../api/client.ts'
import { outboxChanges, type PostMortemDetails, type Schedule } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { isNotFound } from '../../ui/is-not-found.ts'
import { hasAnswered, hasFailed } from '../../ui/states.tsx'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import { cachedNamesOfIds } from '../library/index.ts'
import { toCard } from './cards.ts'
import { type ListOptions, useListOptions } from './list-options.ts'
import type { PostMortemQuery } from './offline-list.ts'
import { isTabComplete, readListOffline } from './offline-post-mortems.ts'
import { applyUnsentEntries } from './unsent-post-mortem.ts'
import { unsentCountChange, applyUnsentToPage } from './unsent-post-mortem-lists.ts'

export type Tab = ClientTab | VetTab

const filtersOf = (tab: Tab, siteId: string | null): PostMortemQuery => ({
  ...tabFilters[tab].filters,
  ...(siteId && { 'filter[veterinary_records.site_id]': siteId }),
})

/** Lists show cards, which are a quarter the size of complete post-mortems. */
const fetchPostMortemPage = async (query: PostMortemQuery) =>
  // cast: with this view the response holds cards
  (await api.get('/post-mortems', { ...query, view: 'card', include: 'visit' })) as ListResponse<PostMortemCard>

/** `isFromDevice`: without a connection, only this device's tickets were read, and there may be more. */
type CardPage = ListResponse<PostMortemCard> & { isFromDevice?: boolean }

const toCards = (page: ListResponse<PostMortem>): ListResponse<PostMortemCard> => ({
  ...page,
  data: page.data.map(toCard),
})

/** Whether a tab can be sorted and filtered by the carcass clock: those of veterinarians with open post-mortems. */
export const hasClocks = (tab: Tab) => tab === 'inbox' || tab === 'inprogress'

/** Whether a tab can be limited to the tickets of one veterinarian: those in the other tab are to be assigned. */
export const hasVets = (tab: Tab) => tab === 'inprogress'

const ordered = (tab: Tab, { sort, withTimeLeft, mine }: ListOptions): PostMortemQuery =>
  hasClocks(tab)
    ? {
        sort: sort === 'clock' ? 'examine_by' : tabFilters[tab].sort,
        ...(withTimeLeft && { 'filter[veterinary_records.examine_by:gte]': serverNow().toISOString() }),
        ...(mine && hasVets(tab) && { 'filter[veterinary_records.scheduled_for_id]': session.read()?.uuid ?? '' }),
      }
    : { sort: tabFilters[tab].sort }

/** A page of a tab, for one site or all. */
const postMortemsQuery = (tab: Tab, siteId: string | null, page: number, options: ListOptions) => {
  // The filter compares with the time of each request.
  const queryNow = () => ({
    ...filtersOf(tab, siteId),
    ...ordered(tab, options),
    page,
    per_page: constants.postMortemPageSize,
  })
  const order = hasClocks(tab) ? `${options.sort} ${options.withTimeLeft} ${options.mine}` : ''
  return queryOptions({
    queryKey: ['post-mortems', 'tab', tab, siteId, order, page],
    queryFn: (): Promise<CardPage> => fetchPostMortemPage(queryNow()),
    // The previous page stays visible while the next one loads. Another tab shows skeletons at once.
    placeholderData: (before, query) =>
      query && isSameList(query.queryKey, [tab, siteId, order]) ? before : undefined,
    refetchOnWindowFocus: 'always',
    meta: {
      ...readableOffline,
      readOffline: () =>
        readListOffline(queryNow(), tab, (page) => ({ ...toCards(page), isFromDevice: !isTabComplete(tab) })),
    },
  })
}

const isSameList = (key: readonly unknown[], list: readonly unknown[]) =>
  list.every((part, index) => key[index + 2] === part)

const postMortemCountQuery = (tab: Tab, siteId: string | null) =>
  queryOptions({
    queryKey: ['post-mortems', 'count', tab, siteId],
    queryFn: async () =>
      (await api.get('/post-mortems', { ...filtersOf(tab, siteId), view: 'card', per_page: 1 })).meta.total,
    refetchOnWindowFocus: 'always',
    meta: {
      ...readableOffline,
      readOffline: () => readListOffline(filtersOf(tab, siteId), tab, ({ meta }) => meta.total),
    },
  })

export const searchQuery = (query: PostMortemQuery) =>
  queryOptions({
    queryKey: ['post-mortems', 'search', query],
    queryFn: (): Promise<CardPage> => fetchPostMortemPage(query),
    placeholderData: keepPreviousData,
    meta: {
      ...readableOffline,
      readOffline: () => readListOffline(query, null, (page) => ({ ...toCards(page), isFromDevice: true })),
    },
  })

export const postMortemQuery = (id: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'one', id],
    queryFn: async () => (await api.get('/post-mortems/{id}', { id, include: 'medias' })).data,
    meta: readableOffline,
  })

/** The outbox entries of one post-mortem, in order, including those that were accepted but not fetched again yet. */
export const useOutboxEntriesOf = (postMortemId: string): OutboxEntry[] =>
  useOutbox().visible.filter((entry) => entry.postMortemId === postMortemId)

/** A post-mortem with its unsent changes applied. */
export function usePostMortem(id: string) {
  const query = useQuery(postMortemQuery(id))
  const entries = useOutboxEntriesOf(id)
  const { isLoaded } = useOutbox()
  const deleted = isNotFound(query.error)
  // After a 404, cached data is outdated. After any other error it is the best available.
  const serverCopy = deleted ? undefined : query.data
  const postMortem = applyUnsentEntries(serverCopy, entries)
  return {
    postMortem,
    /** Also true while the outbox is loading, which may contain newer data than the server. */
    isPending: !isLoaded || (!postMortem && !hasAnswered(query)),
    /** Whether the post-mortem does not exist, or this user may not see it. */
    isGone: !postMortem && (deleted || serverCopy !== undefined),
    /** The number, which is still available while its deletion is queued. */
    title: serverCopy?.title,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}

/** The cached data of a post-mortem. An unsent one is not requested from the server. */
export function useKnownPostMortem(id: string) {
  const entries = useOutboxEntriesOf(id)
  const isNew = entries.some(({ kind }) => kind === 'create post-mortem')
  const { data } = useQuery({ ...postMortemQuery(id), enabled: !isNew })
  return { title: data?.title, isNew: isNew && !data, postMortem: applyUnsentEntries(data, entries) }
}

/** Reads a post-mortem from the cache in the form that lists show. */
const cachedCards = (queryClient: QueryClient) => (id: string) => {
  const postMortem = queryClient.getQueryData(postMortemQuery(id).queryKey)
  return postMortem && toCard(postMortem)
}

/** The counter of a tab, including unsent changes. It reads a page of one to get the total. */
export function usePostMortemCount(tab: Tab, siteId: string | null): number {
  const queryClient = useQueryClient()
  const total = useQuery(postMortemCountQuery(tab, siteId)).data ?? 0
  return total + unsentCountChange({ tab, siteId }, useOutbox().visible, cachedCards(queryClient))
}

/** A page of a tab with unsent changes applied. */
export function usePostMortems(tab: Tab, siteId: string | null, page: number) {
  const queryClient = useQueryClient()
  const [options] = useListOptions()
  const query = useQuery(postMortemsQuery(tab, siteId, page, options))
  const { postMortems, countChange } = applyUnsentToPage(
    query.data?.data ?? [],
    { tab, siteId, page },
    useOutbox().visible,
    cachedCards(queryClient),
  )
  return {
    postMortems,
    total: (query.data?.meta.total ?? 0) + countChange,
    lastPage: query.data?.meta.last_page ?? 1,
    isPending: !hasAnswered(query),
    isFromDevice: query.data?.isFromDevice === true,
    isError: hasFailed(query),
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}

// The following mutations go through the outbox. Each resolves to 'sent' or 'waiting', and throws if the server rejects
// the change.

export const useCreatePostMortem = () =>
  useMutation({
    mutationFn: ({ id, ...details }: PostMortemDetails & { id: string }) =>
      outbox.submit(outboxChanges.createPostMortem(id, details), cachedNamesOfIds(details)),
  })

export const useEditPostMortem = (id: string) =>
  useMutation({
    mutationFn: ({ details, base }: { details: Partial<PostMortemDetails>; base?: Partial<PostMortemDetails> }) =>
      outbox.submit(outboxChanges.editPostMortem(id, details, base), cachedNamesOfIds(details)),
  })

interface ScheduleChange {
  body: Schedule
  base: Schedule
  vet: Person | null
  onStored: () => void
}

/** Schedules or assigns. The change is shown at once. If the page was left meanwhile, a refused one stays in the outbox. */
export function useSchedulePostMortem(id: string) {
  const isMounted = useIsMounted()
  return useMutation({
    mutationFn: ({ onStored, ...change }: ScheduleChange) =>
      outbox.submit(outboxChanges.schedulePostMortem(id, change), {}, { shown: true, onStored, takeBack: isMounted }),
  })
}

export const useCompletePostMortem = (id: string) =>
  useMutation({
    mutationFn: () =>
      outbox.submit(outboxChanges.completePostMortem(id, serverNow().toISOString()), {}, { shown: true }),
  })

export const useDeletePostMortem = (id: string) =>
  useMutation({ mutationFn: () => outbox.remove(outboxChanges.deletePostMortem(id)) })
