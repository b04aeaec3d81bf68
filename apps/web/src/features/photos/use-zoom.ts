import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { listenForGestures } from './pointer-gestures.ts'
import { clickedZoom, centerOf, panned, type Point, steppedZoom, type View, wholePicture, zoomed } from './zoom.ts'

interface Zoom {
  view: View
  isDragging: boolean
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
  const [isDragging, setDragging] = useState(false)
  const stageSize = useCallback((): Point => {
    const { width = 1, height = 1 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: width, y: height }
  }, [stage])

  const latestOnSwipe = useRef(onSwipe)
  useEffect(() => {
    latestOnSwipe.current = view.zoom === wholePicture.zoom ? onSwipe : () => undefined
  }, [view.zoom, onSwipe])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stop = listenForGestures(element, {
      click: (at) => setView((now) => zoomed(now, clickedZoom(now.zoom), stageSize(), at)),
      drag: (by) => setView((now) => panned(now, by)),
      pinch: (factor, from, to) => setView((now) => zoomed(now, now.zoom * factor, stageSize(), from, to)),
      swipe: (direction) => latestOnSwipe.current(direction),
      moving: setDragging,
    })
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : 1)
      const by = -pixels * zoomPerWheelPixel * (event.ctrlKey ? pinchFactor : 1)
      setView((now) => zoomed(now, now.zoom + by, stageSize(), { x: event.clientX - left, y: event.clientY - top }))
    }
    // React's wheel listeners are passive and cannot prevent scrolling
    element.addEventListener('wheel', handleWheel, { passive: false })
    return () => {
      stop()
      element.removeEventListener('wheel', handleWheel)
    }
  }, [stage, stageSize])

  return {
    view,
    isDragging,
    step: (direction) =>
      setView((now) => zoomed(now, steppedZoom(now.zoom, direction), stageSize(), centerOf(stageSize()))),
    pan: (by) => setView((now) => panned(now, by)),
    reset: () => setView(wholePicture),
  }
}
