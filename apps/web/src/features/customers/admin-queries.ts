import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { api } from '../../api/client.ts'
import { pageOfList } from '../../api/page-by-page.ts'
import type { ListParams } from '../../ui/list-page.tsx'

/** All customers, including retired ones. */
export const customerListQuery = ({ page, text }: ListParams) =>
  queryOptions({
    ...pageOfList(['customers', 'list', text, String(page)]),
    queryFn: () => api.get('/customers', { page, per_page: constants.postMortemPageSize, 'filter[name:like]': text }),
  })

/** Fetches customers and sites again after a change. */
export function useRefreshCustomersAndSites() {
  const queryClient = useQueryClient()
  return async () => {
    const keys = [['customers'], ['sites'], ['site']]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
