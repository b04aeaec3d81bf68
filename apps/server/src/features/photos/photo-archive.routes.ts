import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { limits, serverConstants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import { accessCheckOf, contextOf } from '../../http/authentication.ts'
import type { Context } from '../../http/context.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAuditWithoutChange } from '../audit-recorder/index.ts'
import { readPostMortem } from '../post-mortems/index.ts'
import { listArchivedPhotos, streamPhotoArchive } from './photo-archive.ts'

const mediaType = 'application/zip'

/** Records the download before its first byte, so that no photo leaves without an entry. */
const recordDownload = (ctx: Context, id: PostMortemId, photos: number) =>
  recordAuditWithoutChange(ctx.db, ctx, {
    action: 'photos exported',
    subject: { type: 'post-mortem', id },
    after: { photos },
  })

/** All photos of a ticket in one file. */
export const photoArchiveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const schema = {
    operationId: 'getPostMortemPhotos',
    summary: 'All photos of a ticket as a ZIP: folders by animal, files named by slot and time',
    params: idParameter<PostMortemId>(),
    examples: { ticket: { id: exampleIds.pendingTicket } },
    problemStatuses: [429],
    response: {
      200: {
        description: 'the ZIP, streamed',
        content: { [mediaType]: { schema: Type.Unsafe<Readable>({ type: 'string', contentMediaType: mediaType }) } },
      },
    },
  }
  app.get('/post-mortems/:id/photos.zip', { schema }, async (request, reply) => {
    const ctx = contextOf(request)
    const { postMortem } = await readPostMortem(ctx, request.params.id)
    await consumeRateLimit(ctx.db, ['export', ctx.person.id], limits.exports)
    const photos = await listArchivedPhotos(ctx, request.params.id, postMortem.veterinary_record)
    // a client that reads nothing any more holds a file open
    reply.raw.setTimeout(serverConstants.exports.silence, () => reply.raw.destroy())
    const isHead = request.method === 'HEAD'
    if (!isHead) await recordDownload(ctx, request.params.id, photos.length)
    const archive = isHead
      ? Readable.from([])
      : await streamPhotoArchive(ctx, photos, texts.other.photosLost, accessCheckOf(request))
    return reply
      .type(mediaType)
      .header('content-disposition', `attachment; filename="photos-${postMortem.title}.zip"`)
      .send(archive)
  })
}
