import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Zone } from '@chisholm/domain/dates'
import type { Photo, PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import { answerWith } from '../../http/answers.ts'
import { readDay, readFlag, readId, readMoment, readText } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { malformed } from '../../http/failures.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import type { WriteContext } from '../../http/context.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { zoneOf } from '../../http/zone.ts'
import * as use from './post-mortems.ts'
import { type Body, schemasOf, views } from './post-mortems.schemas.ts'
import { shownCard } from './shown-post-mortem.ts'
import type { FirstPhoto } from './ticket-cards.queries.ts'
import { ticketRules } from './ticket-filters.ts'
import type { TicketRelations } from './ticket-relations.ts'

const detailsOf = (body: Body, zone: Zone): use.TicketDetails => {
  const { validation } = texts
  return {
    record_at: readDay('record_at', body.record_at, validation.dateRequired, zone),
    customer_id: readId<CustomerId>('customer_id', body.customer_id, validation.customerRequired),
    site_id: readId<SiteId>('site_id', body.site_id, validation.siteRequired),
    note: readText(body.note),
    description: readText(body.description),
    no_vet_visit_requested: readFlag('no_vet_visit_requested', body.no_vet_visit_requested),
  }
}

/** @param relations  what the features built on tickets give to an answer, and add to a new ticket */
export const postMortemRoutes =
  (relations: TicketRelations): FastifyPluginAsyncTypebox =>
  async (app) => {
    const schemas = schemasOf(relations.animalBody)
    const answerOne = answerWith(async (ctx, id: PostMortemId) => {
      const { postMortem, version } = await use.readPostMortem(ctx, id)
      return { data: postMortem, version }
    })

    app.get('/post-mortems', { schema: schemas.list }, async (request, reply) => {
      const list = await readList(request, ticketRules)
      const ctx = contextOf(request)
      const view = readView(request.query)
      // each view has a serializer of its own: to find out which of two shapes a row has takes longer than to write it
      void reply.type('application/json; charset=utf-8').serializer(reply.compileSerializationSchema(views[view]))
      if (view === 'card') {
        const { total, tickets } = await use.listCards(ctx, list)
        const thumbnailOf = (photo: FirstPhoto) => relations.thumbnailAddress(request, photo)
        return listAnswer(
          request,
          list,
          total,
          await Promise.all(tickets.map((ticket) => shownCard(ticket, thumbnailOf))),
        )
      }
      const { total, postMortems } = await use.listPostMortems(ctx, list)
      return listAnswer(request, list, total, postMortems)
    })

    // older clients read the records inside the tickets by themselves (decisions.md section 4, 'Legacy')
    app.get('/veterinary-records', { schema: schemas.listRecords }, async (request) => {
      const list = await readList(request, ticketRules)
      const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
      return listAnswer(
        request,
        list,
        total,
        postMortems.map((ticket) => ticket.veterinary_record),
      )
    })

    app.get('/post-mortems/:id', { schema: schemas.get }, async (request, reply) => {
      const withMedias = asksForMedias(request.query)
      const answer = await answerOne(contextOf(request), reply, request.params.id)
      if (withMedias) addMedias(answer.data, await relations.photosOf(request, request.params.id))
      return answer
    })

    app.post('/post-mortems', { schema: schemas.create }, async (request, reply) => {
      const zone = await zoneOf(request)
      return write(request, reply, async (ctx) => {
        const id = idToCreate<PostMortemId>(request)
        const { animals, send } = request.body
        const isRepeat = !(await use.createPostMortem(ctx, id, detailsOf(request.body, zone)))
        if (animals) await relations.addAnimals(ctx, { id, isRepeat }, animals, zone)
        if (readFlag('send', send)) await use.sendNewPostMortem(ctx, { id, isRepeat })
        reply.status(201)
        return answerOne(ctx, reply, id)
      })
    })

    app.put('/post-mortems/:id', { schema: schemas.change }, async (request, reply) => {
      const sent = { body: request.body, zone: await zoneOf(request) }
      return write(request, reply, async (ctx) => {
        const message = await change(ctx, request.params.id, sent, expectedVersion(request))
        return answerOne(ctx, reply, request.params.id, message)
      })
    })

    app.delete('/post-mortems/:id', { schema: schemas.remove }, (request, reply) =>
      write(request, reply, async (ctx) => {
        await use.deletePostMortem(ctx, request.params.id, expectedVersion(request))
        return { success: true }
      }),
    )
  }

const readView = ({ view = 'full' }: { view?: string }): keyof typeof views => {
  if (view === 'full' || view === 'card') return view
  throw malformed(`view must be full or card, not "${view}".`)
}

const asksForMedias = ({ include = '' }: { include?: string }): boolean => {
  if (include === '' || include === 'medias') return include === 'medias'
  throw malformed(`include must be medias, not "${include}".`)
}

/** Gives each animal of a ticket its photos. */
function addMedias({ veterinary_record: record }: PostMortem, photos: Photo[]): void {
  for (const animal of record.veterinary_record_animals)
    animal.medias = photos.filter((photo) => photo.media_attachable_id === animal.id)
}

/** One PUT is one step: which one, the fields tell (specification 7.3). */
async function change(
  ctx: WriteContext,
  id: PostMortemId,
  { body, zone }: { body: Body; zone: Zone },
  expected: number | null,
) {
  const completedAt = readText(body.completed_at)
  if (completedAt) return use.completePostMortem(ctx, id, expected)
  const schedule = {
    scheduled_at: readMoment('scheduled_at', body.scheduled_at, texts.validation.scheduleDateRequired, zone),
    scheduled_for_id: readId<UserId>('scheduled_for_id', body.scheduled_for_id, texts.validation.vetRequired),
  }
  // a ticket that is sent may carry its empty schedule along
  const draft = readFlag('draft', body.draft)
  const details = detailsOf(body, zone)
  const edits = Object.values(details).some((value) => value !== undefined)
  if (draft === false) {
    if (edits) await use.editPostMortem(ctx, id, details, expected)
    // what was edited has a version the caller cannot know
    await use.sendPostMortem(ctx, id, edits ? null : expected)
    return texts.success.sent
  }
  if (schedule.scheduled_at !== undefined || schedule.scheduled_for_id !== undefined)
    return use.schedulePostMortem(ctx, id, schedule, expected)
  if (draft === true) await use.requireDraft(ctx, id)
  if (edits) await use.editPostMortem(ctx, id, details, expected)
  return texts.success.dataUpdated
}
