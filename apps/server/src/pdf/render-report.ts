import pLimit from 'p-limit'
import { reportDuration } from '../process-metrics.ts'
import { loadSharp } from '../storage/load-sharp.ts'
import type { PrintedReport } from './report-content.ts'
import { renderInWorker } from './report-workers.ts'

/** Width of a printed photo in pixels: a third of the page at about 300 dpi. */
const maxPrintWidth = 800

/** With two at once, photos are read while another report is rendered. Reports that wait hold no photos in memory. */
const renderLimit = pLimit(2)

/** Renders a report as tagged PDF (PDF/UA-1) with embedded fonts, in a worker thread. */
export const renderReport = (content: PrintedReport): Promise<Buffer> => renderLimit(() => renderUnlimited(content))

async function renderUnlimited(content: PrintedReport): Promise<Buffer> {
  const stopTimer = reportDuration.startTimer()
  const animals = []
  for (const animal of content.animals) {
    const photos = []
    for (const photo of animal.photos) photos.push({ ...photo, bytes: photo.bytes && (await toPrintSize(photo.bytes)) })
    animals.push({ ...animal, photos })
  }
  const pdf = Buffer.from(await renderInWorker({ ...content, animals }))
  stopTimer()
  return pdf
}

async function toPrintSize(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes)
    .resize({ width: maxPrintWidth, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
