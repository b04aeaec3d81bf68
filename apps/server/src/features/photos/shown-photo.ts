import type { Photo } from '@chisholm/domain/shapes'
import type { FastifyRequest } from 'fastify'
import type { PhotoId, PostMortemId } from '../../database/ids.ts'
import { baseUrl, contextOf } from '../../http/sign-in.ts'
import { photosOfTicket, type PhotoRow } from './photos.queries.ts'
import { fileOf, thumbnailType } from './photo-files.ts'
import { endOfAddress, signedPath, type Variant } from './signed-address.ts'

/** An address at which an <img> finds the picture: the storage's own where it gives one, or the server's. */
async function addressOf(
  request: FastifyRequest,
  photoId: PhotoId,
  { key, type }: { key: string; type: string },
  variant: Variant,
): Promise<string> {
  const { storage, secretKey } = request.house
  const direct = await storage.address(key, { type, expires: new Date(endOfAddress()) })
  return direct ?? baseUrl(request) + signedPath(secretKey, photoId, variant)
}

/** The address of a photo's thumbnail. */
export const thumbnailAddress = (request: FastifyRequest, photo: { id: PhotoId; thumbnail_key: string }) =>
  addressOf(request, photo.id, { key: photo.thumbnail_key, type: thumbnailType }, 'thumbnail')

/** Gives a photo the shape the API answers (decisions.md section 4). */
export const shownPhoto = async (request: FastifyRequest, photo: PhotoRow): Promise<Photo> => ({
  id: photo.id,
  image: await addressOf(request, photo.id, fileOf(photo, 'image'), 'image'),
  thumbnail: await thumbnailAddress(request, photo),
  name: photo.name,
  lost: photo.lost_at !== null,
  draft: 0,
  media_attachable_type: 'VeterinaryRecordAnimal',
  media_attachable_id: photo.animal_id,
  created_at: photo.created_at.toISOString(),
})

/** All photos of a ticket's animals, oldest first. */
export async function shownPhotosOfTicket(request: FastifyRequest, ticketId: PostMortemId): Promise<Photo[]> {
  const { db, person } = contextOf(request)
  const photos = await photosOfTicket(db, person.sites, ticketId)
  return Promise.all(photos.map((photo) => shownPhoto(request, photo)))
}
