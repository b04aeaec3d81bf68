import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { CalendarFeedId } from '../../database/ids.ts'
import { baseUrl, contextOf } from '../../http/authentication.ts'
import { BodyId } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { createFeed, deleteFeed, listFeeds, readCalendar } from './calendar-feeds.ts'

const id = Type.String({ format: 'uuid' })

const CalendarFeed = Type.Object({ id, created_at: Type.String({ format: 'date-time' }) })
const listRules = { filters: {}, sorts: ['created_at'], sort: 'created_at' } as const

const Token = Type.Object({ token: Type.String({ maxLength: 100 }) })

const schemas = {
  list: {
    operationId: 'listCalendarFeeds',
    summary: 'Your calendar feed, if there is one, without its secret URL',
    ...listSchema(CalendarFeed, listRules),
  },
  create: {
    operationId: 'createCalendarFeed',
    summary: 'Create a URL to subscribe to your visits in a calendar program; it replaces the previous URL',
    problemStatuses: [409],
    examples: { feed: { body: {} }, withId: { body: { id: exampleIds.newId } } },
    body: Type.Object({ id: Type.Optional(BodyId) }),
    response: {
      201: Type.Object({
        success: Type.Boolean(),
        data: Type.Object({ id, url: Type.String({ description: 'secret; shown only once' }) }),
      }),
    },
  },
  remove: {
    operationId: 'deleteCalendarFeed',
    summary: 'Delete your calendar feed',
    problemStatuses: [412],
    examples: { feed: { id: exampleIds.calendarFeed } },
    params: idParameter<CalendarFeedId>(),
    response: { 200: SuccessReply },
  },
  calendar: {
    operationId: 'readCalendar',
    summary: 'The visits of a calendar feed (RFC 5545), for calendar programs; the token is the authorization',
    problemStatuses: [404],
    examples: { feed: { path: { token: exampleTexts.calendarToken } } },
    params: Token,
    response: { 200: { description: 'The calendar.', content: { 'text/calendar': { schema: Type.String() } } } },
  },
}

/** Feeds of visits for calendar programs (decisions.md section 8). */
export const calendarFeedRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/calendar-feeds', { schema: schemas.list }, async (request) => {
    const list = await readList(request, listRules)
    const feeds = await listFeeds(contextOf(request))
    return listReply(request, list, feeds.length, feeds.slice(list.offset, list.offset + list.perPage))
  })

  app.post('/calendar-feeds', { config: { secret: 'derived' }, schema: schemas.create }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<CalendarFeedId>(request)
      const { token, isNew } = await createFeed(ctx, id)
      if (request.idempotency && !isNew) reply.header('idempotency-replayed', 'true')
      reply.status(201)
      return { success: true, data: { id, url: `${baseUrl(request)}/api/v1/calendar/${token}.ics` } }
    }),
  )

  app.delete('/calendar-feeds/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteFeed(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )

  app.get('/calendar/:token.ics', { config: { public: true }, schema: schemas.calendar }, async (request, reply) =>
    reply.type('text/calendar; charset=utf-8').send(await readCalendar(request.services, request.params.token)),
  )
}
