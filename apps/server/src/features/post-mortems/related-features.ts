import type { Zone } from '@chisholm/domain/dates'
import type { Photo } from '@chisholm/domain/schemas'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import type { PhotoThumbnail } from './post-mortem-cards.queries.ts'

/**
 * What the features built on tickets lend to the routes of tickets. app.ts hands it over, so that imports run one way.
 */
export interface RelatedFeatures {
  /** Body of one animal. */
  animalBody: TSchema
  /** Adds the animals of a new ticket in their order; `isRepeat`: they must all be there already. */
  addAnimals: (
    ctx: WriteContext,
    postMortem: { id: PostMortemId; isRepeat: boolean },
    bodies: object[],
    zone: Zone,
  ) => Promise<void>
  /** All photos of a ticket's animals, oldest first. */
  readPhotos: (request: FastifyRequest, postMortemId: PostMortemId) => Promise<Photo[]>
  /** Signed address of a photo's thumbnail. */
  thumbnailUrl: (request: FastifyRequest, photo: PhotoThumbnail) => Promise<string>
}
