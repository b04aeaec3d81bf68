import { Readable } from 'node:stream'
import { serverTexts } from '@chisholm/domain/server-texts'
import { newId } from '../../database/ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../http/app-error.ts'
import { FileMissingError } from '../../storage/file-missing-error.ts'
import { fingerprintOfBytes, hasExpectedLength, type ExpectedFile, readVerified } from '../../storage/file-integrity.ts'
import { canBeDecoded, createThumbnail } from '../../storage/process-image.ts'
import * as queries from './photos.queries.ts'
import type { PhotoVariant } from './signed-url.ts'

type PhotoServices = Pick<Context, 'db' | 'storage'>

export const thumbnailContentType = 'image/jpeg'

/** The expected key, hash and size of one of a photo's files. */
export const storedFileOf = (photo: queries.PhotoFiles, variant: PhotoVariant): ExpectedFile & { type: string } =>
  variant === 'image'
    ? { key: photo.image_key, hash: photo.image_hash, bytes: photo.bytes, type: photo.type, isComplete: canBeDecoded }
    : {
        key: photo.thumbnail_key,
        hash: photo.thumbnail_hash,
        bytes: photo.thumbnail_bytes,
        type: thumbnailContentType,
        isComplete: canBeDecoded,
      }

/**
 * Reads the image of a photo, and records whether it is lost.
 * @returns null if its file is missing, truncated or changed
 */
export async function readImage({ db, storage }: PhotoServices, photo: queries.PhotoFiles): Promise<Buffer | null> {
  const image = await readVerified(storage, storedFileOf(photo, 'image'))
  if ((image === null) !== (photo.lost_at !== null)) await queries.markLost(db, photo.id, image === null)
  // readVerified has decoded these bytes: they are intact
  if (image !== null && photo.image_hash === null)
    await queries.setImageHash(db, photo.id, fingerprintOfBytes(image).hash)
  return image
}

/** Reads the thumbnail of a photo. @returns null if its file is missing, truncated or changed, or its photo is lost */
export const readThumbnail = async ({ storage }: PhotoServices, photo: queries.PhotoFiles): Promise<Buffer | null> =>
  photo.lost_at === null ? readVerified(storage, storedFileOf(photo, 'thumbnail')) : null

/**
 * Opens an image or thumbnail to be sent. A missing thumbnail is recreated.
 * @throws notFound  the image is lost; the text names the photo
 */
export async function openImage(
  services: PhotoServices,
  photo: queries.PhotoFiles,
  variant: PhotoVariant,
): Promise<Readable> {
  const file = storedFileOf(photo, variant)
  // an image that was found damaged is verified completely before it is served again
  const isDoubtful = variant === 'image' && photo.lost_at !== null
  const stream = isDoubtful ? null : await openIfIntact(services, file)
  if (stream) return stream
  const image = await readImage(services, photo)
  if (image === null) throw new AppError('not-found', serverTexts.refusal.photoLost(photo.name))
  return Readable.from([variant === 'image' ? image : await renewThumbnail(services, photo, image)])
}

/** Opens a stored file. @returns null if it is missing, or not as long as expected */
export async function openIfIntact(
  { storage }: Pick<PhotoServices, 'storage'>,
  file: ExpectedFile,
): Promise<Readable | null> {
  if (!(await hasExpectedLength(storage, file))) return null
  try {
    return await storage.stream(file.key)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

/** Recreates the thumbnail of a photo under a new storage key. */
export async function renewThumbnail(
  { db, storage }: PhotoServices,
  photo: queries.PhotoFiles,
  image: Buffer,
): Promise<Buffer> {
  const thumbnail = await createThumbnail(image)
  const { hash, bytes } = fingerprintOfBytes(thumbnail)
  const thumbnail_key = `photos/${photo.id}-${newId()}-thumbnail.jpg`
  await storage.put(thumbnail_key, thumbnail)
  const renewed = { thumbnail_key, thumbnail_hash: hash, thumbnail_bytes: bytes }
  if (!(await queries.replaceThumbnail(db, photo, renewed))) await storage.remove(thumbnail_key)
  return thumbnail
}
