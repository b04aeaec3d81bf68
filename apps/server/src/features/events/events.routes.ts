import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { unauthenticated } from '../../http/app-error.ts'
import { contextOf, readUserAgain } from '../../http/authentication.ts'
import type { Context } from '../../http/context.ts'
import { changesAfter, changesKeptFor, changesSince, readHorizon } from './changes.queries.ts'
import { eventId, everything } from './event-format.ts'
import type { EventStreams } from './event-streams.ts'

/** The maximum duration of a transaction in milliseconds, because changes have the start time of their transactions. */
const longestTransaction = 10_000

/**
 * Reads the changes since a reader's last event. Without one the stream begins now, or this many milliseconds ago
 * (`ago-5000`), for a page that was loaded before its stream was open.
 */
async function readMissed({ db }: Context, lastEventId: string) {
  const { horizon, next } = await readHorizon(db)
  const now = { id: 0, horizon, created_at: new Date().toISOString() }
  const position = eventId(now)
  if (lastEventId === '') return { changes: [], position }
  const ago = /^ago-(\d{1,8})$/.exec(lastEventId)?.[1]
  if (ago !== undefined && Number(ago) < changesKeptFor)
    return { changes: await changesAfter(db, Number(ago) + longestTransaction), position }
  const [, seen, id, seconds] = /^(\d{1,15})-(\d{1,15})-(\d{1,12})$/.exec(lastEventId) ?? []
  const age = Date.now() - Number(seconds) * 1000
  if (seen === undefined || !(age < changesKeptFor) || Number(seen) > next)
    return { changes: [{ ...everything, ...now }], position }
  const changes = (await changesSince(db, Number(seen))).filter((change) => change.id !== Number(id))
  // until all of them have arrived, the reader would resume from its old position
  return { changes, position: lastEventId }
}

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
      readMissed: () => readMissed(ctx, String(request.headers['last-event-id'] ?? '').trim()),
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
