import { type NotNull, sql, type Updateable } from 'kysely'
import { type AnimalField, animalFieldNames } from '@chisholm/domain/animal-fields'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { AnimalId, PostMortemId, UserId } from '../../database/ids.ts'
import { columnsOf, type Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { compileOnce } from '../../database/query-template.ts'
import { nextVersion, type SeenBy, updatedAtSql } from '../../database/versions.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import { condition, inList, normalizedText } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { ListRequest, ListRules } from '../../http/pagination.ts'
import {
  animalColumns,
  animalsWithNames,
  animalsWithPhotoSlots,
  diagnosisCondition,
  preparePartSearch,
  refuseBroadSearch,
  treatmentsJson,
  userNameSql,
} from '../post-mortems/index.ts'
import {
  orderBy,
  readCount,
  andOnSites,
  readAnimalPage,
  readPage,
  matching,
  readTotal,
  type AnimalCriteria,
} from './animal-pagination.queries.ts'

const animalFilters = {
  veterinary_record_id: 'id',
  rfid: 'text',
  tag: 'text',
  lot: 'text',
  pen: 'text',
  customer_record_at: 'day',
  vet_diagnosis_id: 'id',
  tag_color_id: 'id',
} as const
const animalSorts = ['created_at', 'updated_at', 'customer_record_at', 'tag', 'rfid', 'pen', 'lot'] as const

/** Filters and sorts of every list of animals. */
export const animalListRules = {
  filters: animalFilters,
  sorts: animalSorts,
  sort: '-created_at',
  examples: { rfid: '982000123456789' },
} satisfies ListRules

type List = ListRequest<keyof typeof animalFilters, (typeof animalSorts)[number]>

const columnOf = (field: string) => sql.ref(`a.${field === 'veterinary_record_id' ? 'post_mortem_id' : field}`)

/** Translates a list request into criteria. */
function parseCriteria(sites: AuthorizedSites, { filters, sorts }: Pick<List, 'filters' | 'sorts'>): AnimalCriteria {
  // cast: an unknown field yields undefined
  const isText = (field: string) => animalFilters[field as keyof typeof animalFilters] === 'text'
  const sortColumn = (field: string) => {
    if (field === 'updated_at') return updatedAtSql('a', sites)
    return isText(field) ? normalizedText(columnOf(field)) : columnOf(field)
  }
  return {
    sites,
    conditions: filters.map((filter) =>
      filter.field === 'vet_diagnosis_id'
        ? diagnosisCondition(sites, filter)
        : condition(columnOf(filter.field), filter),
    ),
    sorts: sorts.map(({ field, descending }) => ({
      column: sortColumn(field),
      descending,
    })),
    byCreation: sorts.length === 1 && sorts[0]?.field === 'created_at',
  }
}

/** All matching animals with their tickets, in order, to be streamed. */
export function animalsToExport(db: Executor, sites: AuthorizedSites, list: List) {
  const criteria = parseCriteria(sites, list)
  return animalsWithNames(db, sites)
    .innerJoin('post_mortems as ticket', 'ticket.id', 'a.post_mortem_id')
    .innerJoin('customers as c', 'c.id', 'ticket.customer_id')
    .innerJoin('sites as s', 's.id', 'ticket.site_id')
    .where(matching(criteria))
    .select([
      'ticket.pin',
      'ticket.status',
      'c.name as customer_name',
      's.name as site_name',
      's.time_zone as site_time_zone',
      'ticket.record_at',
      'ticket.requested_at',
      'ticket.scheduled_at',
      'ticket.completed_at',
      'ticket.note',
      'ticket.description',
      'ticket.no_vet_visit_requested',
      userNameSql('ticket.scheduled_for_id').as('scheduled_for'),
      userNameSql('ticket.completed_by_id').as('completed_by'),
    ])
    .orderBy(orderBy(criteria))
}

const selectiveFields = ['veterinary_record_id', 'rfid', 'tag', 'lot']
const isSelective = ({ field, op }: Pick<Filter, 'field' | 'op'>) => op === 'eq' && selectiveFields.includes(field)

/**
 * Translates a list request into criteria, prepared for a search for part of a text.
 * @throws AppError  the part is too short, or too many animals would have to be compared
 */
async function prepareCriteria(db: Executor, sites: AuthorizedSites, list: Pick<List, 'filters' | 'sorts'>) {
  if (list.filters.some(isSelective)) return parseCriteria(sites, list)
  // what a client sees of an animal's diagnosis depends on its ticket and its reports
  if (sites.ids && list.filters.some(({ field, op }) => field === 'vet_diagnosis_id' && op !== 'eq'))
    await refuseBroadSearch(db, sites, 'vet_diagnosis_id')
  const { filters, usesTrigramIndex } = await preparePartSearch(db, sites.ids, list.filters)
  return { ...parseCriteria(sites, { ...list, filters }), usesTrigramIndex }
}

/** Reads one page of the animals on these sites, and how many there are in total. */
export const readAnimalList = async (db: Executor, sites: AuthorizedSites, list: List) =>
  readAnimalPage(db, await prepareCriteria(db, sites, list), list)

/** An animal by id, unless it is deleted or on another site. */
export const animalById = (db: Executor, sites: AuthorizedSites, id: AnimalId) =>
  animalsWithPhotoSlots(db, sites)
    .where(sql<boolean>`a.id = ${id} ${andOnSites('a', sites)}`)
    .executeTakeFirst()

/** An animal by id, even if it is deleted, because its id stays in use. */
export const animalByIdIncludingDeleted = (db: Executor, id: AnimalId) =>
  db
    .selectFrom('animals as a')
    .select(columnsOf('a', animalColumns))
    .select(treatmentsJson.as('treatments_given'))
    .where('a.id', '=', id)
    .executeTakeFirst()

export type AnimalFields = Pick<Updateable<Tables['animals']>, AnimalField>

const insertedColumns = ['id', 'post_mortem_id', 'created_by_id', ...animalFieldNames]
const columnNames = sql.join(insertedColumns.map((column) => sql.ref(column)))
/** The values of a JSON row, which lacks the fields that were not entered. */
const columnValues = sql.join(
  insertedColumns.map((column) =>
    column === 'danger_sign_ids' ? sql`coalesce(a.danger_sign_ids, '{}')` : sql.ref(`a.${column}`),
  ),
)
const creationTime = sql`statement_timestamp() + (a.ordinality - 1) * interval '1 microsecond'`

/**
 * Inserts animals, sorted by id, so that two requests with the same ids cannot deadlock. Each one's creation time is a
 * microsecond later, so that the animals of a request keep their order. They are one parameter, so that the statement is
 * the same for any number of them and any fields, and stays prepared.
 * @returns how many were inserted: fewer than sent if an id is already in use
 */
export async function insertAnimals(
  tx: Executor,
  animals: (AnimalFields & { id: AnimalId; post_mortem_id: PostMortemId; created_by_id: UserId })[],
): Promise<number> {
  const rows = JSON.stringify(animals)
  const insert = compileOnce('insert animals', [rows], () =>
    sql`
    insert into animals (${columnNames}, created_at, updated_at)
    select ${columnValues}, ${creationTime}, ${creationTime}
    from json_populate_recordset(null::animals, ${rows}::json) with ordinality as a
    order by a.id
    on conflict (id) do nothing`.compile(tx),
  )
  return Number((await tx.executeQuery(insert)).numAffectedRows ?? 0)
}

/** Updates an animal, whose version changes for those who see it. */
export const changeAnimal = (
  tx: Executor,
  id: AnimalId,
  change: AnimalFields & { deleted_at?: Date | null },
  seenBy: SeenBy = 'everybody',
) =>
  tx
    .updateTable('animals')
    .set({ ...change, ...nextVersion(seenBy) })
    .where('id', '=', id)
    .execute()

const seenBeforeMax = 20

/** Animals on these sites (null: all) that have the RFID of another animal in the list, newest first. */
export async function animalsWithSameRfid(
  db: Executor,
  sites: AuthorizedSites,
  animals: readonly { id: string; rfid: string | null }[],
) {
  const idsByRfid = Map.groupBy(
    animals.filter(({ rfid }) => rfid !== null),
    ({ rfid }) => rfid?.trim().toLowerCase(),
  )
  if (idsByRfid.size === 0) return []
  const single = [...idsByRfid.values()].flatMap(([animal, ...same]) => (animal && same.length === 0 ? animal.id : []))
  return db
    .selectFrom('animals as a')
    .innerJoin('post_mortems as t', 't.id', 'a.post_mortem_id')
    .select(['a.post_mortem_id', 't.pin', 'a.customer_record_at', 'a.rfid'])
    .$narrowType<{ rfid: NotNull }>()
    .where(inList(normalizedText(sql.ref('a.rfid')), [...idsByRfid.keys()], 'text'))
    .where(sql<boolean>`a.deleted_at is null and a.id <> all(${single}::uuid[]) ${andOnSites('a', sites)}`)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(seenBeforeMax * idsByRfid.size)
    .execute()
}

/**
 * Reads one page of the distinct animals on these sites, each with its latest data, and how many there are in total.
 */
export const readDistinctAnimals = (db: Executor, sites: AuthorizedSites, list: List) =>
  inOneSnapshot(db, async (db) => {
    const criteria = await prepareCriteria(db, sites, list)
    const repeats = repeatsOn(sites)
    const records = await readTotal(db, criteria)
    const repeated = await readCount(
      db,
      criteria.conditions.length === 0
        ? sql`select count(*)::int as total from ${repeats} repeats`
        : sql`select count(*)::int as total from animals a where a.id = any(array${repeats}) and ${matching(criteria)}`,
    )
    const total = records - repeated
    return { total, rows: await readPage(db, { ...criteria, except: repeats }, list, total) }
  })

/** The parenthesised query of the ids of records that are superseded by a later record of the same animal on these sites. */
const repeatsOn = (sites: AuthorizedSites) =>
  sql`(select id from (
    select a.id, row_number() over (partition by a.identity order by a.created_at desc, a.id desc) as age
    from animal_identities several join animals a on a.identity = several.identity
    where several.animals > 1 and a.deleted_at is null ${andOnSites('a', sites)}) aged where age > 1)`

const tag = normalizedText(sql.ref('a.tag'))

/** Filters and sorts of the list of tags. Sorting by `name`, the field of a row, is the same as sorting by `tag`. */
export const tagListRules = { ...animalListRules, sorts: ['tag', 'name'], sort: 'tag' } satisfies ListRules

/** Tags of at most this many matching animals are sorted in memory; of more, they are read in the order of an index. */
const sortedTagsMax = 50_000

/**
 * Reads one page of the tags in use on these sites, and how many there are in total. Each tag has the id of the latest
 * animal that carries it.
 */
export const readTags = (db: Executor, sites: AuthorizedSites, list: ListRequest<keyof typeof animalFilters>) =>
  inOneSnapshot(db, async (db) => {
    const criteria = await prepareCriteria(db, sites, { filters: list.filters, sorts: [] })
    const [filter] = list.filters
    if (filter && !list.filters.some((one) => isSelective(one) || one.op === 'like'))
      await refuseBroadSearch(db, sites, filter.field)
    const matches = sql`animals a where ${matching(criteria)} and ${tag} is not null`
    // `offset 0` prevents PostgreSQL from comparing all animals in the order of their tags
    const tagged =
      (await readTotal(db, criteria)) <= sortedTagsMax
        ? sql`(select a.id, a.tag, a.created_at from ${matches} offset 0) a`
        : matches
    const total = await readCount(
      db,
      sql`select count(*)::int as total from (select distinct ${tag} from ${tagged}) each`,
    )
    const direction = sql.raw(list.sorts[0]?.descending ? 'desc' : 'asc')
    const { rows } = await sql<{ id: AnimalId; tag: string }>`
      select distinct on (${tag}) a.id, a.tag from ${tagged} order by ${tag} ${direction}, a.created_at desc, a.id desc
      limit ${sql.lit(list.perPage)} ${list.offset > 0 ? sql`offset ${list.offset}` : sql``}`.execute(db)
    return { total, rows }
  })
