import { useSyncExternalStore } from 'react'
import { clockOffset, subscribeToClock } from '../../api/server-clock.ts'
import { deathTexts } from './death-texts.ts'

/** Says that the clock of this device is wrong, where people enter times that they may have read from it. */
export function ClockNotice() {
  const offset = useSyncExternalStore(subscribeToClock, clockOffset)
  if (offset === 0) return null
  return (
    <p className="banner" role="status">
      {deathTexts.wrongClock(offset)}
    </p>
  )
}
