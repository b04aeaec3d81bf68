import type { PhotoDefect } from './photo-quality.ts'
import type { ShrunkPhoto } from './shrink-photo-worker.ts'
import { photoSize } from '../../api/photo-size.ts'

let worker: Worker | undefined
let nextId = 0
/** The idle worker is terminated after this time, because it holds the memory of a decoded photo. */
const idleTime = 10_000
const waiting = new Map<number, (shrunk: ShrunkPhoto) => void>()
let idle: ReturnType<typeof setTimeout> | undefined

function settle(id: number, shrunk: ShrunkPhoto): void {
  waiting.get(id)?.(shrunk)
  waiting.delete(id)
  clearTimeout(idle)
  idle = setTimeout(() => {
    if (waiting.size === 0) stop()
  }, idleTime)
}

function stop(): void {
  worker?.terminate()
  worker = undefined
}

function start(): Worker {
  const started = new Worker(new URL('./shrink-photo-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', (event: MessageEvent<ShrunkPhoto & { id: number }>) =>
    settle(event.data.id, event.data),
  )
  // out of memory, or a browser without module workers: the photos stay unchanged
  started.addEventListener('error', () => {
    stop()
    for (const id of waiting.keys()) settle(id, { bytes: null, defect: null })
  })
  return started
}

/**
 * Shrinks a chosen photo before it is stored: longest side 2,560 pixels, JPEG, upright, with the time it was taken. A
 * photo that this browser cannot decode stays unchanged, and so do all photos if the user chose full size.
 * @returns the photo and its defect
 */
export async function shrinkPhoto(file: File): Promise<{ file: File; defect: PhotoDefect | null }> {
  if (photoSize.isFull() || typeof OffscreenCanvas === 'undefined') return { file, defect: null }
  worker ??= start()
  const id = nextId++
  const shrunk = new Promise<ShrunkPhoto>((resolve) => waiting.set(id, resolve))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  worker.postMessage({ id, file })
  const { bytes, defect } = await shrunk
  if (bytes === null) return { file, defect }
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
  return { file: new File([bytes], name, { type: 'image/jpeg', lastModified: file.lastModified }), defect }
}
