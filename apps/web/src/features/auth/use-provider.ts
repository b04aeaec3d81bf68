import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { cachedProvider, useCachedProvider } from '../../api/cached-provider.ts'

/**
 * The details of the practice: first the cached copy, then the current ones, or null until they are known. This does
 * without TanStack Query, which the sign-in page does not load.
 */
export function useProvider() {
  useEffect(() => {
    // The details are fetched again after sign-in.
    api
      .get('/provider')
      .then(({ data }) => cachedProvider.write(data))
      .catch(() => undefined)
  }, [])
  return useCachedProvider()
}
