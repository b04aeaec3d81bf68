import type { AnyRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../search-params.ts'

interface Place {
  pathname: string
  search: object
}

/**
 * If the session ended while something was being saved, what follows is opened after the sign-in.
 * @param change  returns that place for the one to which the user would return; null: it stays
 * @returns false if nobody has to sign in
 */
export function changeReturn(router: AnyRouter, change: (place: Place) => Place | null): boolean {
  const { pathname: signInPath, state } = router.state.location
  if (!signInPath.startsWith('/u/')) return false
  if (!state.goingTo) return true
  const { pathname, search } = new URL(state.goingTo, location.origin)
  const next = change({ pathname, search: parseSearch(search) })
  if (!next) return true
  const goingTo = next.pathname + stringifySearch({ ...next.search })
  void router.navigate({ to: signInPath, state: { ...state, goingTo }, replace: true })
  return true
}
