import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { clockOffset, isClockUncertain, subscribeToClock, trustClock } from '../../api/server-clock.ts'
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
  const isUncertain = useSyncExternalStore(subscribe, isClockUncertain)
  if (offset === 0) return null
  if (!isUncertain) return <output className="banner">{deathTexts.wrongClock(offset)}</output>
  return (
    <div className="banner with-action">
      <output>{deathTexts.clockWasWrong(offset)}</output>
      <Button size="sm" mih={44} variant="default" onClick={trustClock}>
        {deathTexts.clockIsRight}
      </Button>
    </div>
  )
}
