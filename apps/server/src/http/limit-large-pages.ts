import type { FastifyInstance } from 'fastify'
import { fairSemaphore } from '../fair-semaphore.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next large page run. Null if this request is not one. */
    releaseLargePage: (() => void) | null
  }
}

/** Pages with this many rows are slow and need much memory. */
const largePageRows = 1000
/** Two use both cores of a small machine without needing too much memory. */
const maxConcurrent = 2

/**
 * Limits how many large pages are built at once, and to one per account, so that one account cannot delay the others.
 */
export function limitLargePages(app: FastifyInstance): void {
  const acquire = fairSemaphore(maxConcurrent)
  app.decorateRequest('releaseLargePage', null)
  app.addHook('preHandler', async (request, reply) => {
    // cast: the route schema validates it; any field may be missing
    const { per_page: rows } = request.query as { per_page?: unknown }
    if (!['GET', 'HEAD'].includes(request.method) || !request.person || !(Number(rows) >= largePageRows)) return
    const release = await acquire(request.person.id)
    // The client has disconnected.
    if (request.socket.destroyed) {
      release()
      return reply.hijack()
    }
    request.releaseLargePage = release
  })
  const releaseOf = (request: { releaseLargePage: (() => void) | null }) => {
    request.releaseLargePage?.()
    request.releaseLargePage = null
  }
  // The page is serialised by now.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    releaseOf(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    releaseOf(request)
    done()
  })
}
