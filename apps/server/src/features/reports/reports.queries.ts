import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'

export interface ReportFile {
  id: string
  file_key: string
  /** Null in rows that are older than the column. So is the size. */
  file_hash: Buffer | null
  bytes: number | null
}

const fileColumns = ['id', 'file_key', 'file_hash', 'bytes'] as const

export const nextReports = (db: Executor, id: string, count: number): Promise<ReportFile[]> =>
  db.selectFrom('reports').select(fileColumns).where('id', '>', id).orderBy('id').limit(count).execute()

export const setFileHash = (db: Executor, id: string, file_hash: Buffer, bytes: number) =>
  db.updateTable('reports').set({ file_hash, bytes }).where('id', '=', id).where('file_hash', 'is', null).execute()

/** The organ systems of photo slots, retired ones included, as the practice wrote them. */
export const systemsOfSlots = (db: Executor) =>
  db
    .selectFrom('library_entries')
    .select(['id', 'system'])
    .where('list', '=', 'photo-slots')
    .where('system', 'is not', null)
    .execute()

/** Filters these diagnoses by whether they are notifiable. */
export const notifiableDiagnoses = (db: Executor, ids: string[]) =>
  db
    .selectFrom('library_entries')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('notifiable', '=', true)
    .execute()
