import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { BodyOf } from '../../api/call-types.ts'
import { api } from '../../api/client.ts'
import { createOrChange } from '../../api/create-or-change.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { useInvalidatingMutation } from '../../api/use-invalidating-mutation.ts'

const key = ['scheduled-reports'] as const

export const scheduledReportsQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    queryFn: async () => (await api.get('/scheduled-reports', { per_page: constants.maxPageSize })).data,
    meta: readableOffline,
  })

/** Selectable people whose name or address matches a text. */
export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: [...key, 'people', text],
    queryFn: async () => (await api.get('/users', { 'filter[name_or_email:like]': text, per_page: 50 })).data,
    placeholderData: keepPreviousData,
  })

/** The people with these ids that the user may see. */
export const recipientsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...key, 'recipients', ids],
    queryFn: async () => {
      const found = await Promise.allSettled(ids.map((id) => api.get('/users/{id}', { id })))
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : []))
    },
    placeholderData: keepPreviousData,
  })

/** Adds a scheduled report, or changes the one with this id. */
export const useSaveScheduledReport = (id: string | null) =>
  useInvalidatingMutation(key, (report: BodyOf<'post', '/scheduled-reports'>) => {
    const change = (reportId: string) => api.put('/scheduled-reports/{id}', report, { id: reportId })
    return id === null ? createOrChange(report, (body) => api.post('/scheduled-reports', body), change) : change(id)
  })

export const useDeleteScheduledReport = () =>
  useInvalidatingMutation(key, (id: string) => api.delete('/scheduled-reports/{id}', { id }))
