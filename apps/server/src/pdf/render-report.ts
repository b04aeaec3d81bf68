import { Piscina } from 'piscina'
import sharp from 'sharp'
import { reportSeconds } from '../measures.ts'
import type { ReportContent } from './report-content.ts'

let workers: Piscina | undefined

/** Widest a photo is printed, in pixels: a third of the page at about 300 dots per inch. */
const printedWidth = 800

/** Gives the report as a tagged PDF (PDF/UA-1) with its fonts in it. Made in a worker thread. */
export async function renderReport(content: ReportContent): Promise<Buffer> {
  // started at the first report and ended when idle, so that a quiet server stays small
  workers ??= new Piscina({
    filename: new URL('./report-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
  })
  const made = reportSeconds.startTimer()
  const animals = []
  for (const animal of content.animals) {
    const photos = []
    for (const photo of animal.photos) photos.push({ ...photo, bytes: await printed(photo.bytes) })
    animals.push({ ...animal, photos })
  }
  const pdf = Buffer.from((await workers.run({ ...content, animals })) as Uint8Array)
  made()
  return pdf
}

const printed = (bytes: Uint8Array) =>
  sharp(bytes)
    .resize({ width: printedWidth, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
