import type { Zone } from '@chisholm/domain/dates'
import type { Animal, Photo, SeenBefore } from '@chisholm/domain/schemas/post-mortems'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import type { NewAuditEntry } from '../audit-recorder/index.ts'
import type { PhotoOfAnimal } from './animal-rows.queries.ts'

/**
 * Runs a change of an animal of a ticket or its photos, and issues an amended report if it corrects a completed one.
 * app.ts passes it to the routes of animals and photos, which reports import.
 */
export type WithCorrection = <Result>(
  ctx: WriteContext,
  id: PostMortemId,
  work: () => Promise<Result>,
) => Promise<Result>

/** The new animals of a ticket. */
export interface AddedAnimals {
  /** Their audit entries, one of each, which the caller records. */
  entries: NewAuditEntry[]
  /** Whether one of them has a danger sign. */
  haveDangerSigns: boolean
  rfids: readonly Pick<Animal, 'id' | 'rfid'>[]
  /** The names in errors, like `animals.0`, of those that were sent without an id, by id. */
  errorNames: ReadonlyMap<string, string>
}

/**
 * Functions of features that extend tickets, for the ticket routes. app.ts passes them, so that imports run one way.
 */
export interface RelatedFeatures {
  /** Schema of the body of one animal. */
  animalBody: TSchema
  /** Adds the animals of a new ticket in order; `isRepeat`: they must exist already, and none is added. */
  addAnimals: (
    ctx: WriteContext,
    postMortem: { id: PostMortemId; isRepeat: boolean },
    bodies: object[],
    zone: Zone,
  ) => Promise<AddedAnimals>
  /** Lists other animals with the RFIDs of these that the user may see. */
  readSeenBefore: (ctx: WriteContext, animals: AddedAnimals['rfids']) => Promise<SeenBefore[]>
  /** Issues the final report of a ticket that the same transaction completes. */
  issueFinalReport: (ctx: WriteContext, id: PostMortemId) => Promise<void>
  /** Builds the API response for a photo. */
  presentPhoto: (request: FastifyRequest, photo: PhotoOfAnimal) => Promise<Photo>
  /** Inserts the signed URLs of thumbnails in place of `"thumbnail":"<photo id> <storage key>"` in JSON. */
  withThumbnailUrls: (request: FastifyRequest, json: string) => string | Promise<string>
}
