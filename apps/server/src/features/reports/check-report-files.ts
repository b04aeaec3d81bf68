import type { Executor } from '../../http/context.ts'
import { type Damage, checkFile, type ExpectedFile } from '../../storage/file-integrity.ts'
import type { Storage } from '../../storage/storage.ts'
import * as queries from './reports.queries.ts'

const pageSize = 200

/** A PDF says where it ends. */
const looksWhole = async (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

/** What a report's row says of its file. */
export const expectedPdf = ({ file_key, file_hash, bytes }: queries.ReportFile): ExpectedFile => ({
  key: file_key,
  hash: file_hash,
  bytes,
  isComplete: looksWhole,
})

/**
 * Reads the file of every report, and keeps the hash of those from before hashes were kept.
 * @param onChecked  called with each file; one that is damaged is made anew when somebody asks for that report
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
