interface Pull {
  finger: number
  startY: number
}

/** Overlays, and elements that handle dragging themselves. */
const ignoredTargets = '[role=dialog], [role=menu], [role=listbox], input[type=range]'

/** Whether the page or a container of the target is scrolled down. Pulling then scrolls back. */
function isScrolled(target: EventTarget | null): boolean {
  if (window.scrollY > 0) return true
  let element = target instanceof Element ? target : null
  for (; element; element = element.parentElement) if (element.scrollTop > 0) return true
  return false
}

const startsOnPage = (target: EventTarget | null) => target instanceof Element && !target.closest(ignoredTargets)

/**
 * Detects pulls at the top of the page.
 * @param onPull  called with the distance in pixels; 0 when the pull ends or turns out to be another gesture
 * @param onRelease  called with the distance when the finger is lifted
 * @returns a function that stops listening
 */
export function listenForPulls(onPull: (pixels: number) => void, onRelease: (pixels: number) => void): () => void {
  let pull: Pull | null = null
  const cancel = () => {
    if (pull) onPull(0)
    pull = null
  }
  const pixels = (touches: TouchList) => {
    const touch = [...touches].find((one) => one.identifier === pull?.finger)
    return pull && touch ? touch.screenY - pull.startY : 0
  }
  const begin = (event: TouchEvent) => {
    cancel()
    const [touch, second] = event.touches
    // Two fingers zoom.
    if (!touch || second || !startsOnPage(event.target) || isScrolled(event.target)) return
    pull = { finger: touch.identifier, startY: touch.screenY }
  }
  const move = (event: TouchEvent) => {
    if (!pull) return
    // The content has scrolled, so this is not a pull.
    if (isScrolled(event.target)) return cancel()
    onPull(Math.max(0, pixels(event.touches)))
  }
  const end = (event: TouchEvent) => {
    if (!pull) return
    const pulled = pixels(event.changedTouches)
    cancel()
    onRelease(pulled)
  }
  addEventListener('touchstart', begin, { passive: true })
  addEventListener('touchmove', move, { passive: true })
  addEventListener('touchend', end, { passive: true })
  addEventListener('touchcancel', cancel, { passive: true })
  return () => {
    removeEventListener('touchstart', begin)
    removeEventListener('touchmove', move)
    removeEventListener('touchend', end)
    removeEventListener('touchcancel', cancel)
  }
}
