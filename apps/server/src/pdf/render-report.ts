import pLimit from 'p-limit'
import { reportDuration } from '../process-metrics.ts'
import { loadSharp } from '../storage/load-sharp.ts'
import { compilerProcess } from './compiler-process.ts'
import { printSizeFor, type PrintedReport, type ReadableReport } from './report-content.ts'

const compile = compilerProcess<PrintedReport>('report-worker.ts')

/** With two at once, photos are read while another report is rendered. Reports that wait hold no photos in memory. */
const renderLimit = pLimit(2)

/** Renders a report as tagged PDF (PDF/UA-1) with embedded fonts. */
export const renderReport = (content: ReadableReport, onPhoto: OnPhoto = async () => {}): Promise<Buffer> =>
  renderLimit(() => renderUnlimited(content, onPhoto))

/** Called with the number of photos read so far. */
type OnPhoto = (done: number) => Promise<void>

async function renderUnlimited(content: ReadableReport, onPhoto: OnPhoto): Promise<Buffer> {
  const stopTimer = reportDuration.startTimer()
  const pdf = await compile(await readPhotos(content, onPhoto))
  stopTimer()
  return pdf
}

/** Reads the photos one by one and resizes each to its printed size. */
async function readPhotos(content: ReadableReport, onPhoto: OnPhoto): Promise<PrintedReport> {
  const plates = printSizeFor(content)
  let done = 0
  const animals = []
  for (const animal of content.animals) {
    const photos = []
    for (const { read, ...printed } of animal.photos) {
      const bytes = await read(plates)
      photos.push({ ...printed, bytes: bytes && (await toPrintSize(bytes, plates.pixels)) })
      await onPhoto(++done)
    }
    animals.push({ ...animal, photos })
  }
  return { ...content, plates, animals }
}

async function toPrintSize(bytes: Uint8Array, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes)
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
