import { useSyncExternalStore } from 'react'
import { serverNow, subscribeToClock } from '../api/server-clock.ts'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = serverNow()
let unsubscribe = () => {}

const tick = () => {
  current = serverNow()
  for (const listener of listeners) listener()
}

/** One timer for all clocks of a page. A hidden page is updated as soon as it is visible again. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    current = serverNow()
    unsubscribe = subscribeToClock(tick)
    timer = setInterval(tick, minute)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time, updated every minute. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => current)
