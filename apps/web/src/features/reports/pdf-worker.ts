import './readable-stream-polyfill.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
