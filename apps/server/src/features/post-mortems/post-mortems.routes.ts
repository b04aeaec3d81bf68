import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import { answerWith } from '../../http/answers.ts'
import { readDay, readFlag, readId, readMoment, readText } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './post-mortems.ts'
import { type Body, schemas } from './post-mortems.schemas.ts'
import { ticketRules } from './ticket-filters.ts'

const detailsOf = (body: Body): use.TicketDetails => {
  const { validation } = texts
  return {
    record_at: readDay('record_at', body.record_at, validation.dateRequired),
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
    const list = readList(request.query, ticketRules)
    const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
    return listAnswer(request, list, total, postMortems)
  })

  // older clients read the records inside the tickets by themselves (decisions.md section 4, 'Legacy')
  app.get('/veterinary-records', { schema: schemas.listRecords }, async (request) => {
    const list = readList(request.query, ticketRules)
    const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
    return listAnswer(
      request,
      list,
      total,
      postMortems.map((ticket) => ticket.veterinary_record),
    )
  })

  app.get('/post-mortems/:id', { schema: schemas.get }, async (request, reply) =>
    answerOne(request, reply, request.params.id),
  )

  app.post('/post-mortems', { schema: schemas.create }, async (request, reply) => {
    const id = idToCreate(request)
    await use.createPostMortem(contextOf(request), id, detailsOf(request.body))
    reply.status(201)
    return answerOne(request, reply, id)
  })

  app.put('/post-mortems/:id', { schema: schemas.change }, async (request, reply) => {
    const message = await change(contextOf(request), request.params.id, request.body, expectedVersion(request))
    return answerOne(request, reply, request.params.id, message)
  })

  app.delete('/post-mortems/:id', { schema: schemas.remove }, async (request) => {
    await use.deletePostMortem(contextOf(request), request.params.id, expectedVersion(request))
    return { success: true }
  })
}

/** One PUT is one step: which one, the fields tell (specification 7.3). */
async function change(ctx: ReturnType<typeof contextOf>, id: string, body: Body, expected: number | null) {
  const completedAt = readText(body.completed_at)
  if (completedAt) return use.completePostMortem(ctx, id, expected)
  const schedule = {
    scheduled_at: readMoment('scheduled_at', body.scheduled_at, texts.validation.scheduleDateRequired),
    scheduled_for_id: readId('scheduled_for_id', body.scheduled_for_id, texts.validation.vetRequired),
  }
  // a ticket that is sent may carry its empty schedule along
  const draft = readFlag('draft', body.draft)
  const details = detailsOf(body)
  const edits = Object.values(details).some((value) => value !== undefined)
  if (draft === false) {
    if (edits) {
      await use.editPostMortem(ctx, id, details, expected)
      await use.sendPostMortem(ctx, id, null)
    } else await use.sendPostMortem(ctx, id, expected)
    return texts.success.sent
  }
  if (schedule.scheduled_at !== undefined || schedule.scheduled_for_id !== undefined)
    return use.schedulePostMortem(ctx, id, schedule, expected)
  if (draft === true) await use.requireDraft(ctx, id)
  if (edits) await use.editPostMortem(ctx, id, details, expected)
  return texts.success.dataUpdated
}
