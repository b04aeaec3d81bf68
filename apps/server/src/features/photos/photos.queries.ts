import { type Insertable, sql } from 'kysely'
import { insertNew } from '../../database/insert-new.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import { condition } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

const columns = ['p.id', 'p.animal_id', 'p.name', 'p.type', 'p.image_key', 'p.thumbnail_key', 'p.created_at'] as const

/** Photos not deleted, of animals not deleted. */
const photosInUse = (db: Executor) =>
  db
    .selectFrom('photos as p')
    .innerJoin('animals as a', 'a.id', 'p.animal_id')
    .where('p.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select([...columns, 'p.content_hash', 'p.created_by_id', 'a.post_mortem_id', 'a.site_id'])

export type PhotoRow = Awaited<ReturnType<ReturnType<typeof photosInUse>['execute']>>[number]

const columnOf = {
  media_attachable_id: sql.ref('p.animal_id'),
  media_attachable_type: sql`'VeterinaryRecordAnimal'::text`,
} as const

/** One page of the photos on these sites (null: on all), oldest first, and how many there are. */
export async function photoPage(
  db: Executor,
  siteIds: string[] | null,
  list: ListRequest<keyof typeof columnOf, 'created_at' | 'name'>,
) {
  let photos = photosInUse(db)
  if (siteIds) photos = photos.where(sql<boolean>`a.site_id = any(${siteIds}::uuid[])`)
  for (const filter of list.filters) photos = photos.where(condition(columnOf[filter.field], filter))
  let page = photos
  for (const { field, descending } of list.sorts) page = page.orderBy(`p.${field}`, descending ? 'desc' : 'asc')
  const [{ total }, rows] = await Promise.all([
    photos.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    page.orderBy('p.id').limit(list.perPage).offset(list.offset).execute(),
  ])
  return { total, rows }
}

export const photoById = (db: Executor, id: string) => photosInUse(db).where('p.id', '=', id).executeTakeFirst()

/** All photos of the animals of a ticket, for its report. */
export const photosOfTicket = (db: Executor, ticketId: string) =>
  photosInUse(db).where('a.post_mortem_id', '=', ticketId).orderBy('p.created_at').orderBy('p.id').execute()

export type NewPhoto = Insertable<Tables['photos']>

/** @returns false when the id is used already */
export const insertPhoto = (tx: Executor, photo: NewPhoto): Promise<boolean> => insertNew(tx, 'photos', photo, ['id'])

export const anyPhotoById = (db: Executor, id: string) =>
  db
    .selectFrom('photos')
    .select(['created_by_id', 'animal_id', 'content_hash', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const markDeleted = (tx: Executor, id: string) =>
  tx.updateTable('photos').set({ deleted_at: new Date() }).where('id', '=', id).execute()

/** The animal's answer counts its photos, so a photo that comes or goes is a change of the animal. */
export const touchAnimal = (tx: Executor, id: string) =>
  tx.updateTable('animals').set({ version: sql`version + 1`, updated_at: new Date() }).where('id', '=', id).execute()
