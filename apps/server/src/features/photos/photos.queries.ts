import type { Markup } from '@chisholm/domain/markup'
import { type Insertable, sql, type Updateable, type Transaction } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { AnimalId, PhotoId, PostMortemId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { fromNearerEnd, reverse } from '../../database/page-from-nearer-end.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { nextVersion, type SeenBy } from '../../database/versions.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { condition, inList } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { isPhotoThere, visiblePhotoColumns } from '../post-mortems/index.ts'

const fileColumns = [
  'p.type',
  'p.image_key',
  'p.image_hash',
  'p.bytes',
  'p.thumbnail_key',
  'p.thumbnail_hash',
  'p.thumbnail_bytes',
  'p.lost_at',
] as const
const columns = [
  'p.id',
  'p.animal_id',
  'p.name',
  'p.taken_at',
  'p.width',
  'p.height',
  'p.created_at',
  'p.version',
  ...fileColumns,
] as const

/** Photos of animals that are not deleted, as someone with these sites (null: all) sees them. */
function photosInUse(db: Executor, viewer: VisibleSites = { ids: null }) {
  const { slot_id, caption, markup } = visiblePhotoColumns(viewer)
  return (
    db
      .selectFrom('photos as p')
      .innerJoin('animals as a', 'a.id', 'p.animal_id')
      .where(isPhotoThere(viewer))
      .where('a.deleted_at', 'is', null)
      .select([...columns, 'p.content_hash', 'p.created_by_id', 'a.post_mortem_id', 'a.site_id'])
      .select([slot_id.as('slot_id'), caption.as('caption'), markup.as('markup')])
      // clients see it as it was before an amendment
      .select(sql<boolean>`p.issued_facts is not null`.as('is_frozen'))
  )
}

/** Photos of animals on these sites. */
const photosOn = (db: Executor, sites: AuthorizedSites) =>
  photosInUse(db, sites).$if(sites.ids !== null, (photos) =>
    photos.where(sql<boolean>`a.site_id = any(${sites.ids}::uuid[])`),
  )

export type PhotoRow = Awaited<ReturnType<ReturnType<typeof photosInUse>['execute']>>[number]

const attachableType = 'VeterinaryRecordAnimal'
const columnOf = {
  media_attachable_id: sql.ref('p.animal_id'),
  media_attachable_type: sql`${sql.lit(attachableType)}::text`,
} as const
export type PhotoFilter = Filter<keyof typeof columnOf>

/** True for a filter that all photos match, because every photo belongs to an animal. */
const matchesAllPhotos = ({ field, op, values }: PhotoFilter) =>
  field === 'media_attachable_type' && op === 'eq' && values.includes(attachableType)

/** Photos that were deleted while their tickets are being amended. Few, and in an index of their own. */
const seenByClientsOnly = sql`photos d where d.deleted_at is not null and d.visible_site_id is not null`

/** Up to this many matches are sorted in memory; for more, the page is read from the index in sort order. */
const sortInMemoryMax = 10_000

type PhotoList = ListRequest<keyof typeof columnOf, 'created_at' | 'name'>

/** Reads one page of the photos on these sites (null: all), oldest first, and their total. */
export const readPhotoPage = (db: Executor, sites: AuthorizedSites, list: PhotoList) =>
  inOneSnapshot(db, (db) => readPhotosAndTotal(db, sites, list))

async function readPhotosAndTotal(db: Executor, sites: AuthorizedSites, list: PhotoList) {
  const { ids: siteIds } = sites
  const conditions = list.filters
    .filter((filter) => !matchesAllPhotos(filter))
    .map((filter) => sql`and ${condition(columnOf[filter.field], filter)}`)
  const ofSites = siteIds ? inList(sql.ref('p.visible_site_id'), siteIds, 'uuid') : sql`true`
  // an array is read once, and keeps the scan in the index
  const isVisible = siteIds ? sql`true` : sql`p.id <> all (array(select d.id from ${seenByClientsOnly}))`
  const matching = sql`photos p where ${ofSites} and ${isVisible} and p.visible_site_id is not null
    ${sql.join(conditions, sql` `)}`
  const counted =
    conditions.length > 0
      ? sql<{ total: number }>`select count(*)::int as total from ${matching}`
      : siteIds
        ? sql<{ total: number }>`select coalesce(sum(photos), 0)::int as total from photo_counts
            where site_id = any(${siteIds}::uuid[])`
        : sql<{ total: number }>`select coalesce(sum(photos), 0)::int - (select count(*)::int from ${seenByClientsOnly})
            as total from photo_counts`
  const total = (await counted.execute(db)).rows[0]?.total ?? 0
  if (list.offset >= total) return { total, rows: [] }

  // limit and offset are literals, so that the planner knows how few rows are needed
  const end = fromNearerEnd(list, total)
  const inOrder = (sorts: { field: 'created_at' | 'name'; descending: boolean }[], reversed: boolean) =>
    sql.join(
      [...sorts, { field: 'id', descending: reversed }].map(
        ({ field, descending }) => sql`${sql.ref(`p.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
      ),
    )
  const order = inOrder(end.reversed ? reverse(list.sorts) : list.sorts, end.reversed)
  const found =
    total > sortInMemoryMax ? matching : sql`(select p.id, p.created_at, p.name from ${matching} offset 0) p`
  const ids = sql`(select p.id from ${found} order by ${order} limit ${sql.lit(end.perPage)} ${end.offset > 0 ? sql`offset ${sql.lit(end.offset)}` : sql``})`
  const rows = await photosInUse(db, sites)
    .where(sql<boolean>`p.id in ${ids}`)
    .orderBy(inOrder(list.sorts, false))
    .execute()
  return { total, rows }
}

/** A photo by id, if it is on one of these sites. */
export const photoById = (db: Executor, sites: AuthorizedSites, id: PhotoId) =>
  photosOn(db, sites).where('p.id', '=', id).executeTakeFirst()

/** The photo of a signed URL, which needs no other permission. It may be one that only clients still see. */
export const photoOfSignedAddress = (db: Executor, id: PhotoId) =>
  photosInUse(db, { ids: [] }).where('p.id', '=', id).executeTakeFirst()

/** All photos of a ticket's animals. */
export const photosOfPostMortem = (db: Executor, sites: AuthorizedSites, postMortemId: PostMortemId) =>
  photosOn(db, sites).where('a.post_mortem_id', '=', postMortemId).orderBy('p.created_at').orderBy('p.id').execute()

/** All photos of a ticket's animals, for its report, which is the same for every reader. */
export const photosForReport = (db: Executor, postMortemId: PostMortemId) =>
  photosInUse(db).where('a.post_mortem_id', '=', postMortemId).orderBy('p.created_at').orderBy('p.id').execute()

/** Photos by id, including deleted ones: an issued report shows them for ever. */
export const photosByIds = (db: Executor, ids: string[]) =>
  db
    .selectFrom('photos as p')
    .select(['p.id', 'p.name', ...fileColumns])
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .execute()

export type NewPhoto = Insertable<Tables['photos']>

/**
 * Locks ids, all in one order, until the transaction ends, so that none becomes that of a photo and of a file of a sample,
 * which are in two tables.
 */
export const lockMediaIds = (tx: Transaction<Tables>, ids: PhotoId[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('media ' || id, 0))
      from (select unnest(${ids}::text[]) as id order by 1) media`.execute(tx)

/** @returns false if the id is in use */
export const insertPhoto = (tx: Executor, photo: NewPhoto): Promise<boolean> =>
  insertIfAbsent(tx, 'photos', photo, ['id'])

export const insertPhotos = (tx: Executor, photos: NewPhoto[]) => tx.insertInto('photos').values(photos).execute()

export const photoByIdIncludingDeleted = (db: Executor, id: PhotoId) =>
  db
    .selectFrom('photos')
    .select(['created_by_id', 'animal_id', 'content_hash', 'upload_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The number of photos of a ticket, and the bytes of all its files, including those of deleted photos. */
export async function countPhotosAndBytes(
  db: Executor,
  postMortemId: PostMortemId,
): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) filter (where p.deleted_at is null and a.deleted_at is null)::int as count,
           coalesce(sum(p.bytes + coalesce(p.thumbnail_bytes, 0)), 0)::float as bytes
    from photos p join animals a on a.id = p.animal_id where a.post_mortem_id = ${postMortemId}`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Counts the photos that have one of these ids. */
export async function countExistingPhotos(db: Executor, ids: PhotoId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from photos where id = any(${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Whether the newest report of a completed ticket has a photo: what it was issued with, not the time, decides, because
 * an upload may begin before a report is issued and end afterwards. Without a report: whether the photo is as old as the
 * completion.
 */
export async function isInNewestReport(tx: Executor, id: PhotoId): Promise<boolean> {
  const ofPhoto = sql`jsonb_build_array(jsonb_build_object('photos', jsonb_build_array(jsonb_build_object('id', p.id))))`
  const { rows } = await sql<{ is_reported: boolean }>`
    select coalesce(
      (select v.snapshot -> 'animals' @> ${ofPhoto}
        from report_versions v where v.post_mortem_id = t.id order by v.number desc limit 1),
      p.created_at <= t.completed_at, false) as is_reported
    from photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id
    where p.id = ${id}`.execute(tx)
  return rows[0]?.is_reported ?? false
}

/** The fields of a photo that a user may change. */
export interface PhotoPatch extends Pick<Updateable<Tables['photos']>, 'slot_id' | 'caption'> {
  markup?: Markup | null
}

/** Updates a photo and increments its version. */
export const changePhoto = (tx: Executor, id: PhotoId, { markup, ...patch }: PhotoPatch) =>
  tx
    .updateTable('photos')
    .set({
      ...patch,
      ...(markup !== undefined && { markup: markup && JSON.stringify(markup) }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

export const markDeleted = (tx: Executor, id: PhotoId) =>
  tx.updateTable('photos').set({ deleted_at: new Date() }).where('id', '=', id).execute()

/** The columns that describe a photo's two files. */
export type PhotoFiles = Pick<
  PhotoRow,
  | 'id'
  | 'name'
  | 'type'
  | 'image_key'
  | 'image_hash'
  | 'bytes'
  | 'thumbnail_key'
  | 'thumbnail_hash'
  | 'thumbnail_bytes'
  | 'lost_at'
>

/** The next photos in use after this id. */
export const nextPhotos = (db: Executor, id: PhotoId, count: number): Promise<PhotoFiles[]> =>
  photosInUse(db).where('p.id', '>', id).orderBy('p.id').limit(count).execute()

/** Records whether the image is lost, if that has changed. */
export const markLost = (db: Executor, id: PhotoId, isLost: boolean) =>
  db
    .updateTable('photos')
    .set({ lost_at: isLost ? new Date() : null })
    .where('id', '=', id)
    .where('lost_at', isLost ? 'is' : 'is not', null)
    .execute()

export const setImageHash = (db: Executor, id: PhotoId, image_hash: Buffer) =>
  db.updateTable('photos').set({ image_hash }).where('id', '=', id).where('image_hash', 'is', null).execute()

/** Replaces the thumbnail of a photo. @returns false if another request replaced it */
export async function replaceThumbnail(
  db: Executor,
  { id, thumbnail_key }: PhotoFiles,
  thumbnail: { thumbnail_key: string; thumbnail_hash: Buffer; thumbnail_bytes: number },
): Promise<boolean> {
  const replaced = db.updateTable('photos').set(thumbnail).where('id', '=', id)
  const { numUpdatedRows } = await replaced.where('thumbnail_key', '=', thumbnail_key).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The image keys of the photos with these ids. */
export async function readImageKeys(db: Executor, ids: PhotoId[]): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('image_key').where('id', 'in', ids).execute()
  return new Set(rows.map(({ image_key }) => image_key))
}

/** Changes the version of an animal, because its response includes the number of photos. */
export const touchAnimal = (tx: Executor, id: AnimalId, seenBy: SeenBy = 'everybody') =>
  tx.updateTable('animals').set(nextVersion(seenBy)).where('id', '=', id).execute()

/** Restores photos with their slots, captions and markup, even if they were deleted since. */
export const restorePhotos = (
  tx: Executor,
  photos: { id: string; slot_id: string | null; caption: string | null; markup: Markup | null }[],
) =>
  sql`update photos p
      set slot_id = issued.slot_id, caption = issued.caption, markup = issued.markup, deleted_at = null,
          version = p.version + 1
      from json_to_recordset(${JSON.stringify(photos)}) as issued (id uuid, slot_id uuid, caption text, markup jsonb)
      where p.id = issued.id`.execute(tx)
