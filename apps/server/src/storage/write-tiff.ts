import { closeSync, openSync, writeSync } from 'node:fs'
import type { DecodedImage } from './decode-heif.ts'

const rowsPerStrip = 64

/**
 * Writes an uncompressed TIFF in strips, so that it can be read without loading all of it.
 * @param orientation  EXIF orientation that is recorded, 1 to 8
 */
export function writeTiff(file: string, image: DecodedImage, orientation: number): void {
  const target = openSync(file, 'wx', 0o600)
  try {
    writeAll(target, headerOf(image, orientation))
    for (const part of image.parts) writeAll(target, part)
  } finally {
    closeSync(target)
  }
}

function headerOf({ width, height }: DecodedImage, orientation: number): Buffer {
  const rowBytes = width * 3
  const strips = Array.from({ length: Math.ceil(height / rowsPerStrip) }, (_, index) => index * rowsPerStrip)
  const sizes = strips.map((row) => Math.min(rowsPerStrip, height - row) * rowBytes)
  const tagCount = 10
  const extra = 8 + 2 + tagCount * 12 + 4
  const lists = { bits: extra, offsets: extra + 6, sizes: extra + 6 + strips.length * 4 }
  const pixels = lists.sizes + strips.length * 4
  const header = Buffer.alloc(pixels)
  header.write('II*\0', 0, 'latin1')
  header.writeUInt32LE(8, 4)
  header.writeUInt16LE(tagCount, 8)
  const [short, long] = [3, 4]
  const only = strips.length === 1
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, lists.bits],
    [259, short, 1, 1], // uncompressed
    [262, short, 1, 2], // RGB
    [273, long, strips.length, only ? pixels : lists.offsets],
    [274, short, 1, orientation],
    [277, short, 1, 3], // samples per pixel
    [278, long, 1, rowsPerStrip],
    [279, long, strips.length, only ? (sizes[0] ?? 0) : lists.sizes],
  ]
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + index * 12
    header.writeUInt16LE(tag, at)
    header.writeUInt16LE(type, at + 2)
    header.writeUInt32LE(count, at + 4)
    header.writeUInt32LE(value, at + 8)
  }
  for (let sample = 0; sample < 3; sample++) header.writeUInt16LE(8, lists.bits + sample * 2)
  for (const [index, row] of strips.entries()) {
    header.writeUInt32LE(pixels + row * rowBytes, lists.offsets + index * 4)
    header.writeUInt32LE(sizes[index] ?? 0, lists.sizes + index * 4)
  }
  return header
}

function writeAll(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(target, bytes, written)
}
