import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const installationQuery = () =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: async () => (await api.get('/installation')).data,
    staleTime: 0,
  })
