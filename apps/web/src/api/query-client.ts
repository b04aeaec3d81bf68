import { QueryClient } from '@tanstack/react-query'

/** What was read from the server, for every screen of this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // the client retries by the rules of the specification; the cache must not add its own.
    // Without a connection a read fails and is tried again with the next one, instead of waiting for ever
    queries: { retry: false, staleTime: 5000, networkMode: 'offlineFirst' },
    mutations: { networkMode: 'always' },
  },
})
