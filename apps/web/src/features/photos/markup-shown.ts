import { useSyncExternalStore } from 'react'
import { createListeners } from '../../api/listeners.ts'

let isShown = true
const listeners = createListeners()

/** Shows or hides the drawings on all photos, until the page is reloaded. */
export function showMarkup(shown: boolean): void {
  isShown = shown
  listeners.notify()
}

export const useMarkupShown = () => useSyncExternalStore(listeners.subscribe, () => isShown)
