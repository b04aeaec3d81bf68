import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { PhotoId } from '../../database/ids.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { sendFile } from '../../http/send-file.ts'
import { openMedia } from './open-media.ts'
import { PhotoVariant, requireSignature, Signature } from './signed-url.ts'

const FileParams = Type.Object({ ...idParameter<PhotoId>().properties, variant: PhotoVariant })
const cacheControl = 'private, max-age=3600, immutable'

/** Serves images and the files of samples by signed URLs, because an <img> element sends no token. */
export const photoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/files/photos/:id/:variant',
    { config: { public: true }, schema: { params: FileParams, querystring: Signature, hide: true } },
    async (request, reply) => {
      const { id, variant } = request.params
      requireSignature(request.services, id, variant, request.query)
      const { stream, ...headers } = await openMedia(request.services, id, variant)
      return sendFile(reply, { ...headers, cacheControl }, stream)
    },
  )
}
