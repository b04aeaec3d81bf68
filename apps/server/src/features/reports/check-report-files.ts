import { iteratePages } from '../../database/iterate-pages.ts'
import { AppError } from '../../http/app-error.ts'
import { type Damage, checkFile } from '../../storage/file-integrity.ts'
import { expectedPdf } from './expected-pdf.ts'
import { type FileContext, readVersionPdf } from './report-files.ts'
import * as versions from './report-versions.queries.ts'
import * as queries from './reports.queries.ts'

/**
 * Verifies the file of every report, and stores the hashes that older rows lack. A damaged file of a version is
 * restored if the stored version still yields the same bytes.
 * @param onChecked  called with the result of each file
 */
export async function checkReportFiles(
  services: FileContext,
  onChecked: (key: string, damage: Damage | null, isLost: boolean) => void,
): Promise<void> {
  const { db, storage } = services
  for await (const report of iteratePages((after, count) => queries.nextReports(db, after, count))) {
    const found = await checkFile(storage, expectedPdf(report))
    if (found.damage === null && report.file_hash === null)
      await queries.setFileHash(db, report.id, found.fingerprint.hash, found.fingerprint.bytes)
    // reports from before there were versions are no longer read
    if (found.damage === null) onChecked(report.file_key, null, false)
  }
  for await (const version of iteratePages((after, count) => versions.nextVersions(db, after, count))) {
    const { id, file_key, file_hash, bytes } = version
    if (file_key === null) continue
    const { damage } = await checkFile(storage, expectedPdf({ id, file_key, file_hash, bytes }))
    onChecked(file_key, damage, damage !== null && !(await canRestore(services, version)))
  }
}

async function canRestore(services: FileContext, version: versions.VersionRow): Promise<boolean> {
  try {
    await readVersionPdf(services, version)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
