let clicked: EventTarget | null = null

/**
 * Ignores the second click of a double click if the first one has led to another page: it would press whatever stands
 * there now.
 */
export function ignoreStrayClicks(): void {
  addEventListener(
    'click',
    (event) => {
      const isStray = event.detail > 1 && clicked instanceof Node && !clicked.isConnected
      if (isStray) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else clicked = event.target
    },
    { capture: true },
  )
}
