import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { followPointers } from './pointers.ts'
import { clickedZoom, middle, panned, type Point, steppedZoom, type View, wholePicture, zoomed } from './zoom.ts'

interface Zoom {
  view: View
  dragged: boolean
  /** One step of the zoom buttons, around the centre. */
  step: (direction: 1 | -1) => void
  pan: (by: Point) => void
  reset: () => void
}

/** One notch of a mouse wheel is about 100 px, which equals one step of the buttons. */
const zoomPerWheelPixel = 0.001
const pixelsPerLine = 33
/** Trackpads report a pinch as wheel events with Ctrl and small deltas. */
const pinchFactor = 10

/**
 * Zoom state of a picture, driven by buttons, keys and gestures.
 * @param onSwipe  called only while not zoomed; otherwise a swipe pans
 */
export function useZoom(stage: RefObject<HTMLElement | null>, onSwipe: (direction: 1 | -1) => void): Zoom {
  const [view, setView] = useState(wholePicture)
  const [dragged, setDragged] = useState(false)
  const sizeOf = useCallback((): Point => {
    const { width = 1, height = 1 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: width, y: height }
  }, [stage])

  const swiped = useRef(onSwipe)
  useEffect(() => {
    swiped.current = view.zoom === wholePicture.zoom ? onSwipe : () => undefined
  }, [view.zoom, onSwipe])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stop = followPointers(element, {
      click: (at) => setView((now) => zoomed(now, clickedZoom(now.zoom), sizeOf(), at)),
      drag: (by) => setView((now) => panned(now, by)),
      pinch: (factor, from, to) => setView((now) => zoomed(now, now.zoom * factor, sizeOf(), from, to)),
      swipe: (direction) => swiped.current(direction),
      moving: setDragged,
    })
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1)
      const by = -pixels * zoomPerWheelPixel * (event.ctrlKey ? pinchFactor : 1)
      setView((now) => zoomed(now, now.zoom + by, sizeOf(), { x: event.clientX - left, y: event.clientY - top }))
    }
    // React's wheel listeners are passive and cannot prevent scrolling
    element.addEventListener('wheel', turn, { passive: false })
    return () => {
      stop()
      element.removeEventListener('wheel', turn)
    }
  }, [stage, sizeOf])

  return {
    view,
    dragged,
    step: (direction) => setView((now) => zoomed(now, steppedZoom(now.zoom, direction), sizeOf(), middle(sizeOf()))),
    pan: (by) => setView((now) => panned(now, by)),
    reset: () => setView(wholePicture),
  }
}
