import { type Insertable, sql } from 'kysely'
import type { PhotoId, SampleId } from '../../database/ids.ts'
import { columns } from '../../database/tables.generated.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { columnsOf, type Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { visibleSamples } from '../samples/index.ts'

const filesInUse = (db: Executor) =>
  db
    .selectFrom('sample_files as f')
    .innerJoin('samples as s', 's.id', 'f.sample_id')
    .innerJoin('animals as a', 'a.id', 's.animal_id')
    .where('f.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select(columnsOf('f', columns.sample_files))

export type SampleFileRow = Awaited<ReturnType<ReturnType<typeof filesInUse>['execute']>>[number]

/** One page of the files of these samples (default: all that the reader may see), and their total. */
export async function readSampleFilePage(
  db: Executor,
  reader: { sites: AuthorizedSites; onlyIssued: boolean },
  sampleIds: SampleId[] | null,
  { sorts, perPage, offset }: Pick<ListRequest<string, 'created_at' | 'name'>, 'sorts' | 'perPage' | 'offset'>,
) {
  let files = filesInUse(db).where('f.sample_id', 'in', visibleSamples(db, reader.sites, reader.onlyIssued))
  if (sampleIds) files = files.where(sql<boolean>`f.sample_id = any(${sampleIds}::uuid[])`)
  let page = files
  for (const { field, descending } of sorts) page = page.orderBy(`f.${field}`, descending ? 'desc' : 'asc')
  return readPageAndTotal(
    db,
    files.clearSelect().select(countOfRows),
    page.orderBy('f.id').limit(perPage).offset(offset),
  )
}

/** A file by id; the caller checks whether the reader may see its sample. */
export const sampleFileById = (db: Executor, id: PhotoId) => filesInUse(db).where('f.id', '=', id).executeTakeFirst()

export const sampleFileByIdIncludingDeleted = (db: Executor, id: PhotoId) =>
  db.selectFrom('sample_files').select(columns.sample_files).where('id', '=', id).executeTakeFirst()

export async function countSampleFiles(db: Executor, sampleId: SampleId): Promise<number> {
  const files = filesInUse(db).clearSelect().where('f.sample_id', '=', sampleId)
  return (await files.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
}

export type NewSampleFile = Insertable<Tables['sample_files']>

/** @returns false if the id is in use */
export const insertSampleFile = (tx: Executor, file: NewSampleFile): Promise<boolean> =>
  insertIfAbsent(tx, 'sample_files', file, ['id'])

export const markSampleFileDeleted = (tx: Executor, id: PhotoId) =>
  tx.updateTable('sample_files').set({ deleted_at: new Date() }).where('id', '=', id).execute()

/** The storage keys among these that a row references. */
export async function referencedSampleFiles(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sample_files').select('file_key').where('file_key', 'in', keys).execute()
  return new Set(rows.map(({ file_key }) => file_key))
}

/** The next files in use after this id. */
export const nextSampleFiles = (db: Executor, id: PhotoId, count: number): Promise<SampleFileRow[]> =>
  filesInUse(db).where('f.id', '>', id).orderBy('f.id').limit(count).execute()
