import { useSyncExternalStore } from 'react'

/**
 * How far each draft on its way to the server is, by its id. It stands outside the screens because sending goes on
 * when its screen is left, and coming back must neither hide that nor send the photo a second time.
 */
const shares = new Map<string, number>()
const listeners = new Set<() => void>()
const told = () => {
  for (const listener of listeners) listener()
}

export const sending = {
  has: (id: string) => shares.has(id),
  /** @param share  from 0 to 1 */
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

/** How far a draft is, from 0 to 1; undefined while it is not on its way. */
export const useShareSent = (id: string) => useSyncExternalStore(subscribe, () => shares.get(id))
/** Whether any of these drafts is on its way. */
export const useAnySending = (ids: string[]) => useSyncExternalStore(subscribe, () => ids.some((id) => shares.has(id)))
