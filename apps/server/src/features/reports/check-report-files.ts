import type { Executor } from '../../database/executor.ts'
import { type Damage, checkFile, type ExpectedFile } from '../../storage/file-integrity.ts'
import type { Storage } from '../../storage/storage.ts'
import * as queries from './reports.queries.ts'

const pageSize = 200

/** Whether a PDF has both its header and its trailer. */
const isCompletePdf = async (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

export const expectedPdf = ({ file_key, file_hash, bytes }: queries.ReportFile): ExpectedFile => ({
  key: file_key,
  hash: file_hash,
  bytes,
  isComplete: isCompletePdf,
})

/**
 * Verifies the file of every report, and stores the hashes that older rows lack.
 * @param onChecked  called for each file; a damaged one is created again when its report is requested
 */
export async function checkReportFiles(
  { db, storage }: { db: Executor; storage: Storage },
  onChecked: (key: string, damage: Damage | null) => void,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const reports = await queries.nextReports(db, last, pageSize)
    for (const report of reports) {
      const found = await checkFile(storage, expectedPdf(report))
      if (found.damage === null && report.file_hash === null)
        await queries.setFileHash(db, report.id, found.fingerprint.hash, found.fingerprint.bytes)
      onChecked(report.file_key, found.damage)
      last = report.id
    }
    if (reports.length < pageSize) return
  }
}
