import './pull-to-refresh.css'
import { IconArrowDown, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { constants } from '@chisholm/domain/constants'
import { shellTexts } from './shell-texts.ts'
import { listenForPulls } from './pull-gesture.ts'

/** Shorter pulls show no indicator. */
const minVisiblePull = 40
/** Distance in pixels that the indicator moves. */
const indicatorTravel = 72

/**
 * Reloads after a long pull at the top of the page (specification 2.2 and 9).
 * @param distance  the minimum length of the pull in pixels
 */
export function PullToRefresh({ distance = constants.pullToRefresh.distance }: { distance?: number }) {
  const [pulled, setPulled] = useState(0)
  const [reloading, setReloading] = useState(false)
  useEffect(
    () =>
      listenForPulls(setPulled, (pixels) => {
        if (pixels > distance) setReloading(true)
      }),
    [distance],
  )
  useEffect(() => {
    if (!reloading) return
    const timer = setTimeout(() => window.location.reload(), constants.pullToRefresh.reloadAfter)
    return () => clearTimeout(timer)
  }, [reloading])

  if (!reloading && pulled < minVisiblePull) return null
  const enough = reloading || pulled > distance
  const progress = reloading ? 1 : Math.min(1, pulled / distance)
  const label = reloading ? shellTexts.refresh.now : enough ? shellTexts.refresh.release : shellTexts.refresh.pull
  return (
    <output
      className="pull"
      data-enough={enough || undefined}
      style={{ translate: `-50% ${progress * indicatorTravel}px` }}
    >
      {reloading ? (
        <IconRefresh size={22} className="turning" aria-hidden />
      ) : (
        <IconArrowDown size={22} style={{ rotate: enough ? '180deg' : '0deg' }} aria-hidden />
      )}
      {label}
    </output>
  )
}
