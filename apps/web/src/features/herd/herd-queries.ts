import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { BodyOf } from '../../api/call-types.ts'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { pageByPage, rowsOfPages } from '../../api/page-by-page.ts'
import { readableOffline } from '../../api/readable-offline.ts'

export const lotsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['herd', 'lots', siteId],
    queryFn: async () =>
      (await api.get('/lots', { 'filter[site_id]': siteId, sort: '-arrived_at,name', per_page: constants.maxPageSize }))
        .data,
    meta: readableOffline,
  })

/** The head counts of a site, the newest first. */
export const headCountsQuery = (siteId: string) =>
  infiniteQueryOptions({
    queryKey: ['herd', 'head-counts', siteId, 'pages'],
    queryFn: ({ pageParam: page }) =>
      api.get('/head-counts', { 'filter[site_id]': siteId, sort: '-date', per_page: 8, page }),
    ...pageByPage,
    select: rowsOfPages,
    meta: readableOffline,
  })

export const unmatchedLotsQuery = (siteId: string) =>
  infiniteQueryOptions({
    queryKey: ['herd', 'unmatched-lots', siteId],
    queryFn: ({ pageParam: page }) => api.get('/lots/unmatched', { site_id: siteId, page }),
    ...pageByPage,
    select: rowsOfPages,
    meta: readableOffline,
  })

export type LotBody = BodyOf<'post', '/lots'> & BodyOf<'put', '/lots/{id}'>

/** Refetches everything derived from lots and head counts. */
function useRefetchHerd() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['herd'] })
    await queryClient.invalidateQueries({ queryKey: ['insight'] })
  }
}

/** Adds a lot, or changes the one with this id. */
export function useSaveLot(id: string | null) {
  const refetch = useRefetchHerd()
  return useMutation({
    mutationFn: (lot: LotBody) => {
      const change = (lotId: string) => api.put('/lots/{id}', lot, { id: lotId })
      return id === null ? createOrChange(lot, (body) => api.post('/lots', body), change) : change(id)
    },
    onSuccess: refetch,
  })
}

/** Adds or removes another name under which animals belong to a lot. */
export function useSetOtherName() {
  const refetch = useRefetchHerd()
  return useMutation({
    mutationFn: ({ id, name, belongs }: { id: string; name: string; belongs: boolean }) =>
      api.put('/lots/{id}/other-names', { name, belongs }, { id }),
    onSuccess: refetch,
  })
}

export function useDeleteLot() {
  const refetch = useRefetchHerd()
  return useMutation({ mutationFn: (id: string) => api.delete('/lots/{id}', { id }), onSuccess: refetch })
}

/** The newest head count of a site until the end of a day, except the one with this id. */
export async function lastHeadCount(siteId: string, day: string, exceptId?: string) {
  const { data } = await api.get('/head-counts', {
    'filter[site_id]': siteId,
    'filter[date:lte]': day,
    sort: '-date',
    per_page: 2,
  })
  return data.find(({ id }) => id !== exceptId)
}

export type HeadCountBody = BodyOf<'post', '/head-counts'>

/** Adds a head count, or changes the one with this id. */
export function useSaveHeadCount(id: string | null) {
  const refetch = useRefetchHerd()
  return useMutation({
    mutationFn: (count: HeadCountBody) => {
      const change = (countId: string) => api.put('/head-counts/{id}', count, { id: countId })
      return id === null ? createOrChange(count, (body) => api.post('/head-counts', body), change) : change(id)
    },
    onSuccess: refetch,
  })
}

export function useDeleteHeadCount() {
  const refetch = useRefetchHerd()
  return useMutation({ mutationFn: (id: string) => api.delete('/head-counts/{id}', { id }), onSuccess: refetch })
}

/** Saves the head of a day, replacing an existing count of that day. */
export function useSaveHead(siteId: string) {
  const refetch = useRefetchHerd()
  return useMutation({
    mutationFn: async ({ date, head }: { date: string; head: string }) => {
      const [counted] = (await api.get('/head-counts', { 'filter[site_id]': siteId, 'filter[date]': date })).data
      return counted
        ? api.put('/head-counts/{id}', { head }, { id: counted.id })
        : api.post('/head-counts', { site_id: siteId, date, head })
    },
    onSuccess: refetch,
  })
}
