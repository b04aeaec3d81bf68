import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Headers of the response that sends a stored file. */
export interface FileHeaders {
  /** The content type. */
  type: string
  cacheControl: string
  /** The file name under which a browser downloads the file; without one, it may display the file. */
  downloadName?: string
}

/**
 * Sends a stored file that was uploaded by a user, with the headers of data: pages of other origins cannot embed it, and
 * nothing in it runs if somebody opens it directly.
 */
export function sendFile(
  reply: FastifyReply,
  { type, cacheControl, downloadName }: FileHeaders,
  content: Buffer | Readable,
): FastifyReply {
  if (downloadName !== undefined)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}`)
  return reply.type(type).header('cache-control', cacheControl).send(content)
}
