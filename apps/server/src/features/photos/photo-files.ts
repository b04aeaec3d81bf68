import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { texts } from '@chisholm/domain/texts'
import type { Context } from '../../http/context.ts'
import { Failure } from '../../http/failures.ts'
import { FileMissing } from '../../storage/file-missing.ts'
import { fingerprintOf, hasItsLength, type KeptFile, readWhole } from '../../storage/kept-file.ts'
import { canBeDecoded, thumbnailOf } from '../../storage/pictures.ts'
import * as queries from './photos.queries.ts'
import type { Variant } from './signed-address.ts'

type Parts = Pick<Context, 'db' | 'storage'>

export const thumbnailType = 'image/jpeg'

/** What a photo's row says of one of its files. */
export const fileOf = (photo: queries.PhotoFiles, variant: Variant): KeptFile & { type: string } =>
  variant === 'image'
    ? { key: photo.image_key, hash: photo.image_hash, bytes: photo.bytes, type: photo.type, looksWhole: canBeDecoded }
    : {
        key: photo.thumbnail_key,
        hash: photo.thumbnail_hash,
        bytes: photo.thumbnail_bytes,
        type: thumbnailType,
        looksWhole: canBeDecoded,
      }

/**
 * Reads the image of a photo, and writes down whether it is lost.
 * @returns null when its file is gone, cut or changed
 */
export async function readImage({ db, storage }: Parts, photo: queries.PhotoFiles): Promise<Buffer | null> {
  const image = await readWhole(storage, fileOf(photo, 'image'))
  if ((image === null) !== (photo.lost_at !== null)) await queries.markLost(db, photo.id, image === null)
  // bytes that were decoded once need not be decoded again
  if (image !== null && photo.image_hash === null) await queries.setImageHash(db, photo.id, fingerprintOf(image).hash)
  return image
}

/**
 * Opens a picture to be sent. A thumbnail that is gone is made anew.
 * @throws not-found  the file of the photo is lost; the text names the photo
 */
export async function openPicture(parts: Parts, photo: queries.PhotoFiles, variant: Variant): Promise<Readable> {
  const file = fileOf(photo, variant)
  // an image found damaged is read whole before it is believed again
  const isDoubtful = variant === 'image' && photo.lost_at !== null
  const stream = isDoubtful ? null : await openWhenThere(parts, file)
  if (stream) return stream
  const image = await readImage(parts, photo)
  if (image === null) throw new Failure('not-found', texts.refusal.photoLost(photo.name))
  return Readable.from([variant === 'image' ? image : await renewThumbnail(parts, photo, image)])
}

async function openWhenThere({ storage }: Parts, file: KeptFile): Promise<Readable | null> {
  if (!(await hasItsLength(storage, file))) return null
  try {
    return await storage.stream(file.key)
  } catch (thrown) {
    if (thrown instanceof FileMissing) return null
    throw thrown
  }
}

/** Makes the thumbnail of a photo anew and keeps it under a key of its own. */
export async function renewThumbnail(
  { db, storage }: Parts,
  photo: queries.PhotoFiles,
  image: Buffer,
): Promise<Buffer> {
  const thumbnail = await thumbnailOf(image)
  const { hash, bytes } = fingerprintOf(thumbnail)
  const thumbnail_key = `photos/${photo.id}-${uuidv7()}-thumbnail.jpg`
  await storage.put(thumbnail_key, thumbnail)
  const renewed = { thumbnail_key, thumbnail_hash: hash, thumbnail_bytes: bytes }
  if (!(await queries.replaceThumbnail(db, photo, renewed))) await storage.remove(thumbnail_key)
  return thumbnail
}
