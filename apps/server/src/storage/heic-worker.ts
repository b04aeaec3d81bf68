import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { decodeHeif } from './decode-heif.ts'
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

async function decode({ source, target, orientation, maxPixels }: HeicTask): Promise<HeicResult> {
  // The library creates its memory when it is loaded.
  const { default: lib } = await import('libheif-js/wasm-bundle.js')
  const image = decodeHeif(lib, typeof source === 'string' ? readFileSync(source) : source, maxPixels)
  if (!image) return 'pixels'
  writeTiff(target, image, image.orientation ?? orientation)
  return 'decoded'
}

async function decodeSafely(task: HeicTask): Promise<HeicResult> {
  try {
    return await decode(task)
  } catch (thrown) {
    // A file that could not be read or written, which does not mean that the image is damaged.
    if (thrown instanceof Error && 'syscall' in thrown) throw thrown
    return isMemoryExceeded ? 'memory' : 'broken'
  }
}

// cast: decode-heic.ts starts this worker with it
const task = workerData as HeicTask
limitMemory(task.maxBytes)
const result = await decodeSafely(task)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a worker thread has no origin
parentPort?.postMessage(result)
