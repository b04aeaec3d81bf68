let clicked: Element | null = null

/** The pressed control; its icon may be replaced by the press. */
const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('a, button, label, [role]') ?? target) : null

/**
 * Ignores the second click of a double click if the first one has led to another page: it would press whatever stands
 * there now.
 */
export function ignoreStrayClicks(): void {
  addEventListener(
    'click',
    (event) => {
      const isStray = event.detail > 1 && clicked !== null && !clicked.isConnected
      if (isStray) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else clicked = controlOf(event.target)
    },
    { capture: true },
  )
}
