import type { FastifyReply } from 'fastify'
import type { Context } from './context.ts'
import { setContentEtag, setEtag } from './etag.ts'

interface FoundResource<T> {
  data: T
  /** Omit it if the resource has no version column. */
  version?: number
  /** The ETag is its hash. Omit it if the version or the whole body tells whether the resource has changed. */
  content?: object
}

/**
 * Builds a handler that replies with one resource and its ETag: a hash of the content, the version of its row, or else a
 * hash of the body.
 * @param read  loads the resource; within a transaction it sees the changes made there
 */
export const replyWithResource =
  <T extends object, Id extends string = string>(read: (ctx: Context, id: Id) => Promise<FoundResource<T>>) =>
  async (ctx: Context, reply: FastifyReply, id: Id, message?: string) => {
    const { data, version, content } = await read(ctx, id)
    if (content !== undefined || version === undefined) setContentEtag(reply, content ?? data)
    else setEtag(reply, version)
    return { success: true, ...(message && { message }), data }
  }
