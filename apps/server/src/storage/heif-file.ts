/* oxlint-disable no-underscore-dangle -- Emscripten exports C functions with an underscore. */
import type { Libheif } from 'libheif-js/wasm-bundle.js'

/** RGB pixels of eight bits in the memory of the decoder. A row takes `stride` bytes. */
export interface Pixels {
  width: number
  height: number
  stride: number
  data: Uint8Array
}

/** An image of tiles of one size. Those on the right and at the bottom may reach beyond it. */
export interface Grid {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  width: number
  height: number
}

/** A property by which a file rotates, mirrors or crops its image. `quarters` are clockwise. */
export type Transformation =
  | { kind: 'rotation'; quarters: number }
  | { kind: 'mirror'; isHorizontal: boolean }
  | { kind: 'other' }

/** Values of libheif's enumerations of colour spaces, pixel formats and channels. */
const rgb = { colorspace: 1, chroma: 10, channel: 10 }
/** The names of properties as libheif returns them: four letters in one number. */
const propertyTypes = { irot: 0x69_72_6f_74, imir: 0x69_6d_69_72 }
const maxTransformations = 32

/**
 * The main image of a HEIF file, read by the C functions of libheif. They write what they return to addresses that they
 * are given. The memory of a file is freed together with the library's.
 * @throws Error  in the constructor and in each method: the file is not a HEIF file, or it is damaged
 */
export class HeifFile {
  readonly width: number
  readonly height: number
  readonly #lib: Libheif
  readonly #error: number
  readonly #output: number
  readonly #context: number
  readonly #handle: number

  constructor(lib: Libheif, bytes: Uint8Array) {
    this.#lib = lib
    this.#error = lib._malloc(12)
    this.#output = lib._malloc(4 * maxTransformations)
    this.#context = lib._heif_context_alloc()
    const file = lib._malloc(bytes.length)
    lib.HEAPU8.set(bytes, file)
    lib._heif_context_read_from_memory_without_copy(this.#error, this.#context, file, bytes.length, 0)
    this.#check()
    lib._heif_context_get_primary_image_handle(this.#error, this.#context, this.#output)
    this.#check()
    this.#handle = this.#word(this.#output)
    this.width = lib._heif_image_handle_get_width(this.#handle)
    this.height = lib._heif_image_handle_get_height(this.#handle)
  }

  /** The tiles as they are stored, before transformations. An image without a grid has one. */
  readGrid(): Grid {
    this.#lib._heif_image_handle_get_image_tiling(this.#error, this.#handle, 0, this.#output)
    this.#check()
    // The first word of the struct is its version.
    const word = (index: number) => this.#word(this.#output, index)
    const [columns, rows, tileWidth, tileHeight] = [word(1), word(2), word(3), word(4)]
    return { columns, rows, tileWidth, tileHeight, width: word(5), height: word(6) }
  }

  /** In the order in which they are applied. */
  readTransformations(): Transformation[] {
    const item = this.#lib._heif_image_handle_get_item_id(this.#handle)
    const count = this.#lib._heif_item_get_transformation_properties(
      this.#context,
      item,
      this.#output,
      maxTransformations,
    )
    const properties = Array.from({ length: count }, (_, index) => this.#word(this.#output, index))
    return properties.map((property) => this.#readTransformation(item, property))
  }

  #readTransformation(item: number, property: number): Transformation {
    const type = this.#lib._heif_item_get_property_type(this.#context, item, property)
    if (type === propertyTypes.irot) {
      const degrees = this.#lib._heif_item_get_property_transform_rotation_ccw(this.#context, item, property)
      return { kind: 'rotation', quarters: -degrees / 90 }
    }
    if (type !== propertyTypes.imir) return { kind: 'other' }
    const direction = this.#lib._heif_item_get_property_transform_mirror(this.#context, item, property)
    return { kind: 'mirror', isHorizontal: direction === 1 }
  }

  /** Decodes the whole image, with its transformations applied. */
  decode(): Pixels {
    this.#lib._heif_decode_image(this.#error, this.#handle, this.#output, rgb.colorspace, rgb.chroma, 0)
    this.#check()
    return this.#pixelsOf(this.#word(this.#output))
  }

  /** Decodes a tile as it is stored. Its pixels are valid only while `use` runs. */
  decodeTile(column: number, row: number, use: (pixels: Pixels) => void): void {
    const options = this.#lib._heif_decoding_options_alloc()
    // The struct begins with the bytes `version` and `ignore_transformations`.
    this.#lib.HEAPU8[options + 1] = 1
    const { colorspace, chroma } = rgb
    this.#lib._heif_image_handle_decode_image_tile(
      this.#error,
      this.#handle,
      this.#output,
      colorspace,
      chroma,
      options,
      column,
      row,
    )
    this.#lib._heif_decoding_options_free(options)
    this.#check()
    const image = this.#word(this.#output)
    use(this.#pixelsOf(image))
    this.#lib._heif_image_release(image)
  }

  #pixelsOf(image: number): Pixels {
    const width = this.#lib._heif_image_get_width(image, rgb.channel)
    const height = this.#lib._heif_image_get_height(image, rgb.channel)
    const data = this.#lib._heif_image_get_plane_readonly2(image, rgb.channel, this.#output)
    const stride = this.#word(this.#output)
    return { width, height, stride, data: this.#lib.HEAPU8.subarray(data, data + stride * height) }
  }

  #word(address: number, index = 0): number {
    return this.#lib.HEAPU32[(address >> 2) + index] ?? 0
  }

  #check(): void {
    const [code, subcode] = [this.#word(this.#error), this.#word(this.#error, 1)]
    if (code !== 0) throw new Error(`libheif: error ${code}, ${subcode}`)
  }
}
