import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Handles keys while the focus is within an element and its controls do not handle them. Elsewhere the keys keep their
 * usual meaning (WCAG 2.1.4).
 */
export function useKeysWithin(element: RefObject<HTMLElement | null>, handle: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent(handle)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target)) handleKey(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [element])
}
