import { sql, type Updateable } from 'kysely'
import { animalColumns } from '../../database/columns.ts'
import { insertNew } from '../../database/insert-new.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest, ListRules } from '../../http/lists.ts'
import { animalsWithNames } from '../post-mortems/index.ts'

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

/** What every list of animals may be asked. */
export const animalRules = {
  filters: animalFilters,
  sorts: animalSorts,
  sort: '-created_at',
  examples: { rfid: '982000123456789' },
} satisfies ListRules

type List = ListRequest<keyof typeof animalFilters, (typeof animalSorts)[number]>

const column = (field: string) => sql.ref(`a.${field === 'veterinary_record_id' ? 'post_mortem_id' : field}`)

/** The animals on these sites (null: on all) that match. */
function matching(db: Executor, siteIds: string[] | null, { filters }: Pick<List, 'filters'>) {
  let animals = animalsWithNames(db)
  if (siteIds) animals = animals.where(sql<boolean>`ticket.site_id = any(${siteIds}::uuid[])`)
  for (const filter of filters) animals = animals.where(condition(column(filter.field), filter))
  return animals
}

/** All of them in their order, with their tickets, to be read by a cursor. */
export function animalsToExport(db: Executor, siteIds: string[] | null, list: List) {
  const animals = matching(db, siteIds, list)
    .innerJoin('customers as c', 'c.id', 'ticket.customer_id')
    .innerJoin('sites as s', 's.id', 'ticket.site_id')
    .select(['ticket.pin', 'ticket.status', 'c.name as customer_name', 's.name as site_name'])
  return animals.orderBy(orderOf(list))
}

/** One page of the animals on these sites (null: on all), and how many there are. */
export const animalPage = (db: Executor, siteIds: string[] | null, list: List) =>
  pageOf(matching(db, siteIds, list), list)

async function pageOf(animals: ReturnType<typeof animalsWithNames>, list: List) {
  const [{ total }, rows] = await Promise.all([
    animals.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    animals.orderBy(orderOf(list)).limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

/** The order asked for; animals that are the same in it stand by their id. */
function orderOf({ sorts }: Pick<List, 'sorts'>) {
  const orders = sorts.map(({ field, descending }) => sql`${column(field)} ${sql.raw(descending ? 'desc' : 'asc')}`)
  return sql`${sql.join(orders)}, a.id`
}

export const animalById = (db: Executor, id: string) => animalsWithNames(db).where('a.id', '=', id).executeTakeFirst()

export const anyAnimalById = (db: Executor, id: string) =>
  db.selectFrom('animals').select(animalColumns).where('id', '=', id).executeTakeFirst()

type Kept = 'id' | 'post_mortem_id' | 'created_by_id' | 'created_at' | 'updated_at' | 'deleted_at' | 'version'
/** What a person may write on an animal; names are the columns'. */
export type AnimalFacts = Omit<Updateable<Tables['animals']>, Kept>

/** @returns false when the id is used already */
export const insertAnimal = (
  tx: Executor,
  animal: AnimalFacts & { id: string; post_mortem_id: string; created_by_id: string },
): Promise<boolean> => insertNew(tx, 'animals', animal, ['id'])

export const changeAnimal = (tx: Executor, id: string, change: AnimalFacts & { deleted_at?: Date }) =>
  tx
    .updateTable('animals')
    .set({ ...change, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** An entry of a list; undefined when the list has none of this id. */
export const entryOfList = (db: Executor, list: string, id: string) =>
  db
    .selectFrom('library_entries')
    .select(['id', 'retired_at'])
    .where('list', '=', list)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * What makes records one animal: its RFID, or its tag where it has none, or nothing but the record itself. A visual
 * tag is unique only on its site, so animals of two sites with one tag stay two.
 */
const identity = sql`coalesce('rfid ' || a.rfid, 'tag ' || ticket.site_id || lower(btrim(a.tag)), a.id::text)`

/** One page of the distinct animals on these sites (null: on all) with their latest facts, and how many there are. */
export async function distinctAnimalPage(db: Executor, siteIds: string[] | null, list: List) {
  let latest = db
    .selectFrom('animals as a')
    .innerJoin('post_mortems as ticket', 'ticket.id', 'a.post_mortem_id')
    .where('a.deleted_at', 'is', null)
    .where('ticket.deleted_at', 'is', null)
    .distinctOn(identity)
    .select('a.id')
    .orderBy(identity)
    .orderBy('a.created_at', 'desc')
  if (siteIds) latest = latest.where(sql<boolean>`ticket.site_id = any(${siteIds}::uuid[])`)
  let animals = animalsWithNames(db).where('a.id', 'in', latest)
  for (const filter of list.filters) animals = animals.where(condition(column(filter.field), filter))
  return pageOf(animals, list)
}

/** One page of the tags in use on these sites (null: on all), each with the id of the latest animal that wears it. */
export async function tagPage(db: Executor, siteIds: string[] | null, list: { perPage: number; offset: number }) {
  let tags = db
    .selectFrom('animals as a')
    .innerJoin('post_mortems as ticket', 'ticket.id', 'a.post_mortem_id')
    .where('a.deleted_at', 'is', null)
    .where('ticket.deleted_at', 'is', null)
    .where('a.tag', 'is not', null)
  if (siteIds) tags = tags.where(sql<boolean>`ticket.site_id = any(${siteIds}::uuid[])`)
  const [{ total }, rows] = await Promise.all([
    tags.select(sql<number>`count(distinct a.tag)::int`.as('total')).executeTakeFirstOrThrow(),
    tags
      .distinctOn('a.tag')
      .select(['a.id', 'a.tag'])
      .orderBy('a.tag')
      .orderBy('a.created_at', 'desc')
      .limit(list.perPage)
      .offset(list.offset)
      .execute(),
  ])
  return { total, rows }
}
