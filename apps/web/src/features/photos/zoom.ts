import { clamp } from '@mantine/hooks'
import { constants } from '@chisholm/domain/constants'

const { min, max, buttonStep, clickStep, panLimit } = constants.zoom

export interface View {
  zoom: number
  /** The fixed point of the zoom, as fractions of the stage. */
  origin: Point
  /** Screen pixels. */
  pan: Point
}
export interface Point {
  x: number
  y: number
}

export const wholePicture: View = { zoom: min, origin: { x: 0.5, y: 0.5 }, pan: { x: 0, y: 0 } }
export const centerOf = (size: Point): Point => ({ x: size.x / 2, y: size.y / 2 })

const roundToTenth = (zoom: number) => Math.round(zoom * 10) / 10

export const steppedZoom = (zoom: number, direction: 1 | -1) =>
  clamp(roundToTenth(zoom + direction * buttonStep), min, max)
/** Zooms in; at the maximum it returns to the whole picture. */
export const clickedZoom = (zoom: number) => (zoom >= max ? min : clamp(roundToTenth(zoom + clickStep), min, max))

/**
 * Zooms so that the stage point `from` ends up at `to` (they differ while pinching). The pan moves into the origin, so
 * that every part of the picture can be reached although panning is limited.
 * @param size  of the stage, in pixels
 */
export function zoomed(view: View, targetZoom: number, size: Point, from: Point, to = from): View {
  const zoom = clamp(targetZoom, min, max)
  if (zoom === min) return wholePicture
  const along = (axis: 'x' | 'y') => {
    const origin = view.origin[axis] * size[axis]
    const point = origin + (from[axis] - view.pan[axis] - origin) / view.zoom
    return clamp((zoom * point - to[axis]) / (zoom - 1) / size[axis], 0, 1)
  }
  return { zoom, origin: { x: along('x'), y: along('y') }, pan: { x: 0, y: 0 } }
}

/** Pans a zoomed picture, about 100 px each way at most. */
export function panned(view: View, by: Point): View {
  if (view.zoom === min) return view
  const along = (axis: 'x' | 'y') => clamp(view.pan[axis] + by[axis], -panLimit, panLimit)
  return { ...view, pan: { x: along('x'), y: along('y') } }
}
