import { expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

const shape = { kind: 'arrow', x: 0, y: 0.25, x2: 1, y2: 0.5, color: '#FFCC00' }
const markup = (...shapes: unknown[]) => ({ version: 1, shapes })

test('every kind of shape is accepted, with colours in lower case and without unknown fields', () => {
  const shapes = ['arrow', 'circle', 'line', 'text'].map((kind) => ({ ...shape, kind, text: 'cut', width: 3 }))
  expect(parseMarkup(markup(...shapes))).toEqual({
    value: { version: 1, shapes: shapes.map(({ width: _width, ...one }) => ({ ...one, color: '#ffcc00' })) },
  })
  expect(parseMarkup(markup())).toEqual({ value: { version: 1, shapes: [] } })
})

test('a form sends its numbers as texts', () => {
  const texts = { ...shape, x: '0', y: '0.25', x2: '1', y2: '0.5' }
  expect(parseMarkup({ version: '1', shapes: [texts] })).toEqual(parseMarkup(markup(shape)))
})

test.each<[string, unknown, string]>([
  ['a text', 'arrow', 'markup must be {"version": 1'],
  ['another version', { version: 2, shapes: [] }, 'markup must be {"version": 1'],
  ['no list of shapes', { version: 1, shapes: {} }, 'markup must be {"version": 1'],
  ['too many shapes', markup(...Array.from({ length: 51 }, () => shape)), 'at most 50 shapes'],
  ['a shape that is none', markup(shape, null), 'markup.shapes.1 must be an object'],
  ['an unknown kind', markup({ ...shape, kind: 'star' }), 'shapes.0.kind must be one of arrow, circle, line, text'],
  ['a point outside', markup({ ...shape, x2: 1.01 }), 'shapes.0.x2 must be a number from 0 to 1'],
  ['a point that is no number', markup({ ...shape, y: NaN }), 'shapes.0.y must be a number from 0 to 1'],
  ['a point left empty', markup({ ...shape, x: '' }), 'shapes.0.x must be a number from 0 to 1'],
  ['a missing point', markup({ ...shape, x: undefined }), 'shapes.0.x must be a number from 0 to 1'],
  ['a named colour', markup({ ...shape, color: 'red' }), 'shapes.0.color must be like #ffcc00'],
  ['a long text', markup({ ...shape, text: 'x'.repeat(61) }), 'shapes.0.text must be a text of at most 60'],
])('%s is refused and named', (_what, sent, error) => {
  expect(parseMarkup(sent)).toEqual({ error: expect.stringContaining(error) })
})

test('fifty shapes and texts of 60 characters are accepted', () => {
  const full = markup(...Array.from({ length: 50 }, () => ({ ...shape, kind: 'text', text: 'x'.repeat(60) })))
  expect(parseMarkup(full)).toHaveProperty('value')
})
