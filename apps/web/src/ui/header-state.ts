import { useSyncExternalStore } from 'react'

interface HeaderState {
  title: string
  back: string | true | null
  /** Whether the page has its own buttons at the foot, which replace the footer. */
  foot: boolean
}

let state: HeaderState = { title: '', back: null, foot: false }
const listeners = new Set<() => void>()

/** Called by each page: title and back target of the header. */
export function setHeader(next: HeaderState): void {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useHeader = () => useSyncExternalStore(subscribe, () => state)
