import type { PhotoId } from '../../database/ids.ts'
import { iteratePages } from '../../database/iterate-pages.ts'
import type { Context } from '../../http/context.ts'
import { type Damage, checkFile, type Fingerprint } from '../../storage/file-integrity.ts'
import { storedFileOf, readImage, renewThumbnail } from './photo-files.ts'
import * as queries from './photos.queries.ts'

type PhotoServices = Pick<Context, 'db' | 'storage'>

/** Result for one file. */
export interface CheckedFile {
  key: string
  /** Name of the photo, for display. */
  name: string
  damage: Damage | null
  lost: boolean
  /** Whether a damaged thumbnail was recreated, which needs the image. */
  renewed: boolean
}

/**
 * Verifies the files of all photos: records which images are lost or found again, recreates damaged thumbnails, and
 * stores hashes that older rows lack.
 */
export async function checkPhotoFiles(services: PhotoServices, onChecked: (file: CheckedFile) => void): Promise<void> {
  for await (const photo of iteratePages((after: PhotoId, count) => queries.nextPhotos(services.db, after, count))) {
    const { name, image_key, thumbnail_key } = photo
    const image = await checkImage(services, photo)
    const hasImage = image === null
    onChecked({ key: image_key, name, damage: image, lost: !hasImage, renewed: false })
    const thumbnail = await checkThumbnail(services, photo, hasImage)
    onChecked({ key: thumbnail_key, name, damage: thumbnail, lost: false, renewed: hasImage })
  }
}

async function checkImage({ db, storage }: PhotoServices, photo: queries.PhotoFiles): Promise<Damage | null> {
  const found = await checkFile(storage, storedFileOf(photo, 'image'))
  await queries.markLost(db, photo.id, found.damage !== null)
  if (found.damage === null && photo.image_hash === null)
    await queries.setImageHash(db, photo.id, found.fingerprint.hash)
  return found.damage
}

async function checkThumbnail(
  services: PhotoServices,
  photo: queries.PhotoFiles,
  hasImage: boolean,
): Promise<Damage | null> {
  const found = await checkFile(services.storage, storedFileOf(photo, 'thumbnail'))
  if (found.damage === null) {
    if (photo.thumbnail_hash === null) await saveThumbnailHash(services, photo, found.fingerprint)
    return null
  }
  const image = hasImage ? await readImage(services, { ...photo, lost_at: null }) : null
  if (image) await renewThumbnail(services, photo, image)
  return found.damage
}

const saveThumbnailHash = (
  { db }: PhotoServices,
  { thumbnail_key, ...photo }: queries.PhotoFiles,
  found: Fingerprint,
) =>
  queries.replaceThumbnail(
    db,
    { ...photo, thumbnail_key },
    { thumbnail_key, thumbnail_hash: found.hash, thumbnail_bytes: found.bytes },
  )
