import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { constants } from '@chisholm/domain/constants'
import type { HeicResult, HeicTask } from './heic-worker.ts'

/**
 * Milliseconds of processor time, because a busy machine may take many times as long: a phone's photo of 12 megapixels
 * takes 1 to 5 seconds of it. Whatever takes longer than `longest` is a failure of the machine.
 */
const limits = { processorTime: 60_000, longest: 600_000 }
/** Milliseconds between two checks of the processor time. */
const checkInterval = 250
const megabyte = 1024 * 1024
/** The memory that the decoder may use is enough for 40 megapixels. */
const maxBytes = 256 * megabyte

/**
 * Decodes a HEIC file to an uncompressed TIFF. The orientation is recorded in the TIFF but not applied.
 * @param target       path of the TIFF
 * @param orientation  EXIF orientation of the file, 1 to 8
 * @throws Error  the file cannot be read, the TIFF cannot be written, or the machine is too busy
 */
export async function decodeHeic(
  source: string | Buffer,
  target: string,
  orientation: number,
  { processorTime, longest } = limits,
): Promise<HeicResult> {
  const task: HeicTask = { source, target, orientation, maxPixels: constants.photo.maxPixels, maxBytes }
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    // libheif writes its errors to the console.
    stdout: true,
    stderr: true,
  })
  const tooSlow = new AbortController()
  const check = async () => {
    const { user, system } = await worker.cpuUsage()
    if ((user + system) / 1000 > processorTime) tooSlow.abort()
  }
  // fails once the worker has ended
  const checks = setInterval(() => void check().catch(() => {}), checkInterval)
  const signal = AbortSignal.any([tooSlow.signal, AbortSignal.timeout(longest)])
  try {
    // cast: the worker sends no other message
    const [result] = (await once(worker, 'message', { signal })) as [HeicResult]
    return result
  } catch (thrown) {
    if (tooSlow.signal.aborted || isOutOfMemory(thrown)) return 'broken'
    throw thrown
  } finally {
    clearInterval(checks)
    await worker.terminate()
  }
}

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
