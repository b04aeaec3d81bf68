import { keysOf } from '@chisholm/domain/typed-objects'
import type { Point } from './zoom.ts'

/** Gestures on a picture; points in pixels from its top left corner. */
export interface Gestures {
  click: (at: Point) => void
  drag: (by: Point) => void
  /** Two fingers: the ratio of their distances, and their midpoint before and after. */
  pinch: (factor: number, from: Point, to: Point) => void
  /** Swipe to the next (1) or previous (-1) picture, touch only. */
  swipe: (direction: 1 | -1) => void
  moving: (moving: boolean) => void
}

/** A press that moves less than this many pixels is a click. */
const clickTolerance = 6
const minSwipeDistance = 60

const midpointOf = ([one, other]: [Point, Point]): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distance = ([one, other]: [Point, Point]) => Math.hypot(one.x - other.x, one.y - other.y)

/**
 * Recognises clicks, taps, drags, pinches and swipes. A double tap is two taps. @returns a function that stops
 * listening
 */
export function listenForGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>()
  let start: Point | null = null
  let farthest = 0

  const pointOf = (event: PointerEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const twoPointers = (): [Point, Point] | null => {
    const [one, other] = pointers.values()
    return one && other ? [one, other] : null
  }

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, pointOf(event))
    // a second finger makes it a pinch, not a click or swipe
    start = pointers.size === 1 ? pointOf(event) : null
    farthest = 0
  }
  const move = (event: PointerEvent) => {
    const last = pointers.get(event.pointerId)
    if (!last) return
    const point = pointOf(event)
    const before = twoPointers()
    pointers.set(event.pointerId, point)
    const after = twoPointers()
    if (before && after) {
      gestures.moving(true)
      gestures.pinch(distance(after) / Math.max(1, distance(before)), midpointOf(before), midpointOf(after))
      return
    }
    if (start) farthest = Math.max(farthest, Math.hypot(point.x - start.x, point.y - start.y))
    if (farthest <= clickTolerance && start) return
    gestures.moving(true)
    gestures.drag({ x: point.x - last.x, y: point.y - last.y })
  }
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    if (pointers.size > 0) return
    gestures.moving(false)
    if (!start || event.type === 'pointercancel') return
    const point = pointOf(event)
    const horizontalDistance = point.x - start.x
    if (farthest <= clickTolerance) gestures.click(point)
    else if (event.pointerType === 'touch' && Math.abs(horizontalDistance) > minSwipeDistance)
      gestures.swipe(horizontalDistance < 0 ? 1 : -1)
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const
  const names = keysOf(listeners)
  for (const name of names) element.addEventListener(name, listeners[name])
  return () => {
    for (const name of names) element.removeEventListener(name, listeners[name])
  }
}
