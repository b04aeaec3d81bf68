import { useSyncExternalStore } from 'react'

interface HeaderState {
  title: string
  back: string | true | null
  /** Whether the page brings a foot of its own, which takes the place of the footer. */
  foot: boolean
}

let state: HeaderState = { title: '', back: null, foot: false }
const listeners = new Set<() => void>()

/** Tells the frame what the page on it is called and how to leave it. */
export function setHeader(next: HeaderState): void {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useHeader = () => useSyncExternalStore(subscribe, () => state)
