import { useEffect, useRef } from 'react'

/** Tells, after an answer of the server, whether the component is still on the page. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
