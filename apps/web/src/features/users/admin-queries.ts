import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { accountStatuses } from '@chisholm/domain/permissions'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import type { ListParams } from '../../ui/list-page.tsx'

/** The filters of the user list. An empty one means any. */
export interface UserFilters {
  role: string
  status: string
}

/** Query parameters for a search text and filters. By default, disabled users are included. */
export const userFilterParams = (text: string, { role, status }: UserFilters) => ({
  'filter[name_or_email:like]': text,
  'filter[roles.name]': role,
  'filter[status]': status || accountStatuses.join(','),
})

export const userListQuery = ({ page, text }: ListParams, filters: UserFilters) =>
  queryOptions({
    ...pageOfList(['users', 'list', text, filters.role, filters.status, String(page)]),
    queryFn: () =>
      api.get('/users', { page, per_page: constants.postMortemPageSize, ...userFilterParams(text, filters) }),
  })

/** Active sites whose own name or customer's name matches a text. */
export const siteSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['sites', 'search', text],
    queryFn: () =>
      api.get('/sites', {
        'filter[name_with_customer:like]': text,
        'filter[retired]': 'false',
        sort: 'customer.name,name',
        per_page: constants.siteCallPageSize,
      }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

export const offeredSitesQuery = () =>
  queryOptions({
    queryKey: ['sites', 'offered'],
    queryFn: async () =>
      (
        await api.get('/sites', {
          'filter[retired]': 'false',
          sort: 'customer.name,name',
          per_page: constants.maxPageSize,
        })
      ).data,
    staleTime: 60_000,
  })

export const fetchSitesOfCustomer = async (id: string) =>
  (
    await api.get('/sites', {
      'filter[customer_id]': id,
      'filter[retired]': 'false',
      sort: 'name',
      per_page: constants.maxPageSize,
    })
  ).data

/** The number of open tickets that are assigned to a veterinarian. */
export const openPostMortemCountQuery = (vetId: string) =>
  queryOptions({
    queryKey: ['post-mortems', 'open-of', vetId],
    queryFn: async () =>
      (
        await api.get('/post-mortems', {
          'filter[veterinary_records.scheduled_for_id]': vetId,
          'filter[veterinary_records.completed_at:isnull]': 'true',
          view: 'card',
          per_page: 1,
        })
      ).meta.total,
    staleTime: 0,
  })

/** Invalidates everything that shows users. */
export function useInvalidateUsers() {
  const queryClient = useQueryClient()
  return async () => {
    // Tickets name their veterinarian.
    const keys = [['users'], ['user'], ['vets'], ['post-mortems']]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
