import { useSyncExternalStore } from 'react'

/** Upload progress by draft id. Module state, because an upload continues when its screen is left. */
const fractions = new Map<string, number>()
/** Drafts whose saving a screen awaits. */
let awaitedIds: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const setAwaited = (ids: Iterable<string>) => {
  awaitedIds = new Set(ids)
  notify()
}

export const uploadProgress = {
  has: (id: string) => fractions.has(id),
  /** @param fraction  from 0 to 1 */
  set(id: string, fraction: number): void {
    fractions.set(id, fraction)
    notify()
  },
  end(id: string): void {
    fractions.delete(id)
    notify()
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

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From 0 to 1; undefined while not uploading. */
export const useUploadProgress = (id: string) => useSyncExternalStore(subscribe, () => fractions.get(id))

/** The ids of the drafts whose saving a screen awaits. */
export const useAwaitedPhotos = () => useSyncExternalStore(subscribe, () => awaitedIds)
