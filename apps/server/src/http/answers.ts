import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { setContentEtag, setEtag } from './etag.ts'
import { contextOf } from './sign-in.ts'

interface Found<T> {
  data: T
  /** Left out where nobody counts versions. */
  version?: number
}

/**
 * Gives what answers a request with one resource in its envelope, and with its ETag: made of its version, or of what is
 * answered where nobody counts versions.
 */
export const answerWith =
  <T extends object>(read: (ctx: Context, id: string) => Promise<Found<T>>) =>
  async (request: FastifyRequest, reply: FastifyReply, id: string, message?: string) => {
    const { data, version } = await read(contextOf(request), id)
    if (version === undefined) setContentEtag(reply, data)
    else setEtag(reply, version)
    return { success: true, ...(message && { message }), data }
  }
