import type { FastifyInstance } from 'fastify'
import { fairShare } from '../fair-share.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the making of a large page; null for any other request. */
    endLargePage: (() => void) | null
  }
}

/** Rows from which on a page takes long to make and much memory to hold. */
const large = 1000
/** So many large pages are made at once: enough for both cores of a small machine, few enough for its memory. */
const atOnce = 2

/**
 * Makes large pages a few at a time, and one at a time for each account: whoever asks for everything on many connections
 * waits for itself, and nobody else does.
 */
export function limitLargePages(app: FastifyInstance): void {
  const take = fairShare(atOnce)
  app.decorateRequest('endLargePage', null)
  app.addHook('preHandler', async (request, reply) => {
    // cast: the schema of the route checks it, and any field may be missing
    const { per_page: rows } = request.query as { per_page?: unknown }
    if (request.method !== 'GET' || !request.person || !(Number(rows) >= large)) return
    const end = await take(request.person.id)
    // who has gone meanwhile gets no page made
    if (request.socket.destroyed) {
      end()
      return reply.hijack()
    }
    request.endLargePage = end
  })
  const ended = (request: { endLargePage: (() => void) | null }) => {
    request.endLargePage?.()
    request.endLargePage = null
  }
  // the page is a text by now
  app.addHook('onSend', async (request) => ended(request))
  app.addHook('onResponse', async (request) => ended(request))
}
