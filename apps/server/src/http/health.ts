import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

const stopping = new WeakSet<FastifyInstance>()

/** From now on /readyz says no, so that a load balancer sends nobody here any more. */
export function announceStop(app: FastifyInstance): void {
  stopping.add(app)
}

/** Whether the process answers, and whether it and its parts can take work. */
export function health(app: FastifyInstance): void {
  const isPublic = { config: { public: true }, schema: { hide: true } } as const
  app.get('/healthz', isPublic, () => ({ status: 'ok' }))
  app.get('/readyz', isPublic, async (request, reply) => {
    if (stopping.has(app)) return reply.status(503).send({ status: 'stopping' })
    const { db, storage } = request.house
    try {
      await Promise.all([sql`select 1`.execute(db), storage.check()])
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.status(503).send({ status: 'not ready' })
    }
  })
}
