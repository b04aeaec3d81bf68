import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    // api/client.ts already retries as the specification says. With `offlineFirst`, a query without a connection fails
    // and is fetched again later, instead of pausing.
    queries: { retry: false, staleTime: 5000, networkMode: 'offlineFirst' },
    mutations: { networkMode: 'always' },
  },
})
