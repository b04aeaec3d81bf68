import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { api } from '../../api/client.ts'
import { pageByPage, rowsOfPages } from '../../api/page-by-page.ts'
import { readableOffline } from '../../api/readable-offline.ts'

/** All customers of the user with their sites, read page by page. */
export const customersQuery = () =>
  queryOptions({
    queryKey: ['customers'],
    queryFn: async () => {
      const customers: Customer[] = []
      for (let page = 1; ; page++) {
        const answer = await api.get('/customers', { page, per_page: constants.customersPageSize })
        customers.push(...answer.data)
        if (page >= answer.meta.last_page) return customers
      }
    },
    staleTime: 60_000,
    meta: readableOffline,
  })

/** Reads the customers one page at a time. */
export const customerPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['customers', 'pages'],
    queryFn: ({ pageParam: page }) => api.get('/customers', { page, per_page: constants.customersPageSize }),
    ...pageByPage,
    select: rowsOfPages,
    staleTime: 60_000,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: async () => (await api.get('/customers/{id}', { id })).data,
  })
