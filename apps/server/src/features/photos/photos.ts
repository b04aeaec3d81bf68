import { rm } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { AnimalId, PhotoId, PostMortemId, UserId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, Failure, idInUse, invalid, notFound } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { fingerprintOfFile } from '../../storage/kept-file.ts'
import { type Picture, PictureRefused, readPicture } from '../../storage/pictures.ts'
import { lockAnimal } from '../animals/index.ts'
import { audit } from '../audit/index.ts'
import { touchTicket } from '../post-mortems/index.ts'
import * as queries from './photos.queries.ts'

const subject = (id: string) => ({ type: 'photo', id })

/** A file as it came, with the id the photo gets. */
export interface SentFile {
  id: PhotoId
  name: string
  /** On disk for as long as the request is worked on. */
  path: string
  sha256: Buffer
}

/** Who keeps pictures, and where; nobody where the operator of the server does it. */
type Keeper = Pick<Context, 'storage'> & { person: { id: UserId } | null }

/** Refuses, before anything was read, who can upload nothing. @throws too-many uploads in a while; notFound  sees no site */
export async function requireUploader(ctx: Context): Promise<void> {
  await takeTurn(ctx.db, ['upload', ctx.person.id], limits.uploads)
  if (ctx.person.sites.ids?.length === 0) throw notFound()
}

const isFull = ({ settings }: Context) => {
  const { count, megabytes } = settings.photosOfTicket
  return conflict(texts.refusal.ticketIsFull(count, megabytes), 'ticket-is-full')
}

/** How many photos more a ticket takes: none, or less than none, where its photos or their bytes are too many. */
async function roomOf({ db, settings }: Context, ticketId: PostMortemId): Promise<number> {
  const { count, bytes } = await queries.photosKept(db, ticketId)
  const { photosOfTicket } = settings
  return bytes > photosOfTicket.megabytes * 1_000_000 ? -1 : photosOfTicket.count - count
}

/**
 * Refuses early what would be refused after the pictures were read.
 * @returns refuses more photos than the ticket takes; decided anew in the transaction that adds them
 * @throws as requireTicket
 */
export async function requireUpload(ctx: Context, animalId: AnimalId): Promise<(photos: number) => void> {
  const room = await inTransaction(ctx, async (ctx) => {
    const { ticket } = await lockAnimal(ctx, animalId, 'photo.upload')
    return roomOf(ctx, ticket.id)
  })
  return (photos) => {
    if (photos > room) throw isFull(ctx)
  }
}

/**
 * Keeps the pictures of an upload in the storage: upright, without metadata, with thumbnails, under keys of their own, so
 * that no other upload can write over them. It happens before the transaction that names them: a row never points at
 * nothing. Of an upload that is refused nothing stays.
 * @throws not-accepted-type  a file is no JPEG or PNG by its content; the text names it
 * @throws invalid            a file is damaged or too large to be read; the text names it
 */
export async function keepPictures(ctx: Keeper, animalId: AnimalId, files: SentFile[]): Promise<queries.NewPhoto[]> {
  const pictures: Picture[] = []
  const photos: queries.NewPhoto[] = []
  try {
    for (const file of files) pictures.push(await readSent(ctx, file))
    for (const [index, file] of files.entries()) {
      const picture = pictures[index]
      if (!picture) break
      const photo = await newPhoto(ctx, animalId, file, picture)
      photos.push(photo)
      await ctx.storage.keep(photo.image_key, picture.image)
      await ctx.storage.keep(photo.thumbnail_key, picture.thumbnail)
    }
    return photos
  } catch (thrown) {
    await removeFiles(ctx, photos)
    throw thrown
  } finally {
    await Promise.all(
      pictures.flatMap(({ image, thumbnail }) => [image, thumbnail]).map((path) => rm(path, { force: true })),
    )
  }
}

const readSent = (ctx: Keeper, { path, name }: SentFile): Promise<Picture> =>
  readPicture(path, ctx.storage, ctx.person?.id ?? 'operator').catch((error: unknown) => {
    throw error instanceof PictureRefused ? refusal(error, name) : error
  })

async function newPhoto(
  ctx: Keeper,
  animalId: AnimalId,
  file: SentFile,
  { image, thumbnail, ...picture }: Picture,
): Promise<queries.NewPhoto> {
  const name = `photos/${file.id}-${uuidv7()}`
  const small = await fingerprintOfFile(thumbnail)
  return {
    id: file.id,
    animal_id: animalId,
    name: file.name,
    created_by_id: ctx.person?.id ?? null,
    content_hash: file.sha256,
    ...picture,
    image_key: `${name}.${picture.type === 'image/png' ? 'png' : 'jpg'}`,
    image_hash: (await fingerprintOfFile(image)).hash,
    thumbnail_key: `${name}-thumbnail.jpg`,
    thumbnail_hash: small.hash,
    thumbnail_bytes: small.bytes,
  }
}

/** What cannot be removed now, the nightly job removes. */
export const removeFiles = (
  ctx: Pick<Context, 'storage'>,
  photos: Pick<queries.NewPhoto, 'image_key' | 'thumbnail_key'>[],
) =>
  Promise.allSettled(
    photos.flatMap(({ image_key, thumbnail_key }) => [image_key, thumbnail_key]).map((key) => ctx.storage.remove(key)),
  )

/** Does the work that names kept pictures in rows, and removes those it names none for. */
export async function namingPictures<Answer>(
  ctx: Context,
  photos: queries.NewPhoto[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await work()
    const ids = photos.map(({ id }) => id)
    // of photos that were there already the first pictures stay
    const named = await queries.imageKeysOf(ctx.db, ids).catch(() => null)
    if (named)
      await removeFiles(
        ctx,
        photos.filter(({ image_key }) => !named.has(image_key)),
      )
    return answer
  } catch (thrown) {
    // after any other failure the transaction may have been committed all the same: the nightly job looks later
    if (thrown instanceof Failure) await removeFiles(ctx, photos)
    throw thrown
  }
}

/**
 * Adds photos to an animal, all of a request or none. The same id and content again is the same photo.
 * @throws as requireTicket; conflict  an id is used for something else
 */
export async function addPhotos(
  ctx: WriteContext,
  animalId: AnimalId,
  photos: queries.NewPhoto[],
): Promise<queries.PhotoRow[]> {
  const { ticket } = await lockAnimal(ctx, animalId, 'photo.upload')
  const added = []
  for (const photo of photos) if (await addPhoto(ctx, photo)) added.push(photo)
  if (added.length > 0) {
    if ((await roomOf(ctx, ticket.id)) < 0) throw isFull(ctx)
    await queries.touchAnimal(ctx.db, animalId)
    await touchTicket(ctx.db, ticket.id)
  }
  const rows: queries.PhotoRow[] = []
  for (const { id } of photos) rows.push(await requirePhoto(ctx, id))
  return rows
}

/** @returns false when the photo is there already */
async function addPhoto(ctx: WriteContext, photo: queries.NewPhoto): Promise<boolean> {
  if (!(await queries.insertPhoto(ctx.db, photo))) {
    const known = await queries.anyPhotoById(ctx.db, photo.id)
    const isSame =
      known?.created_by_id === ctx.person.id &&
      known.animal_id === photo.animal_id &&
      known.content_hash.equals(photo.content_hash) &&
      known.deleted_at === null
    if (!isSame) throw idInUse()
    return false
  }
  const { content_hash: _content, image_hash: _image, thumbnail_hash: _thumbnail, ...shown } = photo
  await audit(ctx.db, ctx, 'photo added', subject(photo.id), null, shown)
  return true
}

function refusal(refused: PictureRefused, name: string): Failure {
  const { validation } = texts
  if (refused.reason === 'type') return new Failure('not-accepted-type', `${name}: ${validation.photoType}`)
  const why = {
    pixels: validation.photoTooManyPixels,
    memory: validation.photoTooMuchMemory,
    broken: validation.photoBroken,
  }
  return invalid({ image: [`${name}: ${why[refused.reason]}`] })
}

/** Finds a photo this person may see. @throws notFound */
export async function requirePhoto(ctx: Context, id: PhotoId): Promise<queries.PhotoRow> {
  const photo = await queries.photoById(ctx.db, ctx.person.sites, id)
  if (!photo) throw notFound()
  return photo
}

/** A photo never changes, so the moment it came is its version. */
export const versionOfPhoto = (photo: queries.PhotoRow) => photo.created_at.getTime()

/** Takes a photo off its animal. @throws as requireTicket; stale  `expected` names another photo under this id */
export async function deletePhoto(ctx: WriteContext, id: PhotoId, expected: number | null): Promise<void> {
  // a photo never moves to another animal
  const { animal_id } = await requirePhoto(ctx, id)
  const { ticket } = await lockAnimal(ctx, animal_id, 'photo.delete')
  const photo = await requirePhoto(ctx, id)
  checkVersion(expected, versionOfPhoto(photo))
  await queries.markDeleted(ctx.db, id)
  await queries.touchAnimal(ctx.db, animal_id)
  await touchTicket(ctx.db, ticket.id)
  await audit(ctx.db, ctx, 'photo deleted', subject(id), { name: photo.name, animal_id }, null)
}
