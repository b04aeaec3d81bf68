import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isDay } from '@chisholm/domain/dates'
import { api } from '../../api/client.ts'
import type { ParamsOf } from '../../api/typed.ts'

export const historyQuery = (ticketId: string) =>
  queryOptions({
    // under the key of the tickets, because changing a ticket invalidates its history
    queryKey: ['post-mortems', 'history', ticketId],
    queryFn: async () => (await api.get('/post-mortems/{id}/history', { id: ticketId })).data,
  })

/** The search parameters of the log page. */
export interface LogSearch {
  who?: string
  action?: string
  kind?: string
  ticket?: string
  from?: string
  to?: string
  page?: number
}

const dayIn = (text: string | undefined) => (text && isDay(text) ? text : undefined)

/** The API filters for a search. */
export const filtersOfLog = ({ who, action, kind, ticket, from, to }: LogSearch): ParamsOf<'get', '/audit-log'> => ({
  'filter[who]': who,
  'filter[action]': action,
  'filter[subject_type]': kind,
  'filter[ticket]': ticket,
  'filter[happened_at:gte]': dayIn(from),
  'filter[happened_at:lte]': dayIn(to),
})

export const logQuery = (search: LogSearch) =>
  queryOptions({
    queryKey: ['audit-log', search],
    queryFn: () => api.get('/audit-log', { ...filtersOfLog(search), page: search.page ?? 1 }),
    placeholderData: keepPreviousData,
  })

export const logEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit-log', 'one', id],
    queryFn: async () => (await api.get('/audit-log/{id}', { id })).data,
  })
