import { reportSeconds } from '../measures.ts'
import { once } from '../once.ts'
import { loadSharp } from '../storage/sharp.ts'
import type { ReportContent } from './report-content.ts'

/** Loaded with the first report and ended when idle, so that a quiet server stays small. */
const workers = once(async () => {
  const { Piscina } = await import('piscina')
  const filename = new URL('./report-worker.ts', import.meta.url).href
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: 30_000 })
})

/** Widest a photo is printed, in pixels: a third of the page at about 300 dots per inch. */
const printedWidth = 800

/** Gives the report as a tagged PDF (PDF/UA-1) with its fonts in it. Made in a worker thread. */
export async function renderReport(content: ReportContent): Promise<Buffer> {
  const made = reportSeconds.startTimer()
  const animals = []
  for (const animal of content.animals) {
    const photos = []
    for (const photo of animal.photos) photos.push({ ...photo, bytes: await printed(photo.bytes) })
    animals.push({ ...animal, photos })
  }
  const pdf = Buffer.from((await (await workers()).run({ ...content, animals })) as Uint8Array)
  made()
  return pdf
}

async function printed(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes)
    .resize({ width: printedWidth, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
