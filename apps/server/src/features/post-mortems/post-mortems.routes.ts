import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { One, PostMortem, VeterinaryRecord } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import {
  BodyDay,
  BodyFlag,
  BodyId,
  BodyMoment,
  BodyText,
  readDay,
  readFlag,
  readId,
  readMoment,
  readText,
} from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { exampleIds } from '../../http/example-values.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './post-mortems.ts'
import { changeExamples, newTicketExamples } from './post-mortem-examples.ts'
import { ticketRules } from './ticket-filters.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

const Details = Type.Object({
  id: Type.Optional(BodyId),
  customer_id: Type.Optional(BodyId),
  site_id: Type.Optional(BodyId),
  record_at: Type.Optional(BodyDay),
  note: Type.Optional(BodyText),
  description: Type.Optional(BodyText),
  no_vet_visit_requested: Type.Optional(BodyFlag),
})

const Change = Type.Object({
  ...Details.properties,
  draft: Type.Optional(BodyFlag),
  scheduled_at: Type.Optional(BodyMoment),
  scheduled_for_id: Type.Optional(BodyId),
  completed_at: Type.Optional(BodyText),
})

type Body = Partial<Record<keyof typeof Change.properties, string | number | boolean | null>>

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
  const answerOne = async (
    request: Parameters<typeof contextOf>[0],
    reply: Parameters<typeof setEtag>[0],
    id: string,
    message?: string,
  ) => {
    const { postMortem, version } = await use.readPostMortem(contextOf(request), id)
    setEtag(reply, version)
    return { success: true, ...(message && { message }), data: postMortem }
  }

  app.get(
    '/post-mortems',
    { schema: { operationId: 'listPostMortems', summary: 'A page of tickets', ...listOf(PostMortem, ticketRules) } },
    async (request) => {
      const list = readList(request.query, ticketRules)
      const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
      return listAnswer(request, list, total, postMortems)
    },
  )

  // older clients read the records inside the tickets by themselves (decisions.md section 4, 'Legacy')
  app.get(
    '/veterinary-records',
    {
      schema: {
        operationId: 'listVeterinaryRecords',
        summary: 'A page of the records inside tickets',
        ...listOf(VeterinaryRecord, ticketRules),
      },
    },
    async (request) => {
      const list = readList(request.query, ticketRules)
      const { total, postMortems } = await use.listPostMortems(contextOf(request), list)
      return listAnswer(
        request,
        list,
        total,
        postMortems.map((ticket) => ticket.veterinary_record),
      )
    },
  )

  app.get(
    '/post-mortems/:id',
    {
      schema: {
        operationId: 'getPostMortem',
        summary: 'One ticket',
        versioned: true,
        examples: { ticket: { id: exampleIds.completedTicket } },
        params: Id,
        response: { 200: One(PostMortem) },
      },
    },
    async (request, reply) => answerOne(request, reply, request.params.id),
  )

  app.post(
    '/post-mortems',
    {
      schema: {
        operationId: 'createPostMortem',
        summary: 'Begin a ticket as a draft',
        versioned: true,
        needs: ['site_id', 'record_at'],
        examples: newTicketExamples,
        body: Details,
        response: { 201: One(PostMortem) },
      },
    },
    async (request, reply) => {
      const id = idToCreate(request, readId('id', request.body.id, 'id must be a UUID.'))
      await use.createPostMortem(contextOf(request), id, detailsOf(request.body))
      reply.status(201)
      return answerOne(request, reply, id)
    },
  )

  app.put(
    '/post-mortems/:id',
    {
      schema: {
        operationId: 'changePostMortem',
        summary: 'Edit, send, schedule, assign or complete a ticket: the fields tell which',
        versioned: true,
        refuses: [403, 409],
        examples: changeExamples,
        params: Id,
        body: Change,
        response: { 200: One(PostMortem) },
      },
    },
    async (request, reply) => {
      const message = await change(contextOf(request), request.params.id, request.body, expectedVersion(request))
      return answerOne(request, reply, request.params.id, message)
    },
  )

  app.delete(
    '/post-mortems/:id',
    {
      schema: {
        operationId: 'deletePostMortem',
        summary: 'Take a ticket away',
        versioned: true,
        refuses: [409],
        examples: { draft: { id: exampleIds.draftTicket } },
        params: Id,
        response: { 200: Type.Object({ success: Type.Boolean() }) },
      },
    },
    async (request) => {
      await use.deletePostMortem(contextOf(request), request.params.id, expectedVersion(request))
      return { success: true }
    },
  )
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
