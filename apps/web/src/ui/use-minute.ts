import { useSyncExternalStore } from 'react'
import { serverNow, subscribeToClock } from '../api/server-clock.ts'
import { createListeners } from '../api/listeners.ts'

const minute = 60_000
const listeners = createListeners()
let timer: ReturnType<typeof setInterval> | undefined
let current = serverNow()
let unsubscribeFromClock = () => {}

const tick = () => {
  current = serverNow()
  listeners.notify()
}

/** One timer for all clocks of a page. A hidden page is updated as soon as it is visible again. */
function subscribe(listener: () => void): () => void {
  if (listeners.isEmpty()) {
    current = serverNow()
    unsubscribeFromClock = subscribeToClock(tick)
    timer = setInterval(tick, minute)
    document.addEventListener('visibilitychange', tick)
  }
  const unsubscribe = listeners.subscribe(listener)
  return () => {
    unsubscribe()
    if (!listeners.isEmpty()) return
    clearInterval(timer)
    unsubscribeFromClock()
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time, updated every minute. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => current)
