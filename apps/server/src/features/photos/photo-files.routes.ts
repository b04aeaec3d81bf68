import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { PhotoId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { sendFile } from '../../http/send-file.ts'
import { openImage, storedFileOf } from './photo-files.ts'
import { photoOfSignedAddress } from './photos.queries.ts'
import { openSampleFile } from './sample-files.ts'
import { sampleFileById } from './sample-files.queries.ts'
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
      const { db, storage } = request.services
      const photo = await photoOfSignedAddress(db, id)
      if (photo) {
        const image = await openImage({ db, storage }, photo, variant)
        return sendFile(reply, { type: storedFileOf(photo, variant).type, cacheControl }, image)
      }
      const file = await sampleFileById(db, id)
      if (!file) throw notFound()
      // a PDF is downloaded and never displayed inline, because it may contain scripts
      const headers = { type: file.type, cacheControl, downloadName: file.name }
      return sendFile(reply, headers, await openSampleFile({ db, storage }, file))
    },
  )
}
