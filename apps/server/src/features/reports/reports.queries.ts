import { sql } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Executor } from '../../database/executor.ts'

export interface ReportFile {
  id: string
  file_key: string
  /** Null in rows that are older than the column. So is the size. */
  file_hash: Buffer | null
  bytes: number | null
}

const fileColumns = ['id', 'file_key', 'file_hash', 'bytes'] as const

/** The stored report with exactly this content, if there is one. */
export const reportByContent = (
  db: Executor,
  postMortemId: PostMortemId,
  contentHash: Buffer,
): Promise<ReportFile | undefined> =>
  db
    .selectFrom('reports')
    .select(fileColumns)
    .where('post_mortem_id', '=', postMortemId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()

/** @returns false if another request has inserted the same report */
export const insertReport = (
  db: Executor,
  report: ReportFile & { post_mortem_id: PostMortemId; content_hash: Buffer },
): Promise<boolean> => insertIfAbsent(db, 'reports', report, ['post_mortem_id', 'content_hash'])

/**
 * Replaces the file of a report.
 * @returns false if another request has already replaced `lost`
 */
export async function replaceReportFile(db: Executor, lost: ReportFile, { file_key, file_hash, bytes }: ReportFile) {
  const replaced = db.updateTable('reports').set({ file_key, file_hash, bytes }).where('id', '=', lost.id)
  const { numUpdatedRows } = await replaced.where('file_key', '=', lost.file_key).executeTakeFirst()
  return numUpdatedRows > 0n
}

export const nextReports = (db: Executor, id: string, count: number): Promise<ReportFile[]> =>
  db.selectFrom('reports').select(fileColumns).where('id', '>', id).orderBy('id').limit(count).execute()

export const setFileHash = (db: Executor, id: string, file_hash: Buffer, bytes: number) =>
  db.updateTable('reports').set({ file_hash, bytes }).where('id', '=', id).where('file_hash', 'is', null).execute()

/** Which of these diagnoses are notifiable. */
export const notifiableDiagnoses = (db: Executor, ids: string[]) =>
  db
    .selectFrom('library_entries')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('notifiable', '=', true)
    .execute()
