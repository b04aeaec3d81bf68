import { useSyncExternalStore } from 'react'

/**
 * Upload progress by draft id. Module state, because an upload continues when its screen is left, and must not start
 * twice when the user returns.
 */
const shares = new Map<string, number>()
const listeners = new Set<() => void>()
const told = () => {
  for (const listener of listeners) listener()
}

export const sending = {
  has: (id: string) => shares.has(id),
  /** @param fraction  from 0 to 1 */
  tell(id: string, share: number): void {
    shares.set(id, share)
    told()
  },
  end(id: string): void {
    shares.delete(id)
    told()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From 0 to 1; undefined while not uploading. */
export const useShareSent = (id: string) => useSyncExternalStore(subscribe, () => shares.get(id))
export const useAnySending = (ids: string[]) => useSyncExternalStore(subscribe, () => ids.some((id) => shares.has(id)))
