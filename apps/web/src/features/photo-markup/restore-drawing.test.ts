import { expect, test } from 'vitest'
import { restoreDrawing, type Shape } from './restore-drawing.ts'

const shape = (x: number): Shape => ({ kind: 'line', color: 'yellow', x, y: 0, x2: 1, y2: 1 })
const [old, drawn, others, removed] = [shape(0.1), shape(0.2), shape(0.3), shape(0.4)]

test.each([
  ['nothing happened meanwhile', [old], [old, drawn], [old], [old, drawn]],
  ['somebody else has drawn, too', [old], [old, drawn], [old, others], [old, others, drawn]],
  ['somebody else has removed a shape', [old, removed], [old, removed, drawn], [old], [old, drawn]],
  ['a shape was removed here', [old, removed], [old], [old, removed, others], [old, others]],
  ['the same was saved already', [old], [old, drawn], [old, drawn], [old, drawn]],
])('a drawing that goes on, when %s', (_, before, shapes, now, expected) => {
  expect(restoreDrawing({ before, shapes }, now)).toEqual(expected)
})
