import type { FastifyReply } from 'fastify'
import type { Context } from './context.ts'
import { setContentEtag, setEtag } from './etag.ts'

interface FoundResource<T> {
  data: T
  /** Omitted for resources without a version column. */
  version?: number
}

/**
 * Builds a handler that replies with one resource and sets its ETag: the row version, else a hash of the body.
 * @param read  loads the resource; inside a transaction it sees its changes
 */
export const replyWithResource =
  <T extends object, Id extends string = string>(read: (ctx: Context, id: Id) => Promise<FoundResource<T>>) =>
  async (ctx: Context, reply: FastifyReply, id: Id, message?: string) => {
    const { data, version } = await read(ctx, id)
    if (version === undefined) setContentEtag(reply, data)
    else setEtag(reply, version)
    return { success: true, ...(message && { message }), data }
  }
