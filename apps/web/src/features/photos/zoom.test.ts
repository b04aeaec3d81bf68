import { describe, expect, test } from 'vitest'
import { clickedZoom, panned, steppedZoom, type View, wholePicture, zoomed } from './zoom.ts'

const stage = { x: 400, y: 300 }

test.each<[number, 1 | -1, number]>([
  [1, 1, 1.1],
  [1.1, 1, 1.2],
  [1.2, -1, 1.1],
  [1, -1, 1],
  [3, 1, 3],
  [2.95, 1, 3],
])('a button at %d in direction %i leads to %d', (zoom, direction, next) => {
  expect(steppedZoom(zoom, direction)).toBe(next)
})

test.each([
  [1, 1.5],
  [1.1, 1.6],
  [2.5, 3],
  [2.8, 3],
  [3, 1],
])('a click at %d leads to %d', (zoom, next) => {
  expect(clickedZoom(zoom)).toBe(next)
})

/** Position of a point of the unzoomed stage in this view. */
const shownAt = (view: View, point: { x: number; y: number }) => {
  const along = (axis: 'x' | 'y') => {
    const origin = view.origin[axis] * stage[axis]
    return origin + (point[axis] - origin) * view.zoom + view.pan[axis]
  }
  return { x: along('x'), y: along('y') }
}

describe('zooming', () => {
  test.each([
    [2, { x: 100, y: 50 }],
    [3, { x: 400, y: 300 }],
    [1.5, { x: 0, y: 299 }],
  ])('to %d keeps the point %o under the finger', (zoom, point) => {
    const { x, y } = shownAt(zoomed(wholePicture, zoom, stage, point), point)
    expect(x).toBeCloseTo(point.x)
    expect(y).toBeCloseTo(point.y)
  })
  test('stops at its limits', () => {
    expect(zoomed(wholePicture, 9, stage, { x: 10, y: 10 }).zoom).toBe(3)
    const near = zoomed(wholePicture, 2, stage, { x: 10, y: 10 })
    expect(zoomed(near, 0.2, stage, { x: 300, y: 10 })).toEqual(wholePicture)
  })
  test('never shows an area outside the picture', () => {
    const { origin } = zoomed(wholePicture, 2, stage, { x: 0, y: 0 }, { x: 400, y: 300 })
    expect(origin).toEqual({ x: 0, y: 0 })
  })
})

const half: View = { zoom: 2, origin: { x: 0.5, y: 0.5 }, pan: { x: 0, y: 0 } }
test.each([
  [half, { x: 30, y: -40 }, { x: 30, y: -40 }],
  [half, { x: 500, y: -500 }, { x: 100, y: -100 }],
  [
    { ...half, pan: { x: 90, y: 0 } },
    { x: 20, y: 5 },
    { x: 100, y: 5 },
  ],
  [wholePicture, { x: 30, y: 30 }, { x: 0, y: 0 }],
])('the picture %o dragged by %o stands at %o', (view, by, pan) => {
  expect(panned(view, by)).toEqual({ ...view, pan })
})
