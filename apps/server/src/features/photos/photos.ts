import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { Context } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, Failure, invalid, notFound } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { PictureRefused, readPicture } from '../../storage/pictures.ts'
import { requireAnimal } from '../animals/index.ts'
import { audit } from '../audit/index.ts'
import { maySeeSite, requireTicket, touchTicket } from '../post-mortems/index.ts'
import * as queries from './photos.queries.ts'

const subject = (id: string) => ({ type: 'photo', id })

/** A file as it came, with the id the photo gets. */
export interface SentFile {
  id: string
  name: string
  /** Where it lies while the request lasts. */
  path: string
}

/** Refuses early what would be refused after the upload. @throws as requireTicket; too-many uploads in a while */
export async function requireUpload(ctx: Context, animalId: string): Promise<void> {
  await takeTurn(ctx.db, ['upload', ctx.person.id], constants.limits.uploads)
  await ctx.db.transaction().execute(async (tx) => {
    const animal = await requireAnimal(ctx, tx, animalId)
    await requireTicket(tx, ctx, animal.post_mortem_id, 'photo.upload')
  })
}

/**
 * Keeps photos of an animal: upright, without metadata, with thumbnails. All of a request are kept or none. The
 * pictures lie in the storage before their rows are written, so that a row never points at nothing. The same id
 * and content again is the same photo.
 * @throws not-accepted-type  a file is no JPEG or PNG by its content; the text names it
 * @throws invalid            a file is damaged or larger than 50 megapixels; the text names it
 */
export async function addPhotos(ctx: Context, animalId: string, files: SentFile[]): Promise<queries.PhotoRow[]> {
  const photos: queries.NewPhoto[] = []
  for (const file of files) {
    const photo = await prepare(ctx, animalId, file)
    if (photo) photos.push(photo)
  }
  await ctx.db.transaction().execute(async (tx) => {
    const animal = await requireAnimal(ctx, tx, animalId)
    await requireTicket(tx, ctx, animal.post_mortem_id, 'photo.upload')
    for (const photo of photos) {
      // a twin that was faster wrote the same picture under the same id
      if (!(await queries.insertPhoto(tx, photo))) continue
      const { content_hash: _hash, ...shown } = photo
      await audit(tx, ctx, 'photo added', subject(photo.id), null, shown)
    }
    await queries.touchAnimal(tx, animalId)
    await touchTicket(tx, animal.post_mortem_id)
  })
  return Promise.all(files.map((file) => requirePhoto(ctx, file.id)))
}

/** Reads a file and puts its pictures into the storage. @returns the row to write; null when it is there already */
async function prepare(ctx: Context, animalId: string, file: SentFile): Promise<queries.NewPhoto | null> {
  const content_hash = await hashOf(file.path)
  const before = await queries.anyPhotoById(ctx.db, file.id)
  if (before) {
    const same =
      before.created_by_id === ctx.person.id &&
      before.animal_id === animalId &&
      before.content_hash.equals(content_hash)
    if (!same || before.deleted_at) throw conflict(texts.refusal.idInUse)
    return null
  }
  const { image, thumbnail, ...picture } = await readPicture(file.path, ctx.storage).catch((error: unknown) => {
    throw error instanceof PictureRefused ? refusal(error, file.name) : error
  })
  const ending = picture.type === 'image/png' ? 'png' : 'jpg'
  const keys = { image_key: `photos/${file.id}.${ending}`, thumbnail_key: `photos/${file.id}-thumbnail.jpg` }
  await ctx.storage.keep(keys.image_key, image)
  await ctx.storage.keep(keys.thumbnail_key, thumbnail)
  const facts = { id: file.id, animal_id: animalId, name: file.name, created_by_id: ctx.person.id }
  return { ...facts, ...keys, ...picture, content_hash }
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}

function refusal(refused: PictureRefused, name: string): Failure {
  const { validation } = texts
  if (refused.reason === 'type') return new Failure('not-accepted-type', `${name}: ${validation.photoType}`)
  const why = refused.reason === 'pixels' ? validation.photoTooManyPixels : validation.photoBroken
  return invalid({ image: [`${name}: ${why}`] })
}

/** Finds a photo this person may see. @throws notFound */
export async function requirePhoto(ctx: Context, id: string): Promise<queries.PhotoRow> {
  const photo = await queries.photoById(ctx.db, id)
  if (!photo || !maySeeSite(ctx, photo.site_id)) throw notFound()
  return photo
}

/** A photo never changes, so the moment it came is its version. */
export const versionOfPhoto = (photo: queries.PhotoRow) => photo.created_at.getTime()

/** Takes a photo off its animal. @throws as requireTicket; stale  `expected` names another photo under this id */
export async function deletePhoto(ctx: Context, id: string, expected: number | null): Promise<void> {
  const photo = await requirePhoto(ctx, id)
  checkVersion(expected, versionOfPhoto(photo))
  await ctx.db.transaction().execute(async (tx) => {
    await requireTicket(tx, ctx, photo.post_mortem_id, 'photo.delete')
    await queries.markDeleted(tx, id)
    await queries.touchAnimal(tx, photo.animal_id)
    await touchTicket(tx, photo.post_mortem_id)
    await audit(tx, ctx, 'photo deleted', subject(id), { name: photo.name, animal_id: photo.animal_id }, null)
  })
}
