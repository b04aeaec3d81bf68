import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { findVisitCard } from './visit-card.tsx'

/**
 * Moves the focus along with a visit that has it: its card on another day is another element.
 * @returns what the element around the cards needs
 */
export function useFocusOfMovedVisit() {
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const card = focused.current
    if (!card || card.isConnected || document.activeElement !== document.body) return
    focused.current = null
    findVisitCard(card.dataset['visit'] ?? '')?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target.dataset['visit'] ? target : null
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // a card that is removed loses the focus, too
      if (target.isConnected) focused.current = null
    },
  }
}
