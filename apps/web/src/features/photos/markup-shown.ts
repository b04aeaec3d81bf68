import { useSyncExternalStore } from 'react'

let isShown = true
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows or hides the drawings on all photos, until the page is reloaded. */
export function showMarkup(shown: boolean): void {
  isShown = shown
  for (const listener of listeners) listener()
}

export const useMarkupShown = () => useSyncExternalStore(subscribe, () => isShown)
