import { useEffectEvent, useLayoutEffect } from 'react'
import { focusSection } from './focus-section.ts'

/**
 * Returns the focus to where it was before a dialog opened, when the dialog closes or is removed, unless something else
 * has the focus by then. If that place is gone, for example because it was deleted, the section around it gets the focus. (The library's own hook misses dialogs that are open when first rendered, or removed while open.)
 * @param findNext  finds what gets the focus instead, if it is there
 */
export function useFocusReturn(opened: boolean, findNext: () => HTMLElement | null = () => null): void {
  const findNextNow = useEffectEvent(findNext)
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    const section = before?.closest<HTMLElement>('section, main')
    return () => {
      const atClose = document.activeElement
      // The page below may get the focus as the dialog closes, and a closing dialog has it until it is removed.
      setTimeout(() => {
        const isLost = document.activeElement === document.body || document.activeElement === atClose
        if (!isLost) return
        const next = findNextNow()
        if (next) next.focus({ preventScroll: true })
        else if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
        else if (section) focusSection(section)
      }, 10)
    }
  }, [opened])
}
