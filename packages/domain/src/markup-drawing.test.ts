import { expect, test } from 'vitest'
import { drawMarkup } from './markup-drawing.ts'

const color = '#ffe600'
const size = { width: 1100, height: 550 }
const drawn = (kind: 'arrow' | 'circle' | 'line' | 'text', more: object = {}) =>
  drawMarkup({ version: 1, shapes: [{ kind, x: 0.1, y: 0.2, x2: 0.5, y2: 0.2, color, ...more }] }, size).shapes[0]

test.each([
  ['line', 'M110 110L550 110'],
  ['arrow', 'M110 110L550 110M495.9 84L550 110L495.9 136'],
])('an %s goes from its first to its second point', (kind, d) => {
  // cast: as listed
  expect(drawn(kind as 'line' | 'arrow')).toEqual({ kind: 'path', d, color })
})

test('a circle fills the box of its points, whichever comes first', () => {
  const d = 'M110 165A220 55 0 1 1 550 165A220 55 0 1 1 110 165'
  expect(drawn('circle', { y2: 0.4 })).toEqual({ kind: 'path', d, color })
  expect(drawn('circle', { x: 0.5, x2: 0.1, y: 0.4, y2: 0.2 })).toEqual({ kind: 'path', d, color })
})

test('a text starts at its point, ends there near the right edge, and a long one shrinks to fit the picture', () => {
  expect(drawn('text', { text: 'Lobe' })).toEqual({
    kind: 'text',
    x: 110,
    y: 110,
    size: 50,
    anchor: 'start',
    text: 'Lobe',
    color,
  })
  expect(drawn('text', { text: 'Lobe', x: 0.9 })).toMatchObject({ anchor: 'end' })
  expect(drawn('text', { text: 'x'.repeat(60) })).toMatchObject({ size: 27.5 })
})

test.each([
  ['at a third of the width', { x: 0.3 }, 'x'.repeat(60)],
  ['in the middle', { x: 0.4 }, 'x'.repeat(60)],
  ['before the last third', { x: 0.65 }, 'x'.repeat(60)],
  ['in the last third', { x: 0.7 }, 'x'.repeat(60)],
  ['in capitals', { x: 0.3 }, 'CONSOLIDATION OF THE CRANIAL LOBES'],
  ['in wide letters', { x: 0.1 }, '肺'.repeat(30)],
  ['at the upper edge', { y: 0 }, 'Lobe'],
  ['at the lower edge', { y: 1 }, 'Lobe'],
])('a text %s is within the picture', (_where, at, text) => {
  const shape = drawn('text', { ...at, text })
  if (shape?.kind !== 'text') throw new Error('no text')
  // of bold Inter
  const ems = Array.from(text).reduce((sum, char) => sum + (char === '肺' ? 1 : char === 'x' ? 0.58 : 0.7), 0)
  const length = ems * shape.size
  const left = { start: shape.x, middle: shape.x - length / 2, end: shape.x - length }[shape.anchor]
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left + length).toBeLessThanOrEqual(size.width)
  expect(shape.y - shape.size / 2).toBeGreaterThanOrEqual(0)
  expect(shape.y + shape.size / 2).toBeLessThanOrEqual(size.height)
})

test('line width is relative to the size of the picture', () => {
  expect(drawMarkup({ version: 1, shapes: [] }, size).lineWidth).toBe(10)
  expect(drawMarkup({ version: 1, shapes: [] }, { width: 550, height: 2200 }).lineWidth).toBe(20)
})
