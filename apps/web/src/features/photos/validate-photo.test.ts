import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { expect, test } from 'vitest'
import { photoTexts } from './photo-texts.ts'
import { validatePhoto } from './validate-photo.ts'

const { photoType, photoTooLarge } = texts.validation
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const png = [0x89, 0x50, 0x4e, 0x47]
const ascii = (text: string) => Array.from(new TextEncoder().encode(text))
const { maxBytes } = constants.photo

test.each<[string, string, number[], number, string | null]>([
  ['a JPEG', 'cow.jpg', jpeg, 100, null],
  ['a JPEG of a phone', 'IMG_0001.JPEG', jpeg, 100, null],
  ['a PNG', 'cow.png', png, 100, null],
  ['a PNG named as a JPEG', 'cow.jpg', png, 100, null],
  ['a WebP', 'cow.webp', ascii('RIFF\0\0\0\0WEBPVP8 '), 100, null],
  ['a HEIC of an iPhone', 'IMG_0001.HEIC', ascii('\0\0\0 ftypheic'), 100, null],
  ['a HEIC of another phone', 'cow.heif', ascii('\0\0\0 ftypmif1'), 100, null],
  ['an AVIF named as a HEIC', 'cow.heic', ascii('\0\0\0 ftypavif'), 100, photoType],
  ['a sound named as a WebP', 'cow.webp', ascii('RIFF\0\0\0\0WAVEfmt '), 100, photoType],
  ['a PDF named as a JPEG', 'cow.jpg', [0x25, 0x50, 0x44, 0x46], 100, photoType],
  ['a JPEG named as a PDF', 'cow.pdf', jpeg, 100, photoType],
  ['a photo without an ending', 'cow', jpeg, 100, photoType],
  ['an ending in the middle', 'cow.jpg.exe', jpeg, 100, photoType],
  ['an empty file', 'cow.jpg', [], 0, photoType],
  ['a file cut off within its first bytes', 'cow.png', png.slice(0, 3), 3, photoType],
  ['the largest photo', 'cow.jpg', jpeg, maxBytes, null],
  ['a byte more', 'cow.jpg', jpeg, maxBytes + 1, photoTooLarge],
  ['something large that is no photo', 'cow.mov', jpeg, maxBytes + 1, photoType],
])('%s (%s) is taken, or refused with its reason', async (_what, name, bytes, size, error) => {
  const rest = new Uint8Array(size - bytes.length)
  expect(await validatePhoto(new File([new Uint8Array(bytes), rest], name))).toBe(error)
})

test('a file that can no longer be read is refused with its reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chisholm-'))
  const stored = path.join(folder, 'cow.jpg')
  await writeFile(stored, new Uint8Array(jpeg))
  const file = new File([await openAsBlob(stored)], 'cow.jpg')
  await rm(folder, { recursive: true })
  expect(await validatePhoto(file)).toBe(photoTexts.unreadable)
})
