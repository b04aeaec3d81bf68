import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { readableOffline } from '../../api/readable-offline.ts'

export const lotSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['herd', 'lot-summary', id],
    queryFn: async () => (await api.get('/lots/{id}/summary', { id })).data,
    meta: readableOffline,
  })
