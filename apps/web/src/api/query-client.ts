import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    // api/client.ts already retries as the specification says.
    // offlineFirst: without a connection a query fails and is refetched later, instead of pausing
    queries: { retry: false, staleTime: 5000, networkMode: 'offlineFirst' },
    mutations: { networkMode: 'always' },
  },
})
