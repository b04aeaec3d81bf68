import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers shrink to a fifth on their way to a phone in a pen. What is compressed already passes as it is. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // below this the header costs more than is saved
    threshold: 1024,
    // the quality meant for answers made on the spot: the best one takes a hundred times as long
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
