import { useLayoutEffect } from 'react'

/**
 * Returns the focus to where it was before a dialog opened, when the dialog closes or is removed, unless something else
 * has the focus by then. (The library's own hook misses dialogs that are open when first rendered, or removed while open.)
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () => {
      const atClose = document.activeElement
      // The page below may get the focus as the dialog closes, and a closing dialog has it until it is removed.
      setTimeout(() => {
        const isLost = document.activeElement === document.body || document.activeElement === atClose
        if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
      }, 10)
    }
  }, [opened])
}
