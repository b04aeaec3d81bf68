/**
 * The parts of libheif-js that are used here: the C functions of libheif. Addresses are positions in `HEAPU8`. A function
 * that can fail has its result, three words, written to the address that is its first argument.
 */
declare module 'libheif-js/wasm-bundle.js' {
  export interface Libheif {
    /** The memory, as bytes and as words. Both are replaced when the memory grows. */
    HEAPU8: Uint8Array
    HEAPU32: Uint32Array
    _malloc(bytes: number): number
    _heif_context_alloc(): number
    _heif_context_read_from_memory_without_copy(
      result: number,
      context: number,
      bytes: number,
      size: number,
      options: 0,
    ): void
    _heif_context_get_primary_image_handle(result: number, context: number, handle: number): void
    _heif_image_handle_get_width(handle: number): number
    _heif_image_handle_get_height(handle: number): number
    _heif_image_handle_get_item_id(handle: number): number
    _heif_item_get_transformation_properties(context: number, item: number, properties: number, count: number): number
    _heif_item_get_property_type(context: number, item: number, property: number): number
    _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number
    _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number
    _heif_decoding_options_alloc(): number
    _heif_decoding_options_free(options: number): void
    _heif_image_handle_get_image_tiling(result: number, handle: number, isTransformed: 0, tiling: number): void
    _heif_image_handle_decode_image_tile(
      result: number,
      handle: number,
      image: number,
      colorspace: number,
      chroma: number,
      options: number,
      column: number,
      row: number,
    ): void
    _heif_decode_image(
      result: number,
      handle: number,
      image: number,
      colorspace: number,
      chroma: number,
      options: 0,
    ): void
    _heif_image_get_width(image: number, channel: number): number
    _heif_image_get_height(image: number, channel: number): number
    _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number
    _heif_image_release(image: number): void
  }
  const libheif: Libheif
  export default libheif
}
