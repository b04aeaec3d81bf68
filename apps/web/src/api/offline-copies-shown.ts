import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** When the server answered, by the hash of the query that shows a copy of it. */
const shown = new Map<string, number>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Queries whose data is older than the last attempt to fetch it. */
export const offlineCopiesShown = {
  add(queryHash: string, at: number): void {
    shown.set(queryHash, at)
    notify()
  },
  remove(queryHash: string): void {
    if (shown.delete(queryHash)) notify()
  },
}

/** The age of the oldest copy on this screen, as the time when the server answered; null if all data is current. */
function oldestOnScreen(): number | null {
  const cache = queryClient.getQueryCache()
  const times = [...shown].filter(([hash]) => cache.get(hash)?.isActive()).map(([, at]) => at)
  return times.length > 0 ? Math.min(...times) : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stopCache = queryClient.getQueryCache().subscribe(listener)
  return () => {
    listeners.delete(listener)
    stopCache()
  }
}

/** Since when the data on this screen has not been refreshed, in milliseconds since 1970; null if it is current. */
export const useOldestCopyShown = () => useSyncExternalStore(subscribe, oldestOnScreen)
