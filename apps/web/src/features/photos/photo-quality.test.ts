import { expect, test } from 'vitest'
import { findDefect } from './photo-quality.ts'

const [width, height] = [160, 120]

/** Squares of two brightnesses. Each pixel is the mean of those up to `blur` away. */
function squares({ blur = 0, brightness = 120, contrast = 80, direction = 'both' }) {
  const at = (x: number, y: number) =>
    brightness + ((Math.floor(x / 16) + Math.floor(y / 16)) % 2 ? contrast : -contrast) / 2
  const rgba = new Uint8ClampedArray(width * height * 4)
  const [dx, dy] = [blur, direction === 'both' ? blur : 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let v = -dy; v <= dy; v++) for (let u = -dx; u <= dx; u++) sum += at(x + u + 160, y + v + 160)
      rgba.fill(sum / (2 * dx + 1) / (2 * dy + 1), (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  return rgba
}

test.each([
  ['a sharp photo', {}, null],
  ['one that is softer than sharp', { blur: 1 }, null],
  ['a blurred one', { blur: 5 }, 'blurred'],
  ['one blurred by a moving hand', { blur: 5, direction: 'across' }, 'blurred'],
  ['a blurred one with little contrast', { blur: 5, contrast: 30 }, 'blurred'],
  ['a plain surface', { contrast: 4 }, null],
  ['one without light', { brightness: 20, contrast: 20 }, 'dark'],
])('%s is judged as %o says: %s', (_what, picture, defect) => {
  expect(findDefect(squares(picture), width, height)).toBe(defect)
})
