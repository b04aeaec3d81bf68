/* oxlint-disable no-underscore-dangle -- Emscripten exports C functions with an underscore. */
import type { Libheif } from 'libheif-js/wasm-bundle.js'

/** An image whose pixels are RGB of eight bits. */
export interface DecodedImage {
  width: number
  height: number
  /** All rows from the top, in parts. */
  parts: Iterable<Uint8Array>
  /** EXIF orientation of these pixels, 1 to 8. Undefined if the file itself says nothing of rotation. */
  orientation: number | undefined
}

/** Pixels in the memory of the decoder. A row takes `stride` bytes. */
interface Pixels {
  width: number
  height: number
  stride: number
  data: Uint8Array
}

/** An image of tiles of one size. Those on the right and at the bottom may reach beyond it. */
interface Grid {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  width: number
  height: number
}

/** A property by which a file rotates, mirrors or crops its image. */
type Transformation =
  | { kind: 'rotation'; quarters: number }
  | { kind: 'mirror'; isHorizontal: boolean }
  | { kind: 'other' }

/** Values of libheif's enumerations of colour spaces, pixel formats and channels. */
const rgb = { colorspace: 1, chroma: 10, channel: 10 }
/** The names of properties as libheif returns them: four letters in one number. */
const types = { irot: 0x69_72_6f_74, imir: 0x69_6d_69_72 }
const bytesPerPixel = 3
const rowsPerPart = 64

/**
 * Decodes the main image of a HEIF file. Phones store it as a grid of tiles: one row of them is decoded at a time, so
 * that a photo of 48 megapixels takes 30 MB instead of 400. Tiles are decoded as they are stored, because libheif 1.23
 * cannot find the tiles of a rotated grid.
 * @returns undefined if it has more than `maxPixels` pixels
 * @throws Error  the file cannot be read as HEIF
 */
export function decodeHeif(lib: Libheif, bytes: Uint8Array, maxPixels: number): DecodedImage | undefined {
  const heif = openHeif(lib, bytes)
  const grid = heif.readGrid()
  if (Math.max(heif.width * heif.height, grid.width * grid.height) > maxPixels) return undefined
  const transformations = heif.readTransformations()
  if (grid.columns * grid.rows > 1 && transformations.every(({ kind }) => kind !== 'other')) {
    const orientation = transformations.length > 0 ? toOrientation(transformations) : undefined
    return { width: grid.width, height: grid.height, parts: rowsOfTiles(grid, heif.decodeTile), orientation }
  }
  const pixels = heif.decode()
  const isOriented = transformations.some(({ kind }) => kind !== 'other')
  const orientation = isOriented ? 1 : undefined
  return { width: pixels.width, height: pixels.height, parts: rowsOf(pixels), orientation }
}

/** The EXIF orientation by the quarters that an image is turned clockwise, after it was mirrored or not. */
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

/** Opens a file with the C functions of libheif, which write what they return to addresses that they are given. */
function openHeif(lib: Libheif, bytes: Uint8Array) {
  const error = lib._malloc(12)
  const output = lib._malloc(128)
  const word = (address: number, index = 0) => lib.HEAPU32[(address >> 2) + index] ?? 0
  const check = () => {
    if (word(error) !== 0) throw new Error(`libheif: error ${word(error)}, ${word(error, 1)}`)
  }
  const file = lib._malloc(bytes.length)
  lib.HEAPU8.set(bytes, file)
  const context = lib._heif_context_alloc()
  lib._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0)
  check()
  lib._heif_context_get_primary_image_handle(error, context, output)
  check()
  const handle = word(output)
  const asStored = lib._heif_decoding_options_alloc()
  // struct heif_decoding_options begins with the bytes `version` and `ignore_transformations`.
  lib.HEAPU8[asStored + 1] = 1

  function pixelsOf(image: number): Pixels {
    const width = lib._heif_image_get_width(image, rgb.channel)
    const height = lib._heif_image_get_height(image, rgb.channel)
    const data = lib._heif_image_get_plane_readonly2(image, rgb.channel, output)
    const stride = word(output)
    return { width, height, stride, data: lib.HEAPU8.subarray(data, data + stride * height) }
  }

  return {
    width: lib._heif_image_handle_get_width(handle),
    height: lib._heif_image_handle_get_height(handle),
    /** The grid as it is stored. An image without a grid has one tile. */
    readGrid(): Grid {
      lib._heif_image_handle_get_image_tiling(error, handle, 0, output)
      check()
      const [columns, rows, tileWidth, tileHeight] = [
        word(output, 1),
        word(output, 2),
        word(output, 3),
        word(output, 4),
      ]
      return { columns, rows, tileWidth, tileHeight, width: word(output, 5), height: word(output, 6) }
    },
    /** In the order in which they are applied. */
    readTransformations(): Transformation[] {
      const item = lib._heif_image_handle_get_item_id(handle)
      const count = lib._heif_item_get_transformation_properties(context, item, output, 32)
      const properties = Array.from({ length: count }, (_, index) => word(output, index))
      return properties.map((property) => {
        switch (lib._heif_item_get_property_type(context, item, property)) {
          case types.irot: {
            const degrees = lib._heif_item_get_property_transform_rotation_ccw(context, item, property)
            return { kind: 'rotation', quarters: -degrees / 90 }
          }
          case types.imir: {
            const direction = lib._heif_item_get_property_transform_mirror(context, item, property)
            return { kind: 'mirror', isHorizontal: direction === 1 }
          }
          default:
            return { kind: 'other' }
        }
      })
    },
    decode(): Pixels {
      lib._heif_decode_image(error, handle, output, rgb.colorspace, rgb.chroma, 0)
      check()
      return pixelsOf(word(output))
    },
    /** Gives the pixels of a tile to `use`, and releases them after it. */
    decodeTile(column: number, row: number, use: (pixels: Pixels) => void): void {
      const { colorspace, chroma } = rgb
      lib._heif_image_handle_decode_image_tile(error, handle, output, colorspace, chroma, asStored, column, row)
      check()
      const image = word(output)
      use(pixelsOf(image))
      lib._heif_image_release(image)
    },
  }
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

type DecodeTile = ReturnType<typeof openHeif>['decodeTile']

function* rowsOfTiles(grid: Grid, decodeTile: DecodeTile): Iterable<Uint8Array> {
  const rowBytes = grid.width * bytesPerPixel
  for (let row = 0; row < grid.rows; row++) {
    const part = Buffer.alloc(Math.min(grid.tileHeight, grid.height - row * grid.tileHeight) * rowBytes)
    for (let column = 0; column < grid.columns; column++) {
      const left = column * grid.tileWidth
      decodeTile(column, row, ({ data, stride, width, height }) => {
        const bytes = Math.min(width, grid.width - left) * bytesPerPixel
        for (let line = 0; line < Math.min(height, part.length / rowBytes); line++)
          part.set(data.subarray(line * stride, line * stride + bytes), line * rowBytes + left * bytesPerPixel)
      })
    }
    yield part
  }
}
