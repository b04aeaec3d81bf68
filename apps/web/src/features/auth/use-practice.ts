import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { practice, useKnownPractice } from '../../api/practice.ts'

/**
 * The provider: the cached copy first, then the current one; null until known. Does without TanStack Query, which the
 * sign-in page does not load.
 */
export function usePractice() {
  useEffect(() => {
    // fetched again after sign-in
    api
      .get('/provider')
      .then(({ data }) => practice.write(data))
      .catch(() => undefined)
  }, [])
  return useKnownPractice()
}
