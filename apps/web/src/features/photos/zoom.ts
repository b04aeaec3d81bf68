import { constants } from '@chisholm/domain/constants'

const { min, max, buttonStep, clickStep, panLimit } = constants.zoom

/** How a picture is looked at: how large, around which point, and how far it was dragged from there. */
export interface View {
  zoom: number
  /** The point that stays in place when the picture grows, as shares of the stage. */
  origin: Point
  /** Pixels of the screen. */
  pan: Point
}
export interface Point {
  x: number
  y: number
}

export const wholePicture: View = { zoom: min, origin: { x: 0.5, y: 0.5 }, pan: { x: 0, y: 0 } }
export const middle = (size: Point): Point => ({ x: size.x / 2, y: size.y / 2 })

const between = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))
const tenths = (zoom: number) => Math.round(zoom * 10) / 10

export const steppedZoom = (zoom: number, direction: 1 | -1) => between(min, max, tenths(zoom + direction * buttonStep))
/** A click comes closer, and from closest it goes back to the whole picture. */
export const clickedZoom = (zoom: number) => (zoom >= max ? min : between(min, max, tenths(zoom + clickStep)))

/**
 * Zooms so that what lies at one point of the stage lies at another afterwards (two fingers move while they pinch).
 * The pan goes into the origin, so every part of the picture can be reached although a drag is short.
 * @param size  of the stage, in pixels like the points
 */
export function zoomed(view: View, wanted: number, size: Point, from: Point, to = from): View {
  const zoom = between(min, max, wanted)
  if (zoom === min) return wholePicture
  const along = (axis: 'x' | 'y') => {
    const origin = view.origin[axis] * size[axis]
    const point = origin + (from[axis] - view.pan[axis] - origin) / view.zoom
    return between(0, 1, (zoom * point - to[axis]) / (zoom - 1) / size[axis])
  }
  return { zoom, origin: { x: along('x'), y: along('y') }, pan: { x: 0, y: 0 } }
}

/** Drags a picture that is larger than the stage, about 100 px each way at most. */
export function panned(view: View, by: Point): View {
  if (view.zoom === min) return view
  const along = (axis: 'x' | 'y') => between(-panLimit, panLimit, view.pan[axis] + by[axis])
  return { ...view, pan: { x: along('x'), y: along('y') } }
}
