import { useEffectEvent, useLayoutEffect } from 'react'
import { interceptBack } from './intercept-back.ts'

/** Back closes what covers the page, as Escape does, and only leaves the page once nothing covers it. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => (isOpen ? interceptBack(() => closeNow()) : undefined), [isOpen])
}
