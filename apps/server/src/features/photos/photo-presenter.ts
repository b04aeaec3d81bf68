import type { Photo } from '@chisholm/domain/schemas'
import type { FastifyRequest } from 'fastify'
import type { PhotoId, PostMortemId } from '../../database/ids.ts'
import { baseUrl, contextOf } from '../../http/authentication.ts'
import { photosOfPostMortem, type PhotoRow } from './photos.queries.ts'
import { storedFileOf, thumbnailContentType } from './photo-files.ts'
import { urlExpiry, createSignedPath, type PhotoVariant } from './signed-url.ts'

/** The URL of an image: of the storage itself where it can sign one, else of the server. */
async function photoUrl(
  request: FastifyRequest,
  photoId: PhotoId,
  { key, type }: { key: string; type: string },
  variant: PhotoVariant,
): Promise<string> {
  const { storage, secretKey } = request.services
  const direct = await storage.signedAddress(key, { type, expires: new Date(urlExpiry()) })
  return direct ?? baseUrl(request) + createSignedPath(secretKey, photoId, variant)
}

/** The URL of a photo's thumbnail. */
export const thumbnailUrl = (request: FastifyRequest, photo: { id: PhotoId; thumbnail_key: string }) =>
  photoUrl(request, photo.id, { key: photo.thumbnail_key, type: thumbnailContentType }, 'thumbnail')

/** Builds the API response for a photo (decisions.md section 4). */
export const presentPhoto = async (request: FastifyRequest, photo: PhotoRow): Promise<Photo> => ({
  id: photo.id,
  image: await photoUrl(request, photo.id, storedFileOf(photo, 'image'), 'image'),
  thumbnail: await thumbnailUrl(request, photo),
  name: photo.name,
  lost: photo.lost_at !== null,
  draft: 0,
  media_attachable_type: 'VeterinaryRecordAnimal',
  media_attachable_id: photo.animal_id,
  slot_id: photo.slot_id,
  taken_at: photo.taken_at?.toISOString() ?? null,
  caption: photo.caption,
  markup: photo.markup,
  sha256: photo.image_hash?.toString('hex') ?? null,
  width: photo.width,
  height: photo.height,
  created_at: photo.created_at.toISOString(),
})

/** API responses for all photos of a ticket's animals, oldest first. */
export async function presentPhotosOfPostMortem(request: FastifyRequest, postMortemId: PostMortemId): Promise<Photo[]> {
  const { db, person } = contextOf(request)
  const photos = await photosOfPostMortem(db, person.sites, postMortemId)
  return Promise.all(photos.map((photo) => presentPhoto(request, photo)))
}
