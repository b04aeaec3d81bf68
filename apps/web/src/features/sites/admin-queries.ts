import { queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import type { ListParams } from '../../ui/list-page.tsx'

const sort = 'customer.name,name'

/** The filter for a search text, which matches the names of site and customer. */
export const siteSearchFilter = (text: string) => ({ 'filter[name_with_customer:like]': text })

/** A page of all sites, including retired ones. */
export const siteListQuery = ({ page, text }: ListParams) =>
  queryOptions({
    ...pageOfList(['sites', 'list', text, String(page)]),
    queryFn: () => api.get('/sites', { page, per_page: constants.postMortemPageSize, sort, ...siteSearchFilter(text) }),
  })

/** The number of tickets of a site, including drafts. */
export const postMortemsOfSiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['sites', 'tickets', id],
    queryFn: async () =>
      (await api.get('/post-mortems', { 'filter[veterinary_records.site_id]': id, view: 'card', per_page: 1 })).meta
        .total,
  })

/** The first page of the users who have access to a site. */
export const siteUsersQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'of site', id],
    queryFn: () =>
      api.get('/users', {
        'filter[site_id]': id,
        'filter[status]': 'active,invited,disabled',
        per_page: constants.postMortemPageSize,
      }),
  })
