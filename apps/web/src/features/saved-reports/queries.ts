import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { choiceKeys, normalizeFilter, rangeKeys, type ReportFilter } from '@chisholm/domain/report-filter'
import type { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import type { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import type { ParamsOf } from '../../api/call-types.ts'

/** A page of the user's own reports, by name. */
export const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: ['saved-reports', 'page', page],
    queryFn: () => api.get('/filter-reports', { page, per_page: constants.postMortemPageSize, sort: 'name' }),
    placeholderData: keepPreviousData,
  })

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['saved-reports', 'one', id],
    queryFn: async () => (await api.get('/filter-reports/{id}', { id })).data,
  })

/** Either a saved report, or a filter that is not saved. */
export type ReportRun = { id: string } | { filter: ReportFilter }

const resultsKey = ['saved-reports', 'results']

/** A page of the animals that a run finds. The query is disabled while there is no run. */
export const resultsQuery = (run: ReportRun | null, page: number) =>
  queryOptions({
    ...pageOfList([...resultsKey, run, page]),
    queryFn: () => {
      const pages = { page, per_page: constants.searchPageSize }
      if (run && 'id' in run) return api.get('/filter-reports/{id}/results', { id: run.id, ...pages })
      return api.get('/filter-reports/results', { ...filterToQuery(run?.filter ?? {}), ...pages })
    },
    enabled: run !== null,
  })

type Query = ParamsOf<'get', '/filter-reports/results'>

/** Builds query parameters like `filter[breed]=a,b&filter[weight][min]=500`. */
function filterToQuery(filter: ReportFilter): Query {
  const query: Query = {}
  const normalized = normalizeFilter(filter)
  for (const key of choiceKeys) query[`filter[${key}]`] = normalized[key]?.join(',')
  for (const key of rangeKeys) {
    query[`filter[${key}][min]`] = normalized[key]?.min?.toString()
    query[`filter[${key}][max]`] = normalized[key]?.max?.toString()
  }
  return query
}

export function useRerun() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: resultsKey })
}

/** Caches the report that the server returned, and invalidates lists and results. */
function useCacheReport() {
  const queryClient = useQueryClient()
  return async ({ data: report }: ItemResponse<SavedReport>) => {
    queryClient.setQueryData(reportQuery(report.id).queryKey, report)
    await queryClient.invalidateQueries({ queryKey: ['saved-reports', 'page'] })
    await queryClient.invalidateQueries({ queryKey: [...resultsKey, { id: report.id }] })
  }
}

/** Creates a report under an id that the client chooses, so that a repeated request creates it once. */
export function useCreateReport() {
  const onSuccess = useCacheReport()
  return useMutation({
    mutationFn: ({ id, name, filter }: { id: string; name: string; filter: ReportFilter }) =>
      createOrChange(
        { id, type: 'animals' as const, name, parameters: { filter } },
        (body) => api.post('/filter-reports', body),
        (_, { parameters }) => api.put('/filter-reports/{id}', { name, parameters }, { id }),
      ),
    onSuccess,
  })
}

export function useUpdateReport(id: string) {
  const onSuccess = useCacheReport()
  return useMutation({
    mutationFn: ({ name, filter }: { name?: string; filter?: ReportFilter }) =>
      api.put(
        '/filter-reports/{id}',
        { ...(name !== undefined && { name }), ...(filter && { parameters: { filter } }) },
        { id },
      ),
    onSuccess,
  })
}

export function useDeleteReport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete('/filter-reports/{id}', { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['saved-reports', 'page'] }),
  })
}
