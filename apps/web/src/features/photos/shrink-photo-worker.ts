import { findDefect, type PhotoDefect } from './photo-quality.ts'
import { takenTimeOptions, takenTimeOf, withTakenTime } from './taken-time.ts'

/* Converts a photo to a small, upright JPEG, outside the page's main thread. */

export interface ShrunkPhoto {
  /** The smaller photo; null if the photo stays unchanged. */
  bytes: ArrayBuffer | null
  defect: PhotoDefect | null
}

const longestSide = 2560
const maxBytes = 900_000
const qualities = [0.82, 0.74, 0.66, 0.58, 0.5]
const sampleSide = 512

function draw(
  bitmap: ImageBitmap,
  side: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((length) => Math.max(1, Math.round(length * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // a transparent image becomes a JPEG on white
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  let smallest: Blob | undefined
  for (const quality of qualities) {
    smallest = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (smallest.size <= maxBytes) break
  }
  if (!smallest) throw new Error('no encoder')
  return smallest
}

async function readTakenTime(file: File) {
  const { default: exifr } = await import('exifr/dist/lite.esm.mjs')
  return takenTimeOf(await exifr.parse(file, takenTimeOptions).catch(() => undefined))
}

async function shrink(file: File): Promise<ShrunkPhoto> {
  const [taken, bitmap] = await Promise.all([readTakenTime(file), createImageBitmap(file)])
  const sample = draw(bitmap, sampleSide)
  const { data } = sample.context.getImageData(0, 0, sample.canvas.width, sample.canvas.height)
  const defect = findDefect(data, sample.canvas.width, sample.canvas.height)
  const isSmall = Math.max(bitmap.width, bitmap.height) <= longestSide && file.size <= maxBytes
  if (isSmall && ['image/jpeg', 'image/png'].includes(file.type)) return { bytes: null, defect }
  const blob = await encode(draw(bitmap, longestSide).canvas)
  bitmap.close()
  if (blob.size >= file.size) return { bytes: null, defect }
  const jpeg = new Uint8Array(await blob.arrayBuffer())
  return { bytes: (taken ? withTakenTime(jpeg, taken) : jpeg).buffer, defect }
}

/** A photo that this browser cannot decode stays unchanged, because the server may be able to decode it. */
const unchanged: ShrunkPhoto = { bytes: null, defect: null }

/** Photos are processed one at a time, because each needs 50 MB while it is decoded. */
let queue: Promise<unknown> = Promise.resolve()

addEventListener('message', (event: MessageEvent<{ id: number; file: File }>) => {
  const { id, file } = event.data
  queue = queue
    .then(() => shrink(file))
    .catch(() => unchanged)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    .then((shrunk) => postMessage({ id, ...shrunk }))
})
