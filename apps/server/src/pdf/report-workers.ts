import type { Piscina } from 'piscina'
import { lazy } from '../lazy.ts'
import type { ReportContent } from './report-content.ts'

/**
 * A worker is replaced after this many bytes of photos, or this many reports: Typst keeps about eight times the bytes of
 * every photo, and 250 kB of every report, in native memory that only the end of its thread gives back.
 */
const maxPhotoBytes = 4_000_000
const maxReports = 150

/** A worker thread and what it has set so far. */
interface WorkerGeneration {
  pool: Piscina
  reports: number
  photoBytes: number
  running: Set<Promise<Uint8Array>>
}

const loadPiscina = lazy(() => import('piscina'))

/** The thread starts with its first report and ends when idle, so that a quiet server stays small. */
async function openGeneration(): Promise<WorkerGeneration> {
  const { Piscina } = await loadPiscina()
  const filename = new URL('./report-worker.ts', import.meta.url).href
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
  return { pool, reports: 0, photoBytes: 0, running: new Set() }
}

let current: Promise<WorkerGeneration> | undefined
let isReplacing = false

/** Sets a report in the worker thread, and has the next worker made ready once this one has set enough. */
export async function renderInWorker(content: ReportContent): Promise<Uint8Array> {
  const generation = await (current ??= openGeneration())
  const rendering = run(generation, content)
  if (!isReplacing && (generation.photoBytes >= maxPhotoBytes || generation.reports >= maxReports)) {
    isReplacing = true
    void replaceWorker(generation, content).finally(() => (isReplacing = false))
  }
  return rendering
}

function run(generation: WorkerGeneration, content: ReportContent): Promise<Uint8Array> {
  // its thread ended while nobody asked for a report, and its memory with it
  if (generation.pool.threads.length === 0) Object.assign(generation, { reports: 0, photoBytes: 0 })
  generation.reports += 1
  for (const { photos } of content.animals) for (const { bytes } of photos) generation.photoBytes += bytes?.length ?? 0
  const setting: Promise<Uint8Array> = generation.pool.run(content)
  generation.running.add(setting)
  const done = () => void generation.running.delete(setting)
  setting.then(done, done)
  return setting
}

/** The new worker takes over once it has set a first report, which takes ten times as long as the next ones. */
async function replaceWorker(old: WorkerGeneration, content: ReportContent): Promise<void> {
  const fresh = await openGeneration()
  try {
    await fresh.pool.run({ ...content, animals: content.animals.map((animal) => ({ ...animal, photos: [] })) })
  } catch {
    // the old one goes on, and the next report tries again
    return fresh.pool.destroy()
  }
  current = Promise.resolve(fresh)
  await Promise.allSettled(old.running)
  await old.pool.destroy()
}
