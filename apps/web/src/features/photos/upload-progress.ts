import { useSyncExternalStore } from 'react'
import { createListeners } from '../../api/listeners.ts'

/** Upload progress by draft id. Module state, because an upload continues when its screen is left. */
const fractions = new Map<string, number>()
/** Drafts whose saving a screen awaits. */
let awaitedIds: ReadonlySet<string> = new Set()
const listeners = createListeners()
const setAwaited = (ids: Iterable<string>) => {
  awaitedIds = new Set(ids)
  listeners.notify()
}

export const uploadProgress = {
  has: (id: string) => fractions.has(id),
  /** @param fraction  from 0 to 1 */
  set(id: string, fraction: number): void {
    fractions.set(id, fraction)
    listeners.notify()
  },
  end(id: string): void {
    fractions.delete(id)
    listeners.notify()
  },
  isAwaited: (id: string) => awaitedIds.has(id),
  /** Drafts do not count as waiting while a screen awaits that they are saved. */
  async whileAwaited<T>(ids: string[], wait: () => Promise<T>): Promise<T> {
    setAwaited([...awaitedIds, ...ids])
    try {
      return await wait()
    } finally {
      setAwaited([...awaitedIds].filter((id) => !ids.includes(id)))
    }
  },
}

/** From 0 to 1; undefined while not uploading. */
export const useUploadProgress = (id: string) => useSyncExternalStore(listeners.subscribe, () => fractions.get(id))

/** The ids of the drafts whose saving a screen awaits. */
export const useAwaitedPhotos = () => useSyncExternalStore(listeners.subscribe, () => awaitedIds)
