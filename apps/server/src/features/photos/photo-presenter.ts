import type { Photo } from '@chisholm/domain/schemas/post-mortems'
import type { FastifyRequest } from 'fastify'
import type { PhotoId } from '../../database/ids.ts'
import { baseUrl } from '../../http/authentication.ts'
import { isoOrNull, type PhotoOfAnimal, toIso } from '../post-mortems/index.ts'
import type { PhotoRow } from './photos.queries.ts'
import type { SampleFileRow } from './sample-files.queries.ts'
import { thumbnailContentType } from './photo-files.ts'
import { urlExpiry, createSignedPath, type PhotoVariant } from './signed-url.ts'

/** The URL of an image: at the storage if it can sign URLs, else at the server. */
async function photoUrl(
  request: FastifyRequest,
  photoId: PhotoId,
  { key, type }: { key: string; type: string },
  variant: PhotoVariant,
): Promise<string> {
  const { storage, secretKey } = request.services
  const direct = storage.signsAddresses
    ? await storage.signedAddress(key, { type, expires: new Date(urlExpiry()) })
    : null
  return direct ?? baseUrl(request) + createSignedPath(secretKey, photoId, variant)
}

const thumbnailUrl = (request: FastifyRequest, photo: { id: PhotoId; thumbnail_key: string }) =>
  photoUrl(request, photo.id, { key: photo.thumbnail_key, type: thumbnailContentType }, 'thumbnail')

/** Quotes inside JSON texts are escaped, so only a field of this name matches. */
const thumbnails = /"thumbnail":"([^" ]+) ([^"]+)"/g

/** Inserts the signed URLs of thumbnails in place of `"thumbnail":"<photo id> <storage key>"` in JSON. */
export function withThumbnailUrls(request: FastifyRequest, json: string): string | Promise<string> {
  const { storage, secretKey } = request.services
  if (storage.signsAddresses) return withAddressesOfStorage(request, json)
  const base = baseUrl(request)
  return json.replace(
    thumbnails,
    // cast: the query writes ids of photos
    (_, id: string) => `"thumbnail":"${base}${createSignedPath(secretKey, id as PhotoId, 'thumbnail')}"`,
  )
}

async function withAddressesOfStorage(request: FastifyRequest, json: string): Promise<string> {
  const urls = await Promise.all(
    Array.from(json.matchAll(thumbnails), ([, id = '', key = '']) =>
      // cast: the query writes ids of photos
      thumbnailUrl(request, { id: id as PhotoId, thumbnail_key: key }),
    ),
  )
  let index = 0
  return json.replace(thumbnails, () => `"thumbnail":${JSON.stringify(urls[index++])}`)
}

/** A row of a photo, or JSON nested in another row, where timestamps are texts. */
type PresentedPhoto = Omit<
  Pick<PhotoRow, keyof PhotoOfAnimal>,
  'lost_at' | 'taken_at' | 'created_at' | 'image_hash'
> & {
  lost_at: Date | string | null
  taken_at: Date | string | null
  image_hash: Buffer | string | null
  created_at: Date | string
}

/** In JSON, PostgreSQL writes bytes as `\\x…`. */
const hexOf = (bytes: Buffer | string | null) =>
  typeof bytes === 'string' ? bytes.slice(2) : (bytes?.toString('hex') ?? null)

/** Builds the API response for a photo (decisions.md section 4). */
export const presentPhoto = async (request: FastifyRequest, photo: PresentedPhoto): Promise<Photo> => ({
  id: photo.id,
  image: await photoUrl(request, photo.id, { key: photo.image_key, type: photo.type }, 'image'),
  thumbnail: await thumbnailUrl(request, photo),
  name: photo.name,
  lost: photo.lost_at !== null,
  draft: 0,
  media_attachable_type: 'VeterinaryRecordAnimal',
  media_attachable_id: photo.animal_id,
  slot_id: photo.slot_id,
  taken_at: isoOrNull(photo.taken_at),
  caption: photo.caption,
  markup: photo.markup,
  sha256: hexOf(photo.image_hash),
  width: photo.width,
  height: photo.height,
  created_at: toIso(photo.created_at),
})

/** Builds the API response for a file of a sample, in the shape of a photo. Its thumbnail is the file itself. */
export async function presentSampleFile(request: FastifyRequest, file: SampleFileRow): Promise<Photo> {
  const image = await photoUrl(request, file.id, { key: file.file_key, type: file.type }, 'image')
  return {
    id: file.id,
    image,
    thumbnail: image,
    name: file.name,
    lost: false,
    draft: 0,
    media_attachable_type: 'Sample',
    media_attachable_id: file.sample_id,
    slot_id: null,
    taken_at: null,
    caption: null,
    markup: null,
    sha256: file.file_hash.toString('hex'),
    width: file.width ?? 0,
    height: file.height ?? 0,
    created_at: file.created_at.toISOString(),
  }
}
