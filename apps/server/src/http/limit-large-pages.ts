import type { FastifyInstance } from 'fastify'
import { fairSemaphore } from '../fair-semaphore.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the making of a large page; null for any other request. */
    releaseLargePage: (() => void) | null
  }
}

/** Rows from which on a page takes long to make and much memory to hold. */
const largePageRows = 1000
/** So many large pages are made at once: enough for both cores of a small machine, few enough for its memory. */
const maxConcurrent = 2

/**
 * Makes large pages a few at a time, and one at a time for each account: whoever asks for everything on many connections
 * waits for itself, and nobody else does.
 */
export function limitLargePages(app: FastifyInstance): void {
  const acquire = fairSemaphore(maxConcurrent)
  app.decorateRequest('releaseLargePage', null)
  app.addHook('preHandler', async (request, reply) => {
    // cast: the schema of the route checks it, and any field may be missing
    const { per_page: rows } = request.query as { per_page?: unknown }
    if (request.method !== 'GET' || !request.person || !(Number(rows) >= largePageRows)) return
    const release = await acquire(request.person.id)
    // who has gone meanwhile gets no page made
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
  // the page is a text by now
  app.addHook('onSend', async (request) => releaseOf(request))
  app.addHook('onResponse', async (request) => releaseOf(request))
}
