import { type Insertable, sql, type Updateable } from 'kysely'
import type { Named } from '@chisholm/domain/schemas/references'
import type { PostMortemId, SampleId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { siteDayCondition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'
import { issuedAtSql } from '../post-mortems/index.ts'

export const sampleRules = {
  filters: {
    veterinary_record_animal_id: 'id',
    veterinary_record_id: 'id',
    label: 'text',
    sent_at: 'time',
    result_at: 'time',
  },
  sorts: ['label', 'taken_at', 'sent_at', 'result_at'],
  sort: 'label',
  ofSites: true,
  perPage: 100,
  examples: { label: 'S-118' },
} as const satisfies ListRules

const filterColumns = {
  veterinary_record_animal_id: sql.ref('s.animal_id'),
  veterinary_record_id: sql.ref('a.post_mortem_id'),
  label: sql.ref('s.label'),
  sent_at: sql.ref('s.sent_at'),
  result_at: sql.ref('s.result_at'),
} as const

const sortColumns = {
  label: sql.ref('s.number'),
  taken_at: sql.ref('s.taken_at'),
  sent_at: sql.ref('s.sent_at'),
  result_at: sql.ref('s.result_at'),
} as const

const writtenColumns = [
  'container',
  'taken_at',
  'lab',
  'test',
  'sent_at',
  'received_at',
  'result',
  'result_flag',
  'result_at',
  'note',
] as const

const samplesInUse = (db: Executor) =>
  db
    .selectFrom('samples as s')
    .innerJoin('animals as a', 'a.id', 's.animal_id')
    .innerJoin('post_mortems as t', 't.id', 'a.post_mortem_id')
    .where('s.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('t.deleted_at', 'is', null)

/**
 * Samples on these sites (null: all).
 * @param onlyIssued  excludes those of tickets without an issued opinion
 */
const samplesOn = (db: Executor, { ids: siteIds }: AuthorizedSites, onlyIssued: boolean) =>
  samplesInUse(db)
    .$if(siteIds !== null, (samples) => samples.where(sql<boolean>`a.site_id = any(${siteIds}::uuid[])`))
    .$if(onlyIssued, (samples) => samples.where(sql<boolean>`${issuedAtSql('t')} is not null`))

const withNames = (samples: ReturnType<typeof samplesInUse>) =>
  samples.innerJoin('library_entries as k', 'k.id', 's.sample_kind_id').select([
    's.id',
    's.label',
    's.animal_id',
    's.sample_kind_id',
    's.created_at',
    's.version',
    ...writtenColumns.map((column) => `s.${column}` as const),
    'a.post_mortem_id',
    'a.tag',
    'a.rfid',
    't.pin',
    sql<Named>`json_build_object('id', k.id, 'name', k.name)`.as('sample_kind'),
    sql<boolean>`s.result_at is not null
        and coalesce(coalesce(s.result_entered_at, s.result_at) > ${issuedAtSql('t')}, false)`.as('after_report'),
  ])
export type SampleRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

/** Reads one page of samples and their total. */
export async function readSamplePage(
  db: Executor,
  sites: AuthorizedSites,
  onlyIssued: boolean,
  list: ListRequest<keyof typeof filterColumns, keyof typeof sortColumns>,
) {
  let samples = samplesOn(db, sites, onlyIssued)
  for (const filter of list.filters)
    samples = samples.where(siteDayCondition(filterColumns[filter.field], sql.ref('a.site_id'), filter))
  let page = withNames(samples)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(sortColumns[field], (order) => (descending ? order.desc() : order.asc()).nullsLast())
  return readPageAndTotal(
    db,
    samples.select(countOfRows),
    page.orderBy('s.number').limit(list.perPage).offset(list.offset),
  )
}

/** A sample by id, if the reader may see it. */
export const sampleById = (db: Executor, sites: AuthorizedSites, onlyIssued: boolean, id: SampleId) =>
  withNames(samplesOn(db, sites, onlyIssued))
    .where('s.id', '=', id)
    .executeTakeFirst()

/** The samples of a ticket in the order of their labels, for its report, which is the same for every reader. */
export const samplesOfPostMortem = (db: Executor, id: PostMortemId) =>
  withNames(samplesInUse(db)).where('a.post_mortem_id', '=', id).orderBy('s.number').execute()

export const hasResultFile = async (db: Executor, id: SampleId): Promise<boolean> =>
  (await db
    .selectFrom('sample_files')
    .select('id')
    .where('sample_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The ids of the samples that a reader may see. */
export const visibleSamples = (db: Executor, sites: AuthorizedSites, onlyIssued: boolean) =>
  samplesOn(db, sites, onlyIssued).select('s.id')

/** @returns false if the id is in use */
export const insertSample = (tx: Executor, sample: Insertable<Tables['samples']>): Promise<boolean> =>
  insertIfAbsent(tx, 'samples', sample, ['id'])

/** Updates a sample and increments its version. */
export const changeSample = (tx: Executor, id: SampleId, change: Updateable<Tables['samples']>) =>
  tx
    .updateTable('samples')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
