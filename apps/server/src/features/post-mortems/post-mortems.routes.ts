import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { Photo, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { allOf } from '../../database/transaction.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readFlag } from '../../http/body-fields.ts'
import { isCardView, jsonType } from '../../http/card-view.ts'
import { type IfMatch, readIfMatch, setContentEtag } from '../../http/etag.ts'
import { malformed } from '../../http/app-error.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, listReplyOfJson, readList } from '../../http/pagination.ts'
import type { WriteContext } from '../../http/context.ts'
import { checkedContextOf, contextOf, sessionReaderOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { changePostMortem } from './change-post-mortem.ts'
import { createPostMortem } from './create-post-mortem.ts'
import { parseConfirmations, parseDetails, siteIdIn } from './parse-post-mortem-body.ts'
import { completePostMortem, deletePostMortem, readSite } from './post-mortems.ts'
import { readChange } from './read-change.ts'
import { listCards, listPostMortems, readPostMortem, readPostMortemWithPhotos } from './read-post-mortems.ts'
import { createPostMortemSchema, fullListResponse, schemas } from './post-mortems.schemas.ts'
import { postMortemListRules } from './post-mortem-filters.ts'
import type { RelatedFeatures } from './related-features.ts'

/** @param relatedFeatures  functions with which other features extend responses and new tickets */
export const postMortemRoutes =
  (relatedFeatures: RelatedFeatures): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(readRoutes(relatedFeatures))
    await app.register(writeRoutes(relatedFeatures))
  }

const readRoutes =
  ({ presentPhoto, withThumbnailUrls }: RelatedFeatures): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/post-mortems', { schema: schemas.list, config: { checksSession: true } }, async (request, reply) => {
      const list = await readList(request, postMortemListRules)
      if (isCardView(request.query)) {
        const { total, count, json } = await listCards(sessionReaderOf(request), list, {
          query: request.url,
          withVisit: includes(request.query, 'visit'),
        })
        const cards = await withThumbnailUrls(request, json)
        // untyped, because the payload is already JSON
        const jsonReply: FastifyReply = reply
        return jsonReply.type(jsonType).send(listReplyOfJson(request, list, { total, count, json: cards }))
      }
      // deciding which of two schemas a row matches is slower than serializing it
      void reply.type(jsonType).serializer(reply.compileSerializationSchema(fullListResponse))
      const { total, postMortems } = await listPostMortems(await checkedContextOf(request), list)
      return listReply(request, list, total, postMortems)
    })

    // older clients read the records of tickets separately (decisions.md section 4, 'Legacy')
    app.get('/veterinary-records', { schema: schemas.listRecords }, async (request) => {
      const list = await readList(request, postMortemListRules)
      const { total, postMortems } = await listPostMortems(contextOf(request), list)
      return listReply(
        request,
        list,
        total,
        postMortems.map((postMortem) => postMortem.veterinary_record),
      )
    })

    app.get('/post-mortems/:id', { schema: schemas.get, config: { checksSession: true } }, async (request, reply) => {
      const withMedias = includes(request.query, 'medias')
      const { id } = request.params
      const { postMortem, content, photos } = await readPostMortemWithPhotos(sessionReaderOf(request), id, withMedias)
      const medias = await Promise.all(photos.map((photo) => presentPhoto(request, photo)))
      if (withMedias) addPhotosToAnimals(postMortem, medias)
      setContentEtag(reply, content)
      // the presenter builds exactly the fields of the schema, whose serializer takes longer
      void reply.type(jsonType).serializer(JSON.stringify)
      return { success: true, data: postMortem }
    })
  }

const writeRoutes =
  (relatedFeatures: RelatedFeatures): FastifyPluginAsyncTypebox =>
  async (app) => {
    const createSchema = createPostMortemSchema(relatedFeatures.animalBody)
    const answerOne = replyWithResource(async (ctx, id: PostMortemId) => {
      const { postMortem, content } = await readPostMortem(ctx, id)
      return { data: postMortem, content }
    })

    const complete = async (ctx: WriteContext, id: PostMortemId, expected: IfMatch) => {
      const message = await completePostMortem(ctx, id, expected)
      await relatedFeatures.issueFinalReport(ctx, id)
      return message
    }

    app.post('/post-mortems', { schema: createSchema }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const id = idToCreate<PostMortemId>(request)
        const { send } = request.body
        const animals = readAnimals(request.body.animals)
        const site = await readSite(ctx, siteIdIn(request.body))
        const zone = site?.time_zone ?? (await ctx.provider(ctx.db, undefined, site?.practice_version)).time_zone
        const postMortem = {
          details: parseDetails(request.body, zone),
          site,
          addAnimals: async (isRepeat: boolean) =>
            animals
              ? relatedFeatures.addAnimals(ctx, { id, isRepeat }, animals, zone)
              : { entries: [], haveDangerSigns: false, rfids: [], errorNames: new Map() },
          confirmations: readFlag('send', send) ? parseConfirmations(request.body) : null,
        }
        const answer = await createPostMortem(ctx, id, postMortem, async (rfids) => {
          if (!animals) return answerOne(ctx, reply, id)
          const seenBefore = relatedFeatures.readSeenBefore(ctx, rfids)
          const [created, seen_before] = await allOf([answerOne(ctx, reply, id), seenBefore])
          return { ...created, seen_before }
        })
        reply.status(201)
        return answer
      }),
    )

    app.put('/post-mortems/:id', { schema: schemas.change }, async (request, reply) => {
      const { body, params } = request
      return handleWrite(request, reply, async (ctx) => {
        const change = await readChange(ctx, params.id, body)
        const { message, warnings } = await changePostMortem(ctx, params.id, change, readIfMatch(request), (expected) =>
          complete(ctx, params.id, expected),
        )
        return { ...(await answerOne(ctx, reply, params.id, message)), ...(warnings && { warnings }) }
      })
    })

    app.delete('/post-mortems/:id', { schema: schemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await deletePostMortem(ctx, request.params.id, readIfMatch(request))
        return { success: true }
      }),
    )
  }

/** The first animals of a new ticket; undefined: not sent. An older client sends their number, 0, as it is answered. */
const readAnimals = (sent: object[] | '' | '0' | 0 | null | undefined): object[] | undefined =>
  sent === undefined || Array.isArray(sent) ? sent : []

/** Whether a request includes what the route knows. @throws malformed  it includes something else */
const includes = ({ include = '' }: { include?: string }, known: string): boolean => {
  if (include === '' || include === known) return include === known
  throw malformed(`include must be ${known}, not "${include}".`)
}

/** Adds photos to the animals of a ticket. */
function addPhotosToAnimals({ veterinary_record: record }: PostMortem, photos: Photo[]): void {
  for (const animal of record.veterinary_record_animals)
    animal.medias = photos.filter((photo) => photo.media_attachable_id === animal.id)
}
