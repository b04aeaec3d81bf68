import type { Zone } from '@chisholm/domain/dates'
import type { Photo } from '@chisholm/domain/schemas'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import type { PhotoThumbnail } from './post-mortem-cards.queries.ts'

/**
 * Functions of the features built on tickets, for the routes of tickets. app.ts passes them, so that imports run one
 * way.
 */
export interface RelatedFeatures {
  /** Schema of the body of one animal. */
  animalBody: TSchema
  /** Adds the animals of a new ticket in order; `isRepeat`: they must exist already. */
  addAnimals: (
    ctx: WriteContext,
    postMortem: { id: PostMortemId; isRepeat: boolean },
    bodies: object[],
    zone: Zone,
  ) => Promise<void>
  /** All photos of a ticket's animals, oldest first. */
  readPhotos: (request: FastifyRequest, postMortemId: PostMortemId) => Promise<Photo[]>
  /** Signed URL of a photo's thumbnail. */
  thumbnailUrl: (request: FastifyRequest, photo: PhotoThumbnail) => Promise<string>
}
