import { rm } from 'node:fs/promises'
import { limits } from '@chisholm/domain/constants'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { Zone } from '@chisholm/domain/dates'
import { type AnimalId, newId, type PhotoId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { conflict, AppError, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { fingerprintOfFile } from '../../storage/file-integrity.ts'
import { type ProcessedImage, ImageRejectedError, processImage } from '../../storage/process-image.ts'
import { removeAfterFailure } from '../../storage/remove-files.ts'
import { lockAnimalAndPostMortem } from '../animals/index.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { timeZoneOfAnimal, touchPostMortem } from '../post-mortems/index.ts'
import { requireSlot } from './photo-slots.ts'
import { sampleFileByIdIncludingDeleted } from './sample-files.queries.ts'
import * as queries from './photos.queries.ts'
import { takenAt } from './taken-at.ts'
import { isFromUpload, isSameUpload } from './uploaded-before.ts'

const subject = (id: string) => ({ type: 'photo', id })

/** An uploaded file, with the id of its future photo. */
export interface UploadedFile {
  id: PhotoId
  name: string
  /** Path of the temporary file, which exists until the request ends. */
  path: string
  sha256: Buffer
  /** The upload whose parts the file was assembled from. */
  uploadId?: string
  slotId?: string | null
  caption?: string | null
}

/** The storage and the user; null for the operator. */
type PhotoContext = Pick<Context, 'storage' | 'db' | 'provider'> & { person: { id: UserId } | null }

/**
 * Rejects users who cannot upload at all before the body is read.
 * @throws tooMany  too many uploads lately; notFound  the user sees no site
 */
export async function requireMayUpload(ctx: Context): Promise<void> {
  await consumeRateLimit(ctx.db, ['upload', ctx.person.id], limits.uploads)
  if (ctx.person.sites.ids?.length === 0) throw notFound()
}

const postMortemFullError = ({ settings }: Context) => {
  const { count, megabytes } = settings.photoLimits
  return conflict(serverTexts.refusal.postMortemIsFull(count, megabytes), 'ticket-is-full')
}

/** The number of photos that can still be added to a ticket; zero or less if a limit of photos or bytes is reached. */
async function remainingCapacity({ db, settings }: Context, postMortemId: PostMortemId): Promise<number> {
  const { count, bytes } = await queries.countPhotosAndBytes(db, postMortemId)
  const { photoLimits } = settings
  return bytes > photoLimits.megabytes * 1_000_000 ? -1 : photoLimits.count - count
}

/**
 * Checks early for reasons to reject the upload, before the images are processed.
 * @returns a check of the number of photos, which is repeated in the transaction that adds them
 * @throws as lockPostMortemFor
 */
export async function checkUpload(ctx: Context, animalId: AnimalId): Promise<(photos: number) => void> {
  const capacity = await ctx.limitWrites(ctx.person.id, () =>
    inTransaction(ctx, async (ctx) => {
      const { postMortem } = await lockAnimalAndPostMortem(ctx, animalId, 'photo.upload')
      return remainingCapacity(ctx, postMortem.id)
    }),
  )
  return (photos) => {
    if (photos > capacity) throw postMortemFullError(ctx)
  }
}

/**
 * Stores the images of an upload, upright and without metadata, with thumbnails. Each gets a unique key, so that
 * concurrent uploads cannot overwrite it. Files are stored before the transaction that references them, so that no row
 * ever references a missing file; a rejected upload leaves no files.
 * @throws not-accepted-type  a file is of no accepted type by its content; the text names it
 * @throws invalid            a file is damaged or too large; the text names it
 */
export async function storePhotos(
  ctx: PhotoContext,
  animalId: AnimalId,
  files: UploadedFile[],
): Promise<queries.NewPhoto[]> {
  const zone = await timeZoneOfAnimal(ctx, animalId)
  const images: ProcessedImage[] = []
  const photos: queries.NewPhoto[] = []
  try {
    for (const file of files) images.push(await processUpload(ctx, file))
    for (const [index, file] of files.entries()) {
      const processed = images[index]
      if (!processed) break
      const photo = await toNewPhoto(ctx, { animalId, zone }, file, processed)
      photos.push(photo)
      await ctx.storage.putFile(photo.image_key, processed.image)
      await ctx.storage.putFile(photo.thumbnail_key, processed.thumbnail)
    }
    return photos
  } catch (error) {
    await removeAfterFailure(ctx.storage, keysOfPhotos(photos), error)
    throw error
  } finally {
    await Promise.all(
      images.flatMap(({ image, thumbnail }) => [image, thumbnail]).map((path) => rm(path, { force: true })),
    )
  }
}

const processUpload = (ctx: PhotoContext, { path, name }: UploadedFile): Promise<ProcessedImage> =>
  processImage(path, ctx.storage, ctx.person?.id ?? 'operator').catch((error: unknown) =>
    rejectImage(error, name, texts.validation.photoType),
  )

async function toNewPhoto(
  ctx: PhotoContext,
  { animalId, zone }: { animalId: AnimalId; zone: Zone },
  file: UploadedFile,
  { image, thumbnail, taken, ...picture }: ProcessedImage,
): Promise<queries.NewPhoto> {
  const name = `photos/${file.id}-${newId()}`
  const thumbnailFile = await fingerprintOfFile(thumbnail)
  return {
    id: file.id,
    animal_id: animalId,
    name: file.name,
    slot_id: file.slotId ?? null,
    caption: file.caption ?? null,
    taken_at: takenAt(taken, zone),
    created_by_id: ctx.person?.id ?? null,
    content_hash: file.sha256,
    upload_id: file.uploadId ?? null,
    ...picture,
    image_key: `${name}.${picture.type === 'image/png' ? 'png' : 'jpg'}`,
    image_hash: (await fingerprintOfFile(image)).hash,
    thumbnail_key: `${name}-thumbnail.jpg`,
    thumbnail_hash: thumbnailFile.hash,
    thumbnail_bytes: thumbnailFile.bytes,
  }
}

/** The storage keys of photos and their thumbnails. */
export const keysOfPhotos = (photos: Pick<queries.NewPhoto, 'image_key' | 'thumbnail_key'>[]): string[] =>
  photos.flatMap(({ image_key, thumbnail_key }) => [image_key, thumbnail_key])

/** Reads which files of stored photos no row references. A photo that existed before keeps its own. */
export async function readUnreferencedKeys({ db }: Pick<Context, 'db'>, photos: queries.NewPhoto[]): Promise<string[]> {
  const referenced = await queries.readImageKeys(
    db,
    photos.map(({ id }) => id),
  )
  return keysOfPhotos(photos.filter(({ image_key }) => !referenced.has(image_key)))
}

/**
 * Adds photos to an animal, all of them or none. A photo with the same id and content is added once.
 * @throws AppError  like `lockPostMortemFor`
 * @throws conflict  an id is in use for something else, or the ticket would have too many photos or bytes
 */
export async function addPhotos(
  ctx: WriteContext,
  animalId: AnimalId,
  photos: queries.NewPhoto[],
): Promise<queries.PhotoRow[]> {
  const { postMortem } = await lockAnimalAndPostMortem(ctx, animalId, 'photo.upload')
  await queries.lockMediaIds(
    ctx.db,
    photos.map(({ id }) => id),
  )
  const added = []
  for (const photo of photos) if (await insertPhotoOnce(ctx, photo)) added.push(photo)
  if (added.length > 0) {
    if ((await remainingCapacity(ctx, postMortem.id)) < 0) throw postMortemFullError(ctx)
    await queries.touchAnimal(ctx.db, animalId)
    await touchPostMortem(ctx.db, postMortem.id)
  }
  const rows: queries.PhotoRow[] = []
  for (const { id } of photos) rows.push(await requirePhoto(ctx, id))
  return rows
}

/** The photo that the user added to an animal before, from this upload in parts; null if there is none. */
export async function photoOfUpload(
  ctx: Context,
  animalId: AnimalId,
  id: PhotoId,
  uploadId: string,
): Promise<queries.PhotoRow | null> {
  const found = await queries.photoByIdIncludingDeleted(ctx.db, id)
  return found?.animal_id === animalId && isFromUpload(ctx, found, uploadId) ? requirePhoto(ctx, id) : null
}

/** @returns false if the photo already exists */
async function insertPhotoOnce(ctx: WriteContext, photo: queries.NewPhoto): Promise<boolean> {
  // a repeated photo may be in a slot that was retired later
  if (photo.slot_id && !(await queries.photoByIdIncludingDeleted(ctx.db, photo.id)))
    await requireSlot(ctx, photo.slot_id)
  if (await sampleFileByIdIncludingDeleted(ctx.db, photo.id)) throw idInUse()
  if (!(await queries.insertPhoto(ctx.db, photo))) {
    const existing = await queries.photoByIdIncludingDeleted(ctx.db, photo.id)
    if (existing?.animal_id !== photo.animal_id || !isSameUpload(ctx, existing, photo)) throw idInUse()
    return false
  }
  const { content_hash: _content, image_hash: _image, thumbnail_hash: _thumbnail, ...shown } = photo
  await recordAudit(ctx.db, ctx, { action: 'photo added', subject: subject(photo.id), after: shown })
  return true
}

/**
 * Converts an image error to the error of the response and throws it.
 * @param otherType  the text for a file of no accepted type
 */
export function rejectImage(error: unknown, name: string, otherType: string): never {
  throw error instanceof ImageRejectedError ? toRejection(error, name, otherType) : error
}

function toRejection(rejected: ImageRejectedError, name: string, otherType: string): AppError {
  if (rejected.reason === 'type') return new AppError('not-accepted-type', `${name}: ${otherType}`)
  const messages = {
    pixels: serverTexts.validation.photoTooManyPixels,
    memory: serverTexts.validation.photoTooMuchMemory,
    broken: serverTexts.validation.photoBroken,
  }
  return invalid({ image: [`${name}: ${messages[rejected.reason]}`] })
}

/** Lists the photos the user may see. @returns one page and the total */
export const listPhotos = ({ db, person }: Context, list: Parameters<typeof queries.readPhotoPage>[2]) =>
  queries.readPhotoPage(db, person.sites, list)

/** Reads a photo the user may see. @throws notFound */
export async function requirePhoto(ctx: Context, id: PhotoId): Promise<queries.PhotoRow> {
  const photo = await queries.photoById(ctx.db, ctx.person.sites, id)
  if (!photo) throw notFound()
  return photo
}

/**
 * The version of a photo: the number of edits since its creation, because an earlier photo may have had the same id.
 */
export const photoVersion = (photo: queries.PhotoRow) => photo.created_at.getTime() + photo.version
