import type { Piscina } from 'piscina'
import { lazy } from '../lazy.ts'
import type { PrintedReport } from './report-content.ts'

/**
 * Limits after which a worker is replaced. Typst retains about eight times the bytes of every photo and 250 kB per
 * report in native memory until its thread ends.
 */
const maxPhotoBytes = 4_000_000
const maxReports = 150

/** A worker thread and what it has rendered so far. */
interface WorkerGeneration {
  pool: Piscina
  reports: number
  photoBytes: number
  running: Set<Promise<Uint8Array>>
}

const loadPiscina = lazy(() => import('piscina'))

/** The thread starts when it is needed and stops when idle, to save memory. */
async function openGeneration(): Promise<WorkerGeneration> {
  const { Piscina } = await loadPiscina()
  const filename = new URL('./report-worker.ts', import.meta.url).href
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
  return { pool, reports: 0, photoBytes: 0, running: new Set() }
}

let current: Promise<WorkerGeneration> | undefined
let isReplacing = false

/** Renders in the worker thread, and prepares another worker when this one reaches a limit. */
export async function renderInWorker(content: PrintedReport): Promise<Uint8Array> {
  const generation = await (current ??= openGeneration())
  const rendering = run(generation, content)
  if (!isReplacing && (generation.photoBytes >= maxPhotoBytes || generation.reports >= maxReports)) {
    isReplacing = true
    void replaceWorker(generation, content).finally(() => (isReplacing = false))
  }
  return rendering
}

function run(generation: WorkerGeneration, content: PrintedReport): Promise<Uint8Array> {
  // The idle thread has ended and released its memory.
  if (generation.pool.threads.length === 0) Object.assign(generation, { reports: 0, photoBytes: 0 })
  generation.reports += 1
  for (const { photos } of content.animals) for (const { bytes } of photos) generation.photoBytes += bytes?.length ?? 0
  const setting: Promise<Uint8Array> = generation.pool.run(content)
  generation.running.add(setting)
  const done = () => void generation.running.delete(setting)
  setting.then(done, done)
  return setting
}

/** Switches to the new worker after it has rendered once, because the first report takes ten times as long. */
async function replaceWorker(old: WorkerGeneration, content: PrintedReport): Promise<void> {
  const fresh = await openGeneration()
  try {
    await fresh.pool.run({ ...content, animals: content.animals.map((animal) => ({ ...animal, photos: [] })) })
  } catch {
    // The old worker stays. The next report tries again to replace it.
    return fresh.pool.destroy()
  }
  current = Promise.resolve(fresh)
  await Promise.allSettled(old.running)
  await old.pool.destroy()
}
