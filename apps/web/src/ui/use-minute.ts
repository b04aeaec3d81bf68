import { useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = new Date()

const tick = () => {
  current = new Date()
  for (const listener of listeners) listener()
}

/** One timer for all clocks of a page. A hidden page is updated as soon as it is visible again. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    current = new Date()
    timer = setInterval(tick, minute)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time, updated every minute. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => current)
