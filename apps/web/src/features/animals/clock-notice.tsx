import { useSyncExternalStore } from 'react'
import { clockOffset, subscribeToClock } from '../../api/server-clock.ts'
import { deathTexts } from './death-texts.ts'

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeToClock(listener)
  // the clock is set in another app
  document.addEventListener('visibilitychange', listener)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Says that the clock of this device is wrong, where people enter times that they may have read from it. */
export function ClockNotice() {
  const offset = useSyncExternalStore(subscribe, clockOffset)
  if (offset === 0) return null
  return <output className="banner">{deathTexts.wrongClock(offset)}</output>
}
