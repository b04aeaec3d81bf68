import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'
import { createListeners } from './listeners.ts'

/** The time of the server's response for each query that shows a stored copy, by the hash of the query. */
const shown = new Map<string, number>()
/** Timers of queries that will be in `shown` unless the server responds first, by hash. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
/** Queries whose last attempt failed, by hash. */
const failed = new Set<string>()
const listeners = createListeners()
/** Queries whose data is older than the last attempt to fetch it. */
export const offlineCopiesShown = {
  add(queryHash: string, at: number): void {
    stopWaiting(queryHash)
    shown.set(queryHash, at)
    listeners.notify()
  },
  /** Adds a query after `delay` milliseconds, unless the server has responded or `isStillTrue` returns false. */
  addLater(queryHash: string, at: number, delay: number, isStillTrue: () => boolean): void {
    stopWaiting(queryHash)
    waiting.set(
      queryHash,
      setTimeout(() => {
        waiting.delete(queryHash)
        if (isStillTrue()) this.add(queryHash, at)
      }, delay),
    )
  },
  remove(queryHash: string): void {
    stopWaiting(queryHash)
    failed.delete(queryHash)
    if (shown.delete(queryHash)) listeners.notify()
  },
  /** Records that an attempt failed, or that another one begins. */
  noteAttempt(queryHash: string, hasFailed: boolean): void {
    if (hasFailed) failed.add(queryHash)
    else failed.delete(queryHash)
  },
  /** Refetches queries that show copies, because the server responds again. */
  refetchFailed(): void {
    const hashes = new Set([...failed].filter((hash) => shown.has(hash)))
    if (hashes.size === 0) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ queryHash }) => hashes.has(queryHash) })
  },
}

function stopWaiting(queryHash: string): void {
  clearTimeout(waiting.get(queryHash))
  waiting.delete(queryHash)
}

/** The time at which the server sent the oldest copy on this screen. Null if all data is current. */
function oldestOnScreen(): number | null {
  const cache = queryClient.getQueryCache()
  const times = [...shown].filter(([hash]) => cache.get(hash)?.isActive()).map(([, at]) => at)
  return times.length > 0 ? Math.min(...times) : null
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  const stopCache = queryClient.getQueryCache().subscribe(listener)
  return () => {
    unsubscribe()
    stopCache()
  }
}

/** The fetch time of the oldest data on this screen, in milliseconds since 1970. Null if all data is current. */
export const useOldestCopyShown = () => useSyncExternalStore(subscribe, oldestOnScreen)
