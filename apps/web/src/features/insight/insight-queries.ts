import { queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { TurnaroundSort } from '@chisholm/domain/insight-lists'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import {
  deathFiltersOf,
  type DeathsSearch,
  filtersOf,
  type InsightPeriod,
  type InsightSearch,
} from './insight-period.ts'

type MortalityBy = 'week' | 'system' | 'lot' | 'days_on_feed'

export const mortalityQuery = (by: MortalityBy, period: InsightPeriod, search: InsightSearch) =>
  queryOptions({
    queryKey: ['insight', 'mortality', by, period, filtersOf(search)],
    queryFn: () => api.get('/insight/mortality', { by, ...period, ...filtersOf(search) }),
    meta: readableOffline,
  })

export const agreementQuery = (period: InsightPeriod, search: InsightSearch) =>
  queryOptions({
    queryKey: ['insight', 'agreement', period, filtersOf(search)],
    queryFn: async () => (await api.get('/insight/agreement', { by: 'system', ...period, ...filtersOf(search) })).data,
    meta: readableOffline,
  })

export const turnaroundQuery = (period: InsightPeriod, search: InsightSearch) =>
  queryOptions({
    queryKey: ['insight', 'turnaround', 'site', period, filtersOf(search)],
    queryFn: () => api.get('/insight/turnaround', { by: 'site', ...period, ...filtersOf(search) }),
    meta: readableOffline,
  })

export const deathsQuery = (period: InsightPeriod, { page = 1, ...search }: DeathsSearch) =>
  queryOptions({
    queryKey: ['insight', 'deaths', period, deathFiltersOf(search), page],
    queryFn: () => api.get('/insight/deaths', { ...period, ...deathFiltersOf(search), page, per_page: 20 }),
    meta: readableOffline,
  })

export interface SentPostMortemsSearch extends Omit<InsightSearch, 'weeks'> {
  sort?: TurnaroundSort | undefined
  page?: number | undefined
}

export const turnaroundPostMortemsQuery = (
  period: InsightPeriod,
  { page = 1, sort = 'requested_at', ...search }: SentPostMortemsSearch,
) =>
  queryOptions({
    queryKey: ['insight', 'turnaround-tickets', period, filtersOf(search), sort, page],
    queryFn: () =>
      api.get('/insight/turnaround/tickets', { ...period, ...filtersOf(search), sort: `-${sort}`, page, per_page: 20 }),
    meta: readableOffline,
  })

export const benchmarkQuery = (period: InsightPeriod, search: InsightSearch) =>
  queryOptions({
    queryKey: ['insight', 'benchmark', period, filtersOf(search)],
    queryFn: async () => (await api.get('/insight/benchmark', { by: 'system', ...period, ...filtersOf(search) })).data,
    // an error is permanent: too few customers
    retry: false,
  })

/** The selectable sites by customer. */
export const siteChoicesQuery = () =>
  queryOptions({
    queryKey: ['sites', 'choices'],
    queryFn: async () =>
      (await api.get('/sites', { page: 1, per_page: constants.maxPageSize, sort: 'customer.name,name' })).data,
    meta: readableOffline,
  })
