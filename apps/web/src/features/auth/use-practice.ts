import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { practice, useKnownPractice } from '../../api/practice.ts'

/**
 * The practice one signs in to: as it was told last, and then as it is; null until it is known. Without the query
 * library, which nobody needs to sign in.
 */
export function usePractice() {
  useEffect(() => {
    // what fails here is asked again once somebody is signed in
    api
      .get('/provider')
      .then(({ data }) => practice.write(data))
      .catch(() => undefined)
  }, [])
  return useKnownPractice()
}
