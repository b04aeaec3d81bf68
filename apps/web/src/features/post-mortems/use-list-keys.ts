import { type RefObject, useEffect, useEffectEvent } from 'react'

interface ListKeysOptions {
  list: RefObject<HTMLElement | null>
  detailPane: RefObject<HTMLElement | null>
  close: () => void
}

const stepByKey: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** These elements handle the keyboard themselves. */
const ignoredTargets = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/**
 * Arrow keys or j/k move through the cards. Enter on the open card focuses the detail pane. Esc first returns to the
 * card, then closes the pane.
 */
export function useListKeys({ list, detailPane, close }: ListKeysOptions): void {
  const closePane = useEffectEvent(close)
  useEffect(() => {
    const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('a.card') ?? [])]
    const openCard = () => cards().find((card) => card.hasAttribute('aria-current'))

    const focusNextCard = (event: KeyboardEvent, step: 1 | -1) => {
      const all = cards()
      const focused = all.findIndex((card) => card === document.activeElement)
      const from = focused >= 0 ? focused : all.findIndex((card) => card === openCard())
      const next = from < 0 ? all[0] : all[from + step]
      event.preventDefault()
      next?.focus()
    }
    const goBack = () => {
      if (detailPane.current?.contains(document.activeElement)) openCard()?.focus()
      else closePane()
    }
    const focusDetail = (event: KeyboardEvent) => {
      if (!openCard() || openCard() !== document.activeElement) return
      event.preventDefault()
      detailPane.current?.focus()
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (!(target instanceof HTMLElement) || target.closest(ignoredTargets)) return
      if (key === 'Escape') return goBack()
      if (key === 'Enter') return focusDetail(event)
      const step = stepByKey[key]
      // Elsewhere these keys scroll the focused element.
      if (step && (target === document.body || list.current?.contains(target))) focusNextCard(event, step)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [list, detailPane])
}
