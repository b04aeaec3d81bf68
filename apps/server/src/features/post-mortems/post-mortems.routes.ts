import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { answerWith } from '../../http/answers.ts'
import { readDay, readFlag, readId, readMoment, readText } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import type { WriteContext } from '../../http/context.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { zoneOf } from '../../http/zone.ts'
import * as use from './post-mortems.ts'
import { type Body, schemas } from './post-mortems.schemas.ts'
import { ticketRules } from './ticket-filters.ts'

const detailsOf = (body: Body, zone: Zone): use.TicketDetails => {
  const { validation } = texts
  return {
    record_at: readDay('record_at', body.record_at, validation.dateRequired, zone),
    customer_id: readId('customer_id', body.customer_id, validation.customerRequired),
    site_id: readId('site_id', body.site_id, validation.siteRequired),
    note: readText(body.note),
    description: readText(body.description),
    no_vet_visit_requested: readFlag('no_vet_visit_requested', body.no_vet_visit_requested),
  }
}

export const postMortemRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id) => {
    const { postMortem, version } = await use.readPostMortem(ctx, id)
    return { data: postMortem, version }
  })

  app.get('/post-mortems', { schema: schemas.list }, async (request) => {
    const list = await readList(request, ticketRules)
    const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
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

  app.get('/post-mortems/:id', { schema: schemas.get }, async (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/post-mortems', { schema: schemas.create }, async (request, reply) => {
    const zone = await zoneOf(request)
    return write(request, reply, async (ctx) => {
      const id = idToCreate(request)
      await use.createPostMortem(ctx, id, detailsOf(request.body, zone))
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

/** One PUT is one step: which one, the fields tell (specification 7.3). */
async function change(
  ctx: WriteContext,
  id: string,
  { body, zone }: { body: Body; zone: Zone },
  expected: number | null,
) {
  const completedAt = readText(body.completed_at)
  if (completedAt) return use.completePostMortem(ctx, id, expected)
  const schedule = {
    scheduled_at: readMoment('scheduled_at', body.scheduled_at, texts.validation.scheduleDateRequired, zone),
    scheduled_for_id: readId('scheduled_for_id', body.scheduled_for_id, texts.validation.vetRequired),
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
