import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusSection } from './focus-section.ts'

/**
 * Moves the focus to the heading of a screen that was opened within the app, so that screen readers read it. Whatever
 * led there is gone with the screen before; if it is still there, like a list beside it, the focus stays.
 */
export function useFocusHeading(container: () => HTMLElement | null): void {
  const { history } = useRouter()
  const find = useRef(container)
  useEffect(() => {
    const { __TSR_index: index } = history.location.state
    if (index === 0 || document.activeElement !== document.body) return
    const heading = find.current()?.querySelector('h1')
    if (heading) focusSection(heading)
  }, [history])
}
