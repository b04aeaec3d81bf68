import './iterable-streams.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
