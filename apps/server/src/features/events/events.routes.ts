import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthenticated } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import type { Context } from '../../http/context.ts'
import { changesAfter, changesKeptFor, changesSince, readHorizon } from './changes.queries.ts'
import { eventId, type EventStreams } from './event-streams.ts'

/** An event for a reader whose last one is too old, or of another database: anything may have changed. */
const everything = { kind: 'all', post_mortem_id: null, site_id: null, user_id: null, vets_only: false }

/** Changes have the time at which their transactions began: these many milliseconds before their ends at most. */
const longestTransaction = 10_000

/**
 * What a reader has missed since its last event. Without one it begins now, or so many milliseconds ago (`ago-5000`), as
 * when it loaded a page before it had a stream.
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
  // until all of them have arrived, the reader would go on from where it was
  return { changes, position: lastEventId }
}

/** Reads a session again. @returns null when it has ended */
async function readAgain(request: FastifyRequest) {
  const { rows } = (await request.session?.query.execute(request.services.db)) ?? { rows: [] }
  return (rows[0] && request.session?.userOf(rows[0].session)) ?? null
}

/**
 * Tells open browsers what kind of thing changed, and of which ticket, as Server-Sent Events (decisions.md section 8):
 * only of what the person may see, until its session ends or its access token expires. It is not in the OpenAPI
 * document, whose operations end.
 */
export const eventRoutes = (streams: EventStreams) => async (app: FastifyInstance) => {
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  app.get('/events', { exposeHeadRoute: false, schema: { hide: true } }, async (request, reply) => {
    const ctx = contextOf(request)
    if (!request.session) throw unauthenticated()
    const body = await streams.open({
      person: ctx.person,
      until: request.session.until,
      recheck: () => readAgain(request),
      missed: () => readMissed(ctx, String(request.headers['last-event-id'] ?? '').trim()),
    })
    return reply
      .headers({
        'cache-control': 'no-store',
        // nginx passes each event on at once
        'x-accel-buffering': 'no',
        // a server that stops would wait for the next request on this connection
        connection: 'close',
      })
      .type('text/event-stream; charset=utf-8')
      .send(body)
  })
}
