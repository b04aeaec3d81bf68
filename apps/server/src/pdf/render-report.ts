import pLimit from 'p-limit'
import { reportSeconds } from '../measures.ts'
import { loadSharp } from '../storage/sharp.ts'
import type { ReportContent } from './report-content.ts'
import { setInWorker } from './report-workers.ts'

/** Widest a photo is printed, in pixels: a third of the page at about 300 dots per inch. */
const printedWidth = 800

/** Reports made at once: the photos of one are read while another is set, and those that wait hold no prints. */
const making = pLimit(2)

/** Gives the report as a tagged PDF (PDF/UA-1) with its fonts in it. Made in a worker thread. */
export const renderReport = (content: ReportContent): Promise<Buffer> => making(() => render(content))

async function render(content: ReportContent): Promise<Buffer> {
  const made = reportSeconds.startTimer()
  const animals = []
  for (const animal of content.animals) {
    const photos = []
    for (const photo of animal.photos) photos.push({ ...photo, bytes: photo.bytes && (await printed(photo.bytes)) })
    animals.push({ ...animal, photos })
  }
  const pdf = Buffer.from(await setInWorker({ ...content, animals }))
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
