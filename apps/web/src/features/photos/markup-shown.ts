import { useSyncExternalStore } from 'react'

let isShown = true
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows or hides what is drawn on photos, on all of them, until the page is loaded again. */
export function showMarkup(shown: boolean): void {
  isShown = shown
  for (const listener of listeners) listener()
}

export const useMarkupShown = () => useSyncExternalStore(subscribe, () => isShown)
