import { useSyncExternalStore } from 'react'
import { createListeners } from '../api/listeners.ts'

interface HeaderState {
  title: string
  back: string | true | null
  /** Whether the page has its own buttons at the bottom, which replace the navigation. */
  hasFooter: boolean
}

let state: HeaderState = { title: '', back: null, hasFooter: false }
const listeners = createListeners()

/** Called by each page: title and back target of the header. */
export function setHeader(next: HeaderState): void {
  state = next
  listeners.notify()
}

export const useHeader = () => useSyncExternalStore(listeners.subscribe, () => state)
