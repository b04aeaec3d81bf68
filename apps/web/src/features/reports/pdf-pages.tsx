import './pdf-pages.css'
import './readable-stream-polyfill.ts'
import { useElementSize } from '@mantine/hooks'
import { Suspense, useMemo, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { PDF_ROLE_TO_HTML_ROLE } from 'react-pdf/dist/shared/constants.js'
import { texts } from '@chisholm/domain/texts'
import { Skeletons } from '../../ui/states.tsx'
// oxlint-disable-next-line import/default -- Vite resolves this to the URL of the built worker
import pdfWorker from './pdf-worker.ts?worker&url'

pdfjs.GlobalWorkerOptions.workerSrc = pdfWorker
// The browser keeps it until the report is there. If it fails, pdf.js loads it again.
void fetch(pdfWorker).catch(() => {})
// react-pdf gives THead and TBody wrong roles, which hides tables from screen readers.
Object.assign(PDF_ROLE_TO_HTML_ROLE, { THead: 'rowgroup', TBody: 'rowgroup' })

/** The pages of a PDF below each other, with text that can be selected, as wide as the container. */
export default function PdfPages({ pdf }: { pdf: Uint8Array<ArrayBuffer> }) {
  const [pages, setPages] = useState(0)
  const { ref, width } = useElementSize()
  // pdf.js transfers the buffer to its worker, so it gets a copy.
  const file = useMemo(() => ({ data: pdf.slice() }), [pdf])
  return (
    <div ref={ref} className="report-pages">
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
                width={Math.min(width, 760)}
                renderAnnotationLayer={false}
              />
            ))}
        </Document>
      </Suspense>
    </div>
  )
}
