import type { ExpectedFile } from '../../storage/file-integrity.ts'
import type { ReportFile } from './reports.queries.ts'

/** Whether a PDF has both its header and its trailer. */
const isCompletePdf = async (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

/** Properties of a report's intact file, by which a damaged one is recognised. */
export const expectedPdf = ({ file_key, file_hash, bytes }: ReportFile): ExpectedFile => ({
  key: file_key,
  hash: file_hash,
  bytes,
  isComplete: isCompletePdf,
})
