/** The parts of libheif-js that are used here. */
declare module 'libheif-js/wasm-bundle.js' {
  export interface Channel {
    width: number
    height: number
    stride: number
    /** A view of the decoder's memory. */
    data: Uint8Array
  }
  interface Libheif {
    heif_context_alloc(): object
    heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: object }
    heif_js_context_get_primary_image_handle(context: object): { code?: object }
    heif_image_handle_get_width(handle: object): number
    heif_image_handle_get_height(handle: object): number
    heif_js_decode_image2(handle: object, space: object, chroma: object): { channels?: Channel[] }
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object }
  }
  const libheif: Libheif
  export default libheif
}
