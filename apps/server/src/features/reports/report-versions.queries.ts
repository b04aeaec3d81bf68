import { sql } from 'kysely'
import type { Person } from '@chisholm/domain/schemas/references'
import type { ReportSnapshot } from '@chisholm/domain/schemas/report-versions'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { personJson } from '../../database/user-sql.ts'
import type { StoredReport } from './compose-report.ts'

export interface NewVersion {
  id: string
  post_mortem_id: PostMortemId
  number: number
  kind: 'preliminary' | 'final' | 'amended'
  issued_at: Date
  issued_by_id: UserId | null
  reason: string | null
  code: string
}

/** Versions, except those of deleted tickets. */
const versions = (db: Executor) =>
  db
    .selectFrom('report_versions as v')
    .innerJoin('post_mortems as t', 't.id', 'v.post_mortem_id')
    .where('t.deleted_at', 'is', null)
    .select([
      'v.id',
      'v.post_mortem_id',
      'v.number',
      'v.kind',
      'v.issued_at',
      'v.issued_by_id',
      'v.reason',
      'v.code',
      'v.file_key',
      'v.file_hash',
      'v.bytes',
      't.pin',
    ])
    .select(sql<Person | null>`(select ${personJson('u')} from users u where u.id = v.issued_by_id)`.as('issued_by'))
    .select(
      sql<Date | null>`(select next.issued_at from report_versions next
        where next.post_mortem_id = v.post_mortem_id and next.number = v.number + 1)`.as('superseded_at'),
    )

export type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number]

/** The versions of a ticket, newest first. */
export const versionsOf = (db: Executor, id: PostMortemId): Promise<VersionRow[]> =>
  versions(db).where('v.post_mortem_id', '=', id).orderBy('v.number', 'desc').execute()

/** The current version of a ticket. */
export const newestVersion = (db: Executor, id: PostMortemId): Promise<VersionRow | undefined> =>
  versions(db).where('v.post_mortem_id', '=', id).orderBy('v.number', 'desc').limit(1).executeTakeFirst()

/** A version by id, if its ticket is on one of these sites (null: any). */
export const versionById = (db: Executor, { ids }: AuthorizedSites, id: string): Promise<VersionRow | undefined> =>
  versions(db)
    .where('v.id', '=', id)
    .$if(ids !== null, (found) => found.where(sql<boolean>`t.site_id = any(${ids}::uuid[])`))
    .executeTakeFirst()

/** A version by the code printed on it. */
export const versionByCode = (db: Executor, code: string): Promise<VersionRow | undefined> =>
  versions(db).where('v.code', '=', code).executeTakeFirst()

/** A version by id, for a job. */
export const versionToRender = (db: Executor, id: string): Promise<VersionRow | undefined> =>
  versions(db).where('v.id', '=', id).executeTakeFirst()

/** The versions after this id that have a file. */
export const nextVersions = (db: Executor, id: string, count: number): Promise<VersionRow[]> =>
  versions(db).where('v.id', '>', id).where('v.file_key', 'is not', null).orderBy('v.id').limit(count).execute()

export async function contentOfVersion(db: Executor, id: string): Promise<StoredReport> {
  const version = db.selectFrom('report_versions').select('content').where('id', '=', id)
  // cast: only `insertVersion` writes this column
  return (await version.executeTakeFirstOrThrow()).content as StoredReport
}

/** The content of a version, and its animals. */
export const storedVersion = async (
  db: Executor,
  id: string,
): Promise<{ content: StoredReport; snapshot: ReportSnapshot }> =>
  // cast: only `insertVersion` writes these columns
  (await db
    .selectFrom('report_versions')
    .select(['content', 'snapshot'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as { content: StoredReport; snapshot: ReportSnapshot }

/** The animals in the current version of a ticket's report. */
export const currentSnapshot = async (db: Executor, id: PostMortemId): Promise<ReportSnapshot | undefined> =>
  (
    await db
      .selectFrom('report_versions')
      .select('snapshot')
      .where('post_mortem_id', '=', id)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.snapshot

/** @returns false when the id is in use, also by a version of a deleted ticket */
export const insertVersion = (
  tx: Executor,
  version: NewVersion,
  content: StoredReport,
  snapshot: ReportSnapshot,
): Promise<boolean> =>
  insertIfAbsent(
    tx,
    'report_versions',
    { ...version, content: JSON.stringify(content), snapshot: JSON.stringify(snapshot) },
    ['id'],
  )

/** Stores the file of a version unless it has one. @returns its file; undefined if the version was erased */
export async function storeFile(
  db: Executor,
  id: string,
  file: { file_key: string; file_hash: Buffer; bytes: number },
) {
  await db.updateTable('report_versions').set(file).where('id', '=', id).where('file_key', 'is', null).execute()
  return db
    .selectFrom('report_versions')
    .select(['file_key', 'file_hash', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
}
