import './pdf-pages.css'
import './readable-stream-polyfill.ts'
import { useElementSize } from '@mantine/hooks'
import { Suspense, useMemo, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { PDF_ROLE_TO_HTML_ROLE } from 'react-pdf/dist/shared/constants.js'
import { texts } from '@chisholm/domain/texts'
import { Skeletons } from '../../ui/states.tsx'
import { PdfZoom } from './pdf-zoom.tsx'
import { reportTexts } from './report-texts.ts'
// oxlint-disable-next-line import/default -- Vite resolves this to the URL of the built worker
import pdfWorker from './pdf-worker.ts?worker&url'

pdfjs.GlobalWorkerOptions.workerSrc = pdfWorker
// The browser keeps it until the report is there. If it fails, pdf.js loads it again.
void fetch(pdfWorker).catch(() => {})
// react-pdf gives THead and TBody wrong roles, which hides tables from screen readers.
Object.assign(PDF_ROLE_TO_HTML_ROLE, { THead: 'rowgroup', TBody: 'rowgroup' })

const widestFit = 980
const widestZoomed = 1400
const zoomSteps = [1, 1.4, 1.8, 2.2] as const
const heightOfPage = 297 / 210
/** Phones refuse canvases beyond some memory. A canvas takes four bytes for each pixel. */
const pixelsInTotal = 48_000_000

/**
 * Pixels of the canvas for each CSS pixel: those of the screen, except that many enlarged pages take no more memory
 * than at their original size.
 */
function canvasScale(width: number, fitWidth: number, pages: number): number {
  const screen = window.devicePixelRatio
  const pixelsAtFit = (fitWidth * screen) ** 2 * heightOfPage
  const pixelsOfPage = Math.max(pixelsInTotal / pages, pixelsAtFit)
  return Math.min(screen, Math.sqrt(pixelsOfPage / heightOfPage) / width)
}

/** The pages of a PDF below each other, with text that can be selected. They fit the container and can be enlarged. */
export default function PdfPages({ pdf }: { pdf: Uint8Array<ArrayBuffer> }) {
  const [pages, setPages] = useState(0)
  const [step, setStep] = useState(0)
  const { ref, width: available } = useElementSize()
  const fit = Math.min(available, widestFit)
  const widths = zoomSteps.map((zoom) => Math.round(fit * zoom)).filter((width) => width <= Math.max(fit, widestZoomed))
  const shown = Math.min(step, widths.length - 1)
  const width = widths[shown] ?? fit
  // pdf.js transfers the buffer to its worker, so it gets a copy.
  const file = useMemo(() => ({ data: pdf.slice() }), [pdf])
  return (
    <>
      <PdfZoom step={shown} steps={widths.length} onStep={setStep} />
      <div
        ref={ref}
        className="report-pages"
        // what is beyond the edge can be reached by keyboard, too
        {...(shown > 0 && { role: 'region', 'aria-label': reportTexts.pages, tabIndex: 0 })}
      >
        {/* Document suspends. This boundary preserves the memo above. */}
        <Suspense fallback={<Skeletons count={1} height={480} />}>
          <Document
            file={file}
            onLoadSuccess={({ numPages }) => setPages(numPages)}
            error={texts.failure.generateReport}
            loading=""
          >
            {width > 0 &&
              Array.from({ length: pages }, (_, index) => (
                <Page
                  key={String(index)}
                  pageNumber={index + 1}
                  width={width}
                  devicePixelRatio={canvasScale(width, fit, pages)}
                  renderAnnotationLayer={false}
                />
              ))}
          </Document>
        </Suspense>
      </div>
    </>
  )
}
