import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isDay } from '@chisholm/domain/dates'
import { api } from '../../api/client.ts'
import { pageByPage, pageOfList, rowsOfPages } from '../../api/page-by-page.ts'
import type { ParamsOf } from '../../api/call-types.ts'

export const historyQuery = (postMortemId: string) =>
  infiniteQueryOptions({
    // The key begins like that of the tickets, because changing a ticket invalidates its history.
    queryKey: ['post-mortems', 'history', postMortemId],
    queryFn: ({ pageParam: page }) => api.get('/post-mortems/{id}/history', { id: postMortemId, page }),
    ...pageByPage,
    select: rowsOfPages,
  })

export interface AuditLogSearch {
  who?: string
  action?: string
  kind?: string
  ticket?: string
  from?: string
  to?: string
  page?: number
}

const validDay = (text: string | undefined) => (text && isDay(text) ? text : undefined)

export const auditLogFilters = ({
  who,
  action,
  kind,
  ticket,
  from,
  to,
}: AuditLogSearch): ParamsOf<'get', '/audit-log'> => ({
  'filter[who]': who,
  'filter[action]': action,
  'filter[subject_type]': kind,
  'filter[ticket]': ticket,
  'filter[happened_at:gte]': validDay(from),
  'filter[happened_at:lte]': validDay(to),
})

export const auditLogQuery = (search: AuditLogSearch) =>
  queryOptions({
    ...pageOfList(['audit-log', auditLogFilters(search), search.page ?? 1]),
    queryFn: () => api.get('/audit-log', { ...auditLogFilters(search), page: search.page ?? 1 }),
  })

export const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-log', 'one', id],
    queryFn: async () => (await api.get('/audit-log/{id}', { id })).data,
  })
