interface Pull {
  finger: number
  from: number
}

/** Overlays, and elements that handle dragging themselves. */
const elsewhere = '[role=dialog], [role=menu], [role=listbox], input[type=range]'

/** Whether the page or a container of the target is scrolled down: pulling then scrolls back. */
function isScrolled(target: EventTarget | null): boolean {
  if (window.scrollY > 0) return true
  let element = target instanceof Element ? target : null
  for (; element; element = element.parentElement) if (element.scrollTop > 0) return true
  return false
}

const startsOnPage = (target: EventTarget | null) => target instanceof Element && !target.closest(elsewhere)

/**
 * Detects pulls at the top of the page.
 * @param onPull  called with the distance in pixels; 0 when the pull ends or turns out to be another gesture
 * @param onRelease  called with the distance when the finger is lifted
 * @returns stops listening
 */
export function followPulls(onPull: (pixels: number) => void, onLoose: (pixels: number) => void): () => void {
  let pull: Pull | null = null
  const giveUp = () => {
    if (pull) onPull(0)
    pull = null
  }
  const pixels = (touches: TouchList) => {
    const touch = [...touches].find((one) => one.identifier === pull?.finger)
    return pull && touch ? touch.screenY - pull.from : 0
  }
  const begin = (event: TouchEvent) => {
    giveUp()
    const [touch, second] = event.touches
    // two fingers zoom
    if (!touch || second || !startsOnPage(event.target) || isScrolled(event.target)) return
    pull = { finger: touch.identifier, from: touch.screenY }
  }
  const move = (event: TouchEvent) => {
    if (!pull) return
    // the content scrolled: not a pull
    if (isScrolled(event.target)) return giveUp()
    onPull(Math.max(0, pixels(event.touches)))
  }
  const end = (event: TouchEvent) => {
    if (!pull) return
    const pulled = pixels(event.changedTouches)
    giveUp()
    onLoose(pulled)
  }
  addEventListener('touchstart', begin, { passive: true })
  addEventListener('touchmove', move, { passive: true })
  addEventListener('touchend', end, { passive: true })
  addEventListener('touchcancel', giveUp, { passive: true })
  return () => {
    removeEventListener('touchstart', begin)
    removeEventListener('touchmove', move)
    removeEventListener('touchend', end)
    removeEventListener('touchcancel', giveUp)
  }
}
