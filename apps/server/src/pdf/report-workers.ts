import type { Piscina } from 'piscina'
import { once } from '../once.ts'
import type { ReportContent } from './report-content.ts'

/**
 * A worker is replaced after this many bytes of photos, or this many reports: Typst keeps about eight times the bytes of
 * every photo, and 250 kB of every report, in native memory that only the end of its thread gives back.
 */
const mostPhotoBytes = 4_000_000
const mostReports = 150

/** A worker thread and what it has set so far. */
interface Generation {
  pool: Piscina
  reports: number
  photoBytes: number
  running: Set<Promise<Uint8Array>>
}

const loadPiscina = once(() => import('piscina'))

/** The thread starts with its first report and ends when idle, so that a quiet server stays small. */
async function openGeneration(): Promise<Generation> {
  const { Piscina } = await loadPiscina()
  const filename = new URL('./report-worker.ts', import.meta.url).href
  const pool = new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
  return { pool, reports: 0, photoBytes: 0, running: new Set() }
}

let current: Promise<Generation> | undefined
let replacing = false

/** Sets a report in the worker thread, and has the next worker made ready once this one has set enough. */
export async function setInWorker(content: ReportContent): Promise<Uint8Array> {
  const generation = await (current ??= openGeneration())
  const setting = run(generation, content)
  if (!replacing && (generation.photoBytes >= mostPhotoBytes || generation.reports >= mostReports)) {
    replacing = true
    void replace(generation, content).finally(() => (replacing = false))
  }
  return setting
}

function run(generation: Generation, content: ReportContent): Promise<Uint8Array> {
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
async function replace(old: Generation, content: ReportContent): Promise<void> {
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
