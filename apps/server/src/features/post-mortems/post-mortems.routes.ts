import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import type { Photo, PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readDay, readFlag, readId, readInteger, readTimestamp, readText } from '../../http/body-fields.ts'
import { isCardView, jsonType } from '../../http/card-view.ts'
import { type IfMatch, readIfMatch, setContentEtag } from '../../http/etag.ts'
import { malformed } from '../../http/app-error.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, listReplyOfJson, readList } from '../../http/pagination.ts'
import type { WriteContext } from '../../http/context.ts'
import { checkedContextOf, contextOf, sessionReaderOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { createPostMortem } from './create-post-mortem.ts'
import * as use from './post-mortems.ts'
import * as read from './read-post-mortems.ts'
import { lockAssignee, schedulePostMortem } from './schedule-post-mortem.ts'
import { timeZoneOfPostMortem, timeZoneOfSite } from './site-zones.ts'
import { type Body, createSchemas, fullListResponse } from './post-mortems.schemas.ts'
import { postMortemListRules } from './post-mortem-filters.ts'
import type { RelatedFeatures } from './related-features.ts'

const readSiteId = (body: Body) => readId<SiteId>('site_id', body.site_id, texts.validation.siteRequired)

const parseDetails = (body: Body, zone: Zone): use.PostMortemDetails => {
  const { validation } = texts
  return {
    record_at: readDay('record_at', body.record_at, validation.dateRequired, zone),
    customer_id: readId<CustomerId>('customer_id', body.customer_id, validation.customerRequired),
    site_id: readSiteId(body),
    note: readText(body.note),
    description: readText(body.description),
    no_vet_visit_requested: readFlag('no_vet_visit_requested', body.no_vet_visit_requested),
  }
}

/** @param relatedFeatures  functions with which other features extend responses and new tickets */
export const postMortemRoutes =
  (relatedFeatures: RelatedFeatures): FastifyPluginAsyncTypebox =>
  async (app) => {
    const schemas = createSchemas(relatedFeatures.animalBody)
    const answerOne = replyWithResource(async (ctx, id: PostMortemId) => {
      const { postMortem, content } = await read.readPostMortem(ctx, id)
      return { data: postMortem, content }
    })

    const complete = async (ctx: WriteContext, id: PostMortemId, expected: IfMatch) => {
      const message = await use.completePostMortem(ctx, id, expected)
      await relatedFeatures.issueFinalReport(ctx, id)
      return message
    }

    app.get('/post-mortems', { schema: schemas.list, config: { checksSession: true } }, async (request, reply) => {
      const list = await readList(request, postMortemListRules)
      if (isCardView(request.query)) {
        const { total, count, json } = await read.listCards(sessionReaderOf(request), list, request.url)
        const cards = await relatedFeatures.withThumbnailUrls(request, json)
        // untyped, because the payload is already JSON
        const jsonReply: FastifyReply = reply
        return jsonReply.type(jsonType).send(listReplyOfJson(request, list, { total, count, json: cards }))
      }
      // deciding which of two schemas a row matches is slower than serializing it
      void reply.type(jsonType).serializer(reply.compileSerializationSchema(fullListResponse))
      const { total, postMortems } = await read.listPostMortems(await checkedContextOf(request), list)
      return listReply(request, list, total, postMortems)
    })

    // older clients read the records of tickets separately (decisions.md section 4, 'Legacy')
    app.get('/veterinary-records', { schema: schemas.listRecords }, async (request) => {
      const list = await readList(request, postMortemListRules)
      const { total, postMortems } = await read.listPostMortems(contextOf(request), list)
      return listReply(
        request,
        list,
        total,
        postMortems.map((postMortem) => postMortem.veterinary_record),
      )
    })

    app.get('/post-mortems/:id', { schema: schemas.get, config: { checksSession: true } }, async (request, reply) => {
      const withMedias = includesMedias(request.query)
      const { id } = request.params
      const { postMortem, content, photos } = await read.readPostMortemWithPhotos(
        sessionReaderOf(request),
        id,
        withMedias,
      )
      const medias = await Promise.all(photos.map((photo) => relatedFeatures.presentPhoto(request, photo)))
      if (withMedias) addPhotosToAnimals(postMortem, medias)
      setContentEtag(reply, content)
      // the presenter builds exactly the fields of the schema, whose serializer takes longer
      void reply.type(jsonType).serializer(JSON.stringify)
      return { success: true, data: postMortem }
    })

    app.post('/post-mortems', { schema: schemas.create }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const id = idToCreate<PostMortemId>(request)
        const { animals, send } = request.body
        const site = await use.readSite(ctx, readSiteId(request.body))
        const zone = site?.time_zone ?? (await ctx.provider(ctx.db, undefined, site?.practice_version)).time_zone
        const postMortem = {
          details: parseDetails(request.body, zone),
          site,
          addAnimals: async (isRepeat: boolean) =>
            animals ? relatedFeatures.addAnimals(ctx, { id, isRepeat }, animals, zone) : [],
          confirmations: readFlag('send', send) ? readConfirmations(request.body) : null,
        }
        const answer = await createPostMortem(ctx, id, postMortem, () => answerOne(ctx, reply, id))
        reply.status(201)
        if (!animals) return answer
        const saved = answer.data.veterinary_record.veterinary_record_animals
        return { ...answer, seen_before: await relatedFeatures.readSeenBefore(ctx, saved) }
      }),
    )

    app.put('/post-mortems/:id', { schema: schemas.applyStep }, async (request, reply) => {
      const { body, params } = request
      return handleWrite(request, reply, async (ctx) => {
        const siteId = readSiteId(body)
        const zone = siteId ? await timeZoneOfSite(ctx, siteId) : await timeZoneOfPostMortem(ctx, params.id)
        const expected = readIfMatch(request)
        const { message, warnings } = await applySteps(ctx, params.id, { body, zone }, expected, (version) =>
          complete(ctx, params.id, version),
        )
        return { ...(await answerOne(ctx, reply, params.id, message)), ...(warnings && { warnings }) }
      })
    })

    app.delete('/post-mortems/:id', { schema: schemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await use.deletePostMortem(ctx, request.params.id, readIfMatch(request))
        return { success: true }
      }),
    )
  }

/** Reads the confirmations of a ticket's sender. */
const readConfirmations = (body: Pick<Body, 'danger_acknowledged' | 'photos_missing_reason'>) => ({
  hasReadWarning: readFlag('danger_acknowledged', body.danger_acknowledged) ?? false,
  photosMissingReason: readText(body.photos_missing_reason) ?? null,
})

const includesMedias = ({ include = '' }: { include?: string }): boolean => {
  if (include === '' || include === 'medias') return include === 'medias'
  throw malformed(`include must be medias, not "${include}".`)
}

/** Adds photos to the animals of a ticket. */
function addPhotosToAnimals({ veterinary_record: record }: PostMortem, photos: Photo[]): void {
  for (const animal of record.veterinary_record_animals)
    animal.medias = photos.filter((photo) => photo.media_attachable_id === animal.id)
}

/** Sets whether the report groups animals, if the body says so. @returns the version that the next step expects */
async function group(ctx: WriteContext, id: PostMortemId, body: Body, expected: IfMatch): Promise<IfMatch> {
  const grouped = readFlag('report_grouped', body.report_grouped)
  if (grouped === undefined) return expected
  await use.groupReport(ctx, id, grouped, expected)
  return null
}

/**
 * Applies the steps that the fields of the body determine (specification 7.3), in their order. Either all of them happen
 * or none: details of a ticket that was sent are refused, whatever comes with them.
 * @param complete  completes the ticket, @returns the text to show
 */
async function applySteps(
  ctx: WriteContext,
  id: PostMortemId,
  { body, zone }: { body: Body; zone: Zone },
  expected: IfMatch,
  complete: (expected: IfMatch) => Promise<string>,
): Promise<{ message: string; warnings?: string[] }> {
  const draft = readFlag('draft', body.draft)
  const details = parseDetails(body, zone)
  const isCompletion = Boolean(readText(body.completed_at))
  const hasEdits = Object.values(details).some((value) => value !== undefined)
  const schedule = parseSchedule(body, zone)
  await lockAssignee(ctx, schedule)
  let version = await group(ctx, id, body, expected)
  if (draft === true && !isCompletion) await use.requireDraft(ctx, id)
  if (hasEdits) {
    await use.editPostMortem(ctx, id, details, version)
    // the edit has just incremented the version
    version = null
  }
  const hasSchedule = Object.values(schedule).some((value) => value !== undefined)
  if (isCompletion) {
    if (hasSchedule) await schedulePostMortem(ctx, id, schedule, version)
    return { message: await complete(hasSchedule ? null : version) }
  }
  if (draft === false) {
    await use.sendPostMortem(ctx, id, { expected: version, ...readConfirmations(body) })
    version = null
    // a request that sends a ticket may contain an empty schedule
    if (!Object.values(schedule).some(Boolean)) return { message: texts.success.sent }
  }
  if (hasSchedule) return schedulePostMortem(ctx, id, schedule, version)
  if (version !== null) await use.requireUnchanged(ctx, id, version)
  return { message: texts.success.dataUpdated }
}

const parseSchedule = (body: Body, zone: Zone) => ({
  scheduled_at: readTimestamp('scheduled_at', body.scheduled_at, texts.validation.scheduleDateRequired, zone),
  scheduled_for_id: readId<UserId>('scheduled_for_id', body.scheduled_for_id, texts.validation.vetRequired),
  duration_minutes: readInteger('duration_minutes', body.duration_minutes, constants.visitMinutes),
})
