import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { Comment } from '@chisholm/domain/schemas/comments'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Type } from 'typebox'
import type { CommentId, PostMortemId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { BodyFlag, BodyId, BodyText, readFlag, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { addComment, deleteComment, listComments } from './comments.ts'

const PostMortem = idParameter<PostMortemId>()
const listRules = {
  filters: {},
  sorts: ['created_at'],
  sort: 'created_at',
  perPage: constants.comment.pageSize,
} as const

const ofPostMortem = { tags: ['post-mortems'], params: PostMortem }
const schemas = {
  list: {
    operationId: 'listComments',
    summary: 'The conversation about a ticket, oldest first; internal comments for veterinarians and Admins only',
    ...ofPostMortem,
    problemStatuses: [409],
    examples: { ticket: { id: exampleIds.pendingTicket } },
    ...listSchema(Comment, listRules),
  },
  create: {
    operationId: 'createComment',
    summary: 'Write in the conversation about a ticket that was sent; internal: for veterinarians and Admins only',
    ...ofPostMortem,
    requiredFields: ['text'],
    examples: {
      client: { id: exampleIds.pendingTicket, body: { text: 'The pen was moved on Monday.' } },
      internal: {
        id: exampleIds.pendingTicket,
        body: { id: exampleIds.newId, text: 'Ask the lab for histology.', internal: true },
      },
    },
    body: Type.Object({
      id: Type.Optional(BodyId),
      text: Type.Optional(BodyText),
      internal: Type.Optional(BodyFlag),
    }),
    response: { 201: ItemResponse(Comment) },
  },
  remove: {
    operationId: 'deleteComment',
    summary: 'Delete a comment of your own within 15 minutes',
    tags: ['post-mortems'],
    problemStatuses: [409, 412],
    examples: { own: { id: exampleIds.commentedTicket, path: { comment_id: exampleIds.comment } } },
    params: Type.Object({
      ...PostMortem.properties,
      comment_id: Type.Unsafe<CommentId>(Type.String({ format: 'uuid' })),
    }),
    response: { 200: SuccessReply },
  },
}

/** The conversation about a ticket (decisions.md section 7). */
export const commentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/post-mortems/:id/comments', { schema: schemas.list }, async (request) => {
    const list = await readList(request, listRules)
    const { total, comments } = await listComments(contextOf(request), request.params.id, list)
    return listReply(request, list, total, comments)
  })

  app.post('/post-mortems/:id/comments', { schema: schemas.create }, (request, reply) => {
    const { text, internal } = request.body
    const comment = { text: readText(text) ?? '', internal: readFlag('internal', internal) ?? false }
    return handleWrite(request, reply, async (ctx) => {
      const data = await addComment(ctx, idToCreate<CommentId>(request), request.params.id, comment)
      reply.status(201)
      return { success: true, data }
    })
  })

  app.delete('/post-mortems/:id/comments/:comment_id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id, comment_id } = request.params
      await deleteComment(ctx, comment_id, id, readIfMatch(request))
      return { success: true }
    }),
  )
}
