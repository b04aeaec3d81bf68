import { useSyncExternalStore } from 'react'

/**
 * Upload progress by draft id. Module state, because an upload continues when its screen is left, and must not start
 * twice when the user returns.
 */
const fractions = new Map<string, number>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
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
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From 0 to 1; undefined while not uploading. */
export const useUploadProgress = (id: string) => useSyncExternalStore(subscribe, () => fractions.get(id))
export const useIsAnyUploading = (ids: string[]) =>
  useSyncExternalStore(subscribe, () => ids.some((id) => fractions.has(id)))
