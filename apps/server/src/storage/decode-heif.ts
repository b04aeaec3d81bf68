import type { Libheif } from 'libheif-js/wasm-bundle.js'
import { type Grid, HeifFile, type Pixels, type Transformation } from './heif-file.ts'

/** An image whose pixels are RGB of eight bits. */
export interface DecodedImage {
  width: number
  height: number
  /** All rows from the top, in parts. */
  parts: Iterable<Uint8Array>
  /** EXIF orientation of these pixels, 1 to 8. Undefined if the file itself says nothing of rotation. */
  orientation: number | undefined
}

const bytesPerPixel = 3
const rowsPerPart = 64

/**
 * Decodes the main image of a HEIF file. Phones store it as a grid of tiles: one row of them is decoded at a time, so
 * that a photo of 48 megapixels takes 30 MB instead of 400. Tiles are decoded as they are stored, because libheif 1.23
 * does not find the tiles of a rotated grid.
 * @returns undefined if it has more than `maxPixels` pixels
 * @throws Error  the file cannot be read as HEIF
 */
export function decodeHeif(lib: Libheif, bytes: Uint8Array, maxPixels: number): DecodedImage | undefined {
  const file = new HeifFile(lib, bytes)
  const grid = file.readGrid()
  if (Math.max(file.width * file.height, grid.width * grid.height) > maxPixels) return undefined
  const transformations = file.readTransformations()
  if (grid.columns * grid.rows > 1 && transformations.every(({ kind }) => kind !== 'other')) {
    const orientation = transformations.length > 0 ? toOrientation(transformations) : undefined
    return { width: grid.width, height: grid.height, parts: rowsOfTiles(grid, file), orientation }
  }
  const pixels = file.decode()
  const isOriented = transformations.some(({ kind }) => kind !== 'other')
  const { width, height } = pixels
  return { width, height, parts: rowsOf(pixels), orientation: isOriented ? 1 : undefined }
}

/** The EXIF orientations by the quarters that an image is turned clockwise, after it was mirrored or not. */
const orientations = { plain: [1, 6, 3, 8], mirrored: [2, 7, 4, 5] }

function toOrientation(transformations: Transformation[]): number {
  let isMirrored = false
  let quarters = 0
  for (const one of transformations) {
    if (one.kind === 'rotation') quarters += one.quarters
    if (one.kind === 'mirror') {
      isMirrored = !isMirrored
      // Turned and then mirrored is the same as mirrored and then turned the other way.
      quarters = (one.isHorizontal ? 0 : 2) - quarters
    }
  }
  return orientations[isMirrored ? 'mirrored' : 'plain'][((quarters % 4) + 4) % 4] ?? 1
}

function* rowsOf({ width, height, stride, data }: Pixels): Iterable<Uint8Array> {
  const rowBytes = width * bytesPerPixel
  for (let first = 0; first < height; first += rowsPerPart) {
    const part = Buffer.alloc(Math.min(rowsPerPart, height - first) * rowBytes)
    for (let row = 0; row * rowBytes < part.length; row++) {
      const from = (first + row) * stride
      part.set(data.subarray(from, from + rowBytes), row * rowBytes)
    }
    yield part
  }
}

function* rowsOfTiles(grid: Grid, file: HeifFile): Iterable<Uint8Array> {
  const rowBytes = grid.width * bytesPerPixel
  for (let row = 0; row < grid.rows; row++) {
    const part = Buffer.alloc(Math.min(grid.tileHeight, grid.height - row * grid.tileHeight) * rowBytes)
    for (let column = 0; column < grid.columns; column++) {
      const left = column * grid.tileWidth
      file.decodeTile(column, row, ({ data, stride, width, height }) => {
        const bytes = Math.min(width, grid.width - left) * bytesPerPixel
        for (let line = 0; line < Math.min(height, part.length / rowBytes); line++)
          part.set(data.subarray(line * stride, line * stride + bytes), line * rowBytes + left * bytesPerPixel)
      })
    }
    yield part
  }
}
