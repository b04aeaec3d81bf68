import exifr from 'exifr/dist/lite.esm.mjs'
import { expect, test } from 'vitest'
import { takenTimeOptions, takenTimeOf, withTakenTime } from './taken-time.ts'

/** The beginning and the end of a JPEG. */
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0x00, 0x02, 0xff, 0xd9])

test.each([
  ['with an offset', { local: '2026:09:22 14:03:11', offset: '-06:00' }],
  ['without one', { local: '2026:09:22 14:03:11', offset: null }],
])('a time %s is read from the picture again, which is otherwise the same', async (_what, taken) => {
  const result = withTakenTime(jpeg, taken)
  expect(takenTimeOf(await exifr.parse(result, takenTimeOptions))).toEqual(taken)
  expect([...result.slice(0, 2), ...result.slice(result.length - jpeg.length + 2)]).toEqual([...jpeg])
})

test('an invalid time is omitted', () => {
  expect(takenTimeOf(undefined)).toBeNull()
  expect(takenTimeOf({ DateTimeOriginal: 'yesterday' })).toBeNull()
  expect(takenTimeOf({ DateTimeOriginal: '2026:09:22 14:03:11', OffsetTimeOriginal: 'Z' })).toEqual({
    local: '2026:09:22 14:03:11',
    offset: null,
  })
})
