import type { FastifyInstance } from 'fastify'
import { replyUnavailable } from './error-handler.ts'

const stopping = new WeakSet<FastifyInstance>()

/**
 * From now on /readyz fails and each response closes its connection, so that load balancers and clients move to other
 * servers while this one still answers.
 */
export function markStopping(app: FastifyInstance): void {
  stopping.add(app)
}

/** Whether the server will soon stop to answer. */
export const isStopping = (app: FastifyInstance): boolean => stopping.has(app)

/** Closes the connections of a stopping server after their response, and replies with 503 once it no longer listens. */
export function registerGracefulStop(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (isClosing) replyUnavailable(reply)
    else done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping(app)) reply.header('connection', 'close')
    done(null, payload)
  })
}
