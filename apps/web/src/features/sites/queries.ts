import { queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { ResponseOf } from '../../api/call-types.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { cachedProvider } from '../../api/cached-provider.ts'

/** The details of the practice. */
export const providerQuery = () =>
  queryOptions({
    queryKey: ['provider'],
    queryFn: async () => {
      const { data } = await api.get('/provider')
      cachedProvider.write(data)
      return data
    },
    // The stored copy is shown at once and fetched again.
    initialData: () => cachedProvider.read() ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 60_000,
  })

/** A page of the sites that this user may see, by customer. */
export const sitesQuery = (page: number) =>
  queryOptions({
    queryKey: ['sites', page],
    queryFn: () => api.get('/sites', { page, per_page: constants.sitesPageSize, sort: 'customer.name,name' }),
    meta: readableOffline,
  })

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', id],
    queryFn: async () => (await api.get('/sites/{id}', { id })).data,
    meta: readableOffline,
  })

/** A site as a page of the list has it that was read before, whose name is then known without a connection. */
export const listedSite = (id: string) =>
  queryClient
    .getQueriesData<ResponseOf<'get', '/sites'>>({
      predicate: ({ queryKey: [kind, page] }) => kind === 'sites' && typeof page === 'number',
    })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((site) => site.id === id)
