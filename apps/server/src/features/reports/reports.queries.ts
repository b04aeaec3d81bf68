import { sql } from 'kysely'
import { insertNew } from '../../database/insert-new.ts'
import type { Executor } from '../../http/context.ts'

/** The report made of exactly this content, if there is one. */
export const reportOfContent = (db: Executor, ticketId: string, contentHash: Buffer) =>
  db
    .selectFrom('reports')
    .select(['id', 'file_key'])
    .where('post_mortem_id', '=', ticketId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()

/** @returns false when another request made the same report in the meantime */
export const insertReport = (
  db: Executor,
  report: { id: string; post_mortem_id: string; content_hash: Buffer; file_key: string },
): Promise<boolean> => insertNew(db, 'reports', report, ['post_mortem_id', 'content_hash'])

/** Ids of the diagnoses among these that are notifiable. */
export const notifiableAmong = (db: Executor, ids: string[]) =>
  db
    .selectFrom('library_entries')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('notifiable', '=', true)
    .execute()
