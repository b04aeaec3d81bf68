import './iterable-streams.ts'
import { useElementSize } from '@mantine/hooks'
import { Suspense, useMemo, useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { PDF_ROLE_TO_HTML_ROLE } from 'react-pdf/dist/shared/constants.js'
import { texts } from '@chisholm/domain/texts'
import { Skeletons } from '../../ui/faces.tsx'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import pdfWorker from './pdf-worker.ts?worker&url'

pdfjs.GlobalWorkerOptions.workerSrc = pdfWorker
// react-pdf takes the head of a table for one of its cells, which hides the table from screen readers
Object.assign(PDF_ROLE_TO_HTML_ROLE, { THead: 'rowgroup', TBody: 'rowgroup' })

/** The pages of a PDF under each other, as wide as there is room; their text can be read and chosen. */
export default function PdfPages({ pdf }: { pdf: Uint8Array<ArrayBuffer> }) {
  const [pages, setPages] = useState(0)
  const { ref, width } = useElementSize()
  // the viewer takes the bytes it is given: it gets a copy of its own
  const file = useMemo(() => ({ data: pdf.slice() }), [pdf])
  return (
    <div ref={ref} className="report-pages">
      {/* reading suspends: the copy made above must outlive that */}
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
