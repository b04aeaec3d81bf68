import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isDay } from '@chisholm/domain/dates'
import { api } from '../../api/client.ts'
import type { ParamsOf } from '../../api/typed.ts'

export const historyQuery = (ticketId: string) =>
  queryOptions({
    // beside the ticket: what changes a ticket makes its history old
    queryKey: ['post-mortems', 'history', ticketId],
    queryFn: async () => (await api.get('/post-mortems/{id}/history', { id: ticketId })).data,
  })

/** What the log is asked; it lives in the URL. */
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

/** The filters of the log behind what was asked. */
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
