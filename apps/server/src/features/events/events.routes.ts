import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { unauthenticated } from '../../http/app-error.ts'
import { contextOf, readUserAgain } from '../../http/authentication.ts'
import type { EventStreams } from './event-streams.ts'
import { readMissedChanges } from './missed-changes.ts'

const eventsSchema = {
  operationId: 'streamEvents',
  summary:
    'What this user may see and has changed, as Server-Sent Events; `Last-Event-ID` continues after an event of the last hour',
  problemStatuses: [429],
  response: { 200: { description: 'The stream.', content: { 'text/event-stream': { schema: Type.String() } } } },
}

/**
 * Sends the kind and ticket of visible changes to open browsers as Server-Sent Events (decisions.md section 8), until
 * the session ends or the access token expires.
 */
export const eventRoutes = (streams: EventStreams) => async (app: FastifyInstance) => {
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  app.get('/events', { exposeHeadRoute: false, schema: eventsSchema }, async (request, reply) => {
    const ctx = contextOf(request)
    if (!request.session) throw unauthenticated()
    const reader = {
      person: ctx.person,
      recheck: () => readUserAgain(request),
      readMissed: () => readMissedChanges(ctx, String(request.headers['last-event-id'] ?? '').trim()),
    }
    const body = await streams.open(reader, request.session.until)
    return reply
      .headers({
        'cache-control': 'no-store',
        // disables buffering in nginx
        'x-accel-buffering': 'no',
        // with keep-alive, a stopping server would wait for the next request on this connection
        connection: 'close',
      })
      .type('text/event-stream; charset=utf-8')
      .send(body)
  })
}
