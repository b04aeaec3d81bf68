import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import type { Asked } from '../../ui/listed-page.tsx'

const sort = 'customer.name,name'

/** What the list is asked for a text: the site's name or its customer's. */
export const sitesMatching = (text: string) => ({ 'filter[name_with_customer:like]': text })

/** A page of all sites, the retired ones too. */
export const siteListQuery = ({ page, text }: Asked) =>
  queryOptions({
    queryKey: ['sites', 'list', String(page), text],
    queryFn: () => api.get('/sites', { page, per_page: constants.ticketPageSize, sort, ...sitesMatching(text) }),
    placeholderData: keepPreviousData,
  })

/** How many post-mortems lie on a site, drafts too. */
export const ticketsOfSiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['sites', 'tickets', id],
    queryFn: async () =>
      (await api.get('/post-mortems', { 'filter[veterinary_records.site_id]': id, per_page: 1 })).meta.total,
  })

/** The first of the people who have access to a site, and how many there are. */
export const peopleOfSiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'of site', id],
    queryFn: () =>
      api.get('/users', {
        'filter[site_id]': id,
        'filter[status]': 'active,invited,disabled',
        per_page: constants.ticketPageSize,
      }),
  })
