import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { PhotoId } from '../../database/ids.ts'
import { notFound } from '../../http/app-error.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { emptyContentSecurityPolicy } from '../../http/security-headers.ts'
import { openImage, storedFileOf } from './photo-files.ts'
import { photoOfSignedAddress } from './photos.queries.ts'
import { openSampleFile } from './sample-files.ts'
import { sampleFileById, type SampleFileRow } from './sample-files.queries.ts'
import { isSignatureValid } from './signed-url.ts'

const FileParams = Type.Object({ ...idParameter<PhotoId>().properties, variant: Type.Enum(['image', 'thumbnail']) })
const Signature = Type.Object({ expires: Type.String(), signature: Type.String() })

/** A PDF is downloaded and never displayed inline, because it may contain scripts. */
const sendSampleFile = (reply: FastifyReply, { type, name }: SampleFileRow, file: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'private, max-age=3600, immutable')
    .header('content-security-policy', emptyContentSecurityPolicy)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(file)

/** Serves images by signed URLs, because an <img> element sends no token. */
export const photoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/files/photos/:id/:variant',
    { config: { public: true }, schema: { params: FileParams, querystring: Signature, hide: true } },
    async (request, reply) => {
      const { id, variant } = request.params
      const { expires, signature } = request.query
      const { db, storage, secretKey, previousSecretKeys } = request.services
      const isValid = [secretKey, ...previousSecretKeys].some((key) =>
        isSignatureValid(key, id, variant, Number(expires), signature),
      )
      if (!isValid) throw notFound()
      const photo = await photoOfSignedAddress(db, id)
      if (!photo) {
        const file = await sampleFileById(db, id)
        if (!file) throw notFound()
        return sendSampleFile(reply, file, await openSampleFile({ db, storage }, file))
      }
      const image = await openImage({ db, storage }, photo, variant)
      return reply
        .type(storedFileOf(photo, variant).type)
        .header('cache-control', 'private, max-age=3600, immutable')
        .header('content-security-policy', emptyContentSecurityPolicy)
        .header('cross-origin-resource-policy', 'same-origin')
        .send(image)
    },
  )
}
