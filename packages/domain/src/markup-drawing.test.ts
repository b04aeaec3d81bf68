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

test('line width is relative to the size of the picture', () => {
  expect(drawMarkup({ version: 1, shapes: [] }, size).lineWidth).toBe(10)
  expect(drawMarkup({ version: 1, shapes: [] }, { width: 550, height: 2200 }).lineWidth).toBe(20)
})
