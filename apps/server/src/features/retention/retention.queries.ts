import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import type { Amount } from './retention-context.ts'

/** Each statement deletes at most this many rows, so that locks are short. */
const chunkSize = 5000

/** Runs a query with one row of `count` and `bytes`. */
async function readAmount(db: Executor, query: RawBuilder<unknown>): Promise<Amount> {
  // cast: the query selects these columns
  const { rows } = await (query as RawBuilder<Amount>).execute(db)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Whether neither a draft nor any of its animals or photos has changed since this time. */
const isAbandoned = (before: Date) => sql<boolean>`
  t.draft and t.deleted_at is null and t.updated_at < ${before}
  and not exists (select from animals a where a.post_mortem_id = t.id and a.updated_at >= ${before})
  and not exists (select from photos p join animals a on a.id = p.animal_id
                  where a.post_mortem_id = t.id and p.created_at >= ${before})`

const photoBytesSql = sql<number>`coalesce(sum(p.bytes + coalesce(p.thumbnail_bytes, 0)), 0)::float8`

/** The next abandoned drafts after this id, with the bytes of their photos. */
export const abandonedDrafts = (db: Executor, before: Date, after: PostMortemId, count: number) =>
  db
    .selectFrom('post_mortems as t')
    .select('t.id')
    .select((eb) =>
      eb
        .selectFrom('photos as p')
        .innerJoin('animals as a', 'a.id', 'p.animal_id')
        .whereRef('a.post_mortem_id', '=', 't.id')
        .select(photoBytesSql.as('bytes'))
        .as('bytes'),
    )
    .where(isAbandoned(before))
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(count)
    .execute()

/**
 * Locks a draft and checks again whether it is abandoned.
 * @returns its number, or undefined if it is not abandoned
 */
export async function lockAbandonedDraft(
  tx: Transaction<Tables>,
  id: PostMortemId,
  before: Date,
): Promise<{ pin: number } | undefined> {
  await tx.selectFrom('post_mortems').select('id').where('id', '=', id).forUpdate().execute()
  return tx
    .selectFrom('post_mortems as t')
    .select('t.pin')
    .where('t.id', '=', id)
    .where(isAbandoned(before))
    .executeTakeFirst()
}

/**
 * Deletes a ticket with its animals, photos and reports.
 * @returns the bytes of the photos
 */
export async function deletePostMortem(tx: Executor, id: PostMortemId): Promise<number> {
  const { rows } = await sql<Amount>`
    with gone as (delete from photos where animal_id in (select id from animals where post_mortem_id = ${id})
                  returning bytes, thumbnail_bytes)
    select ${photoBytesSql} as bytes from gone p`.execute(tx)
  await tx.deleteFrom('reports').where('post_mortem_id', '=', id).execute()
  await tx.deleteFrom('report_versions').where('post_mortem_id', '=', id).execute()
  await tx.deleteFrom('animals').where('post_mortem_id', '=', id).execute()
  await tx.deleteFrom('post_mortems').where('id', '=', id).execute()
  return rows[0]?.bytes ?? 0
}

const deletedPhotosSql = (before: Date) => sql`
  photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id
  where t.amendment_opened_at is null
    and (p.deleted_at < ${before} or a.deleted_at < ${before} or t.deleted_at < ${before})`
const deletedSampleFilesSql = (before: Date) => sql`
  sample_files f join samples s on s.id = f.sample_id
  join animals a on a.id = s.animal_id join post_mortems t on t.id = a.post_mortem_id
  where t.amendment_opened_at is null
    and (f.deleted_at < ${before} or s.deleted_at < ${before} or a.deleted_at < ${before} or t.deleted_at < ${before})`
const deletedReportsSql = (table: RawBuilder<unknown>, before: Date) => sql`
  ${table} r join post_mortems t on t.id = r.post_mortem_id where t.deleted_at < ${before}`

/**
 * Counts photos and files of samples that were deleted, alone or with what they belong to, and reports of deleted tickets.
 */
export const countDeletedFiles = (db: Executor, before: Date): Promise<Amount> =>
  readAmount(
    db,
    sql`select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from (
          select p.bytes + coalesce(p.thumbnail_bytes, 0) as bytes from ${deletedPhotosSql(before)}
          union all select f.bytes from ${deletedSampleFilesSql(before)}
          union all select coalesce(r.bytes, 0) from ${deletedReportsSql(sql`reports`, before)}
          union all select coalesce(r.bytes, 0) from ${deletedReportsSql(sql`report_versions`, before)}) files`,
  )

/*
 * The next functions delete the rows that the function above counts, at most `chunkSize` of them. No lock is needed,
 * because only discarding an amendment undoes deletions, and nothing of a ticket that is being amended is deleted.
 */

export const purgeDeletedPhotos = (tx: Executor, before: Date): Promise<Amount> =>
  readAmount(
    tx,
    sql`with gone as (delete from photos where id in (select p.id from ${deletedPhotosSql(before)} limit ${chunkSize})
                      returning bytes, thumbnail_bytes)
        select count(*)::int as count, ${photoBytesSql} as bytes from gone p`,
  )

export const purgeDeletedSampleFiles = (tx: Executor, before: Date): Promise<Amount> =>
  readAmount(
    tx,
    sql`with gone as (delete from sample_files
                      where id in (select f.id from ${deletedSampleFilesSql(before)} limit ${chunkSize})
                      returning bytes)
        select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from gone`,
  )

const purgeReportsOf = (table: RawBuilder<unknown>) => (tx: Executor, before: Date) =>
  readAmount(
    tx,
    sql`with gone as (delete from ${table}
                      where id in (select r.id from ${deletedReportsSql(table, before)} limit ${chunkSize})
                      returning bytes)
        select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from gone`,
  )

export const purgeDeletedReports = purgeReportsOf(sql`reports`)
export const purgeDeletedReportVersions = purgeReportsOf(sql`report_versions`)

export const countExpiredAuditEntries = (db: Executor, before: Date): Promise<Amount> =>
  readAmount(
    db,
    sql`select count(*)::int as count, coalesce(sum(octet_length(e::text)), 0)::float8 as bytes
        from audit_entries e where happened_at < ${before}`,
  )

/** Deletes the next of them, at most `chunkSize`. */
export const removeAuditEntries = (tx: Executor, before: Date): Promise<Amount> =>
  readAmount(
    tx,
    sql`with old as (select id from audit_entries where happened_at < ${before} order by happened_at limit ${chunkSize}),
          gone as (delete from audit_entries e using old where e.id = old.id returning octet_length(e::text) as bytes)
        select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from gone`,
  )

/** Reports rendered before there were versions, of tickets whose report has versions now: nobody reads them. */
const supersededReportsSql = (before: Date) => sql`
  created_at < ${before} and exists (select from report_versions v where v.post_mortem_id = reports.post_mortem_id)`

export const countSupersededReports = (db: Executor, before: Date): Promise<Amount> =>
  readAmount(
    db,
    sql`select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes
        from reports where ${supersededReportsSql(before)}`,
  )

/** Deletes the next of them, at most `chunkSize`. */
export const deleteSupersededReports = (tx: Executor, before: Date): Promise<Amount> =>
  readAmount(
    tx,
    sql`with old as (select id from reports where ${supersededReportsSql(before)} limit ${chunkSize}),
          gone as (delete from reports r using old where r.id = old.id returning r.bytes)
        select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from gone`,
  )
