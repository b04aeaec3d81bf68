import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { cachedProvider, useCachedProvider } from '../../api/cached-provider.ts'

/**
 * The provider: the cached copy first, then the current one; null until known. Does without TanStack Query, which the
 * sign-in page does not load.
 */
export function useProvider() {
  useEffect(() => {
    // fetched again after sign-in
    api
      .get('/provider')
      .then(({ data }) => cachedProvider.write(data))
      .catch(() => undefined)
  }, [])
  return useCachedProvider()
}
