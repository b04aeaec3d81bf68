import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Channel } from 'libheif-js/wasm-bundle.js'
import { writeTiff } from './write-tiff.ts'

/* Decodes one HEIC file to an uncompressed TIFF in its own thread. The memory that this takes is freed when the
   thread ends. */

export interface HeicTask {
  source: string | Uint8Array
  target: string
  /** EXIF orientation. It is used only if the file has no rotation properties of its own. */
  orientation: number
  maxPixels: number
  maxBytes: number
}

export type HeicResult = 'decoded' | 'pixels' | 'memory' | 'broken'

/** The only part of WebAssembly that is used here. Node.js has no types for it. */
interface Memory {
  buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: { Memory: { prototype: Memory } }

let isMemoryExceeded = false

/** Limits the memory of the decoder, because the limits of a thread do not include the memory of WebAssembly. */
function limitMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function limitedGrow(this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) {
      isMemoryExceeded = true
      throw new RangeError('memory limit of the HEIC decoder')
    }
    return grow.call(this, pages)
  }
}

async function decode({ source, maxPixels }: HeicTask): Promise<Channel | HeicResult> {
  // The library creates its memory when it is loaded.
  const { default: lib } = await import('libheif-js/wasm-bundle.js')
  const context = lib.heif_context_alloc()
  const bytes = typeof source === 'string' ? readFileSync(source) : source
  if (lib.heif_context_read_from_memory(context, bytes).code !== lib.heif_error_code.heif_error_Ok) return 'broken'
  const handle = lib.heif_js_context_get_primary_image_handle(context)
  if (handle.code) return 'broken'
  if (lib.heif_image_handle_get_width(handle) * lib.heif_image_handle_get_height(handle) > maxPixels) return 'pixels'
  const { heif_colorspace_RGB: space } = lib.heif_colorspace
  const { channels } = lib.heif_js_decode_image2(handle, space, lib.heif_chroma.heif_chroma_interleaved_RGB)
  return channels?.[0] ?? 'broken'
}

/** Whether properties of a file rotate or mirror its image. Each is a box of nine bytes. */
function hasRotation(source: HeicTask['source']): boolean {
  const bytes = typeof source === 'string' ? readFileSync(source) : Buffer.from(source)
  return ['irot', 'imir'].some((name) => bytes.includes(Buffer.from(`\0\0\0\u0009${name}`, 'latin1')))
}

async function decodeSafely(task: HeicTask): Promise<Channel | HeicResult> {
  try {
    const decoded = await decode(task)
    return decoded === 'broken' && isMemoryExceeded ? 'memory' : decoded
  } catch (thrown) {
    // The file could not be read, which does not mean that the image is damaged.
    if (thrown instanceof Error && 'syscall' in thrown) throw thrown
    return isMemoryExceeded ? 'memory' : 'broken'
  }
}

// cast: decode-heic.ts starts this worker with it
const task = workerData as HeicTask
limitMemory(task.maxBytes)
const decoded = await decodeSafely(task)
if (typeof decoded !== 'string') writeTiff(task.target, decoded, hasRotation(task.source) ? 1 : task.orientation)
const result: HeicResult = typeof decoded === 'string' ? decoded : 'decoded'
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker thread has no origin
parentPort?.postMessage(result)
