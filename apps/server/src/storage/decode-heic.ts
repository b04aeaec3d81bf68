import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { constants } from '@chisholm/domain/constants'
import type { HeicResult, HeicTask } from './heic-worker.ts'

/** A phone's photo of 12 megapixels takes 1 to 5 seconds. */
const timeout = 60_000
const megabyte = 1024 * 1024
/** The memory that the decoder may use is enough for 40 megapixels. */
const maxBytes = 256 * megabyte

/**
 * Decodes a HEIC file to an uncompressed TIFF. The orientation is recorded in the TIFF but not applied.
 * @param target       path of the TIFF
 * @param orientation  EXIF orientation of the file, 1 to 8
 * @throws Error  the file cannot be read, or the TIFF cannot be written
 */
export async function decodeHeic(source: string | Buffer, target: string, orientation: number): Promise<HeicResult> {
  const task: HeicTask = { source, target, orientation, maxPixels: constants.photo.maxPixels, maxBytes }
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    // libheif writes its errors to the console.
    stdout: true,
    stderr: true,
  })
  try {
    // cast: the worker sends no other message
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeout) })) as [HeicResult]
    return result
  } catch (thrown) {
    if (isOwnLimit(thrown)) return 'broken'
    throw thrown
  } finally {
    await worker.terminate()
  }
}

const isOwnLimit = (thrown: unknown) =>
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || ('code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'))
