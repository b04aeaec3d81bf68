import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { Type } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import { BodyFlag, BodyText, readFlag, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readPostMortem, requireRoleFor } from '../post-mortems/index.ts'
import { discardAmendment, issueAmendment, openAmendment } from './amendments.ts'

const shared = { versioned: true, problemStatuses: [403, 409], params: idParameter<PostMortemId>() }
const schemas = {
  open: {
    operationId: 'openAmendment',
    summary: 'Open a completed ticket for an amended report',
    ...shared,
    problemStatuses: [...shared.problemStatuses, 412],
    requiredFields: ['reason'],
    examples: { reason: { id: exampleIds.completedTicket, body: { reason: 'Results of the laboratory.' } } },
    body: Type.Object({ reason: Type.Optional(BodyText) }),
    response: { 201: ItemResponse(PostMortem) },
  },
  issue: {
    operationId: 'issueAmendment',
    summary: 'Issue the amended report',
    ...shared,
    requiredFields: ['issue'],
    examples: { issue: { id: exampleIds.amendedTicket, body: { issue: 1 } } },
    body: Type.Object({ issue: Type.Optional(BodyFlag) }),
    response: { 200: ItemResponse(PostMortem) },
  },
  discard: {
    operationId: 'discardAmendment',
    summary: 'Discard the amendment and restore everything as issued',
    ...shared,
    examples: { open: { id: exampleIds.amendedTicket } },
    response: { 200: ItemResponse(PostMortem) },
  },
}

/** Amendments of completed tickets. Each response is the ticket. */
export const amendmentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: PostMortemId) => {
    const { postMortem, content } = await readPostMortem(ctx, id)
    return { data: postMortem, content }
  })

  app.post('/post-mortems/:id/amendment', { schema: schemas.open }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await openAmendment(ctx, id, readText(request.body.reason) ?? null, readIfMatch(request))
      reply.status(201)
      return answerOne(ctx, reply, id)
    }),
  )

  app.put('/post-mortems/:id/amendment', { schema: schemas.issue }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await requireRoleFor(ctx, id, 'report.amend')
      const issue = readFlag('issue', request.body.issue) ?? false
      await issueAmendment(ctx, id, issue, readIfMatch(request))
      return answerOne(ctx, reply, id)
    }),
  )

  app.delete('/post-mortems/:id/amendment', { schema: schemas.discard }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await discardAmendment(ctx, id, readIfMatch(request))
      return answerOne(ctx, reply, id)
    }),
  )
}
