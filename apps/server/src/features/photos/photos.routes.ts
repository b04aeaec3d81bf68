import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { One, Photo } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { PhotoId } from '../../database/ids.ts'
import { exampleIds } from '../../http/example-values.ts'
import { nothingRuns } from '../../http/browser-headers.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { notFound } from '../../http/failures.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { type ReceivedForm, receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { admissionOf } from './admission.ts'
import {
  addPhotos,
  deletePhoto,
  keepPictures,
  namingPictures,
  requirePhoto,
  requireUpload,
  requireUploader,
  versionOfPhoto,
} from './photos.ts'
import { fileOf, openPicture } from './photo-files.ts'
import { photoOfSignedAddress, photoPage } from './photos.queries.ts'
import { shownPhoto } from './shown-photo.ts'
import { isSigned } from './signed-address.ts'
import { readUpload, Upload, uploadExamples, uploadLimits } from './upload.ts'

const Id = idParameter<PhotoId>()
const Deleted = Type.Object({ success: Type.Boolean(), message: Type.String() })

const rules = {
  filters: { media_attachable_type: 'exact', media_attachable_id: 'id' },
  sorts: ['created_at', 'name'],
  sort: 'created_at',
  perPage: constants.photosPageSize,
  examples: { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: exampleIds.animal },
} as const

export const photoRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const many = { operationId: 'listMedias', summary: 'A page of photos', ...listOf(Photo, rules) }
  app.get('/medias', { schema: many }, async (request) => {
    const { db, person } = contextOf(request)
    const list = await readList(request, rules)
    const { total, rows } = await photoPage(db, person.sites, list)
    return listAnswer(request, list, total, await Promise.all(rows.map((photo) => shownPhoto(request, photo))))
  })

  app.post(
    '/medias',
    {
      schema: {
        operationId: 'createMedias',
        summary: 'Upload photos of an animal',
        multipart: Upload,
        needs: ['image', 'media_attachable_id'],
        refuses: [404, 409, 429],
        examples: uploadExamples,
        response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Array(Photo) }) },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request)
      await requireUploader(ctx)
      const work = async (form: ReceivedForm) => {
        const { animalId, files } = readUpload(request, form)
        await requireUpload(ctx, animalId)
        const pictures = await keepPictures(ctx, animalId, files)
        return namingPictures(ctx, pictures, () =>
          write(request, reply, async (ctx) => {
            const photos = await addPhotos(ctx, animalId, pictures)
            reply.status(201)
            const data = await Promise.all(photos.map((photo) => shownPhoto(request, photo)))
            return { success: true, message: texts.success.photoSaved, data }
          }),
        )
      }
      return receiveMultipart(request, reply, uploadLimits, work, admissionOf(request))
    },
  )

  const photo = { versioned: true, params: Id, examples: { photo: { id: exampleIds.photo } } }
  const one = { operationId: 'getMedia', summary: 'One photo', ...photo, response: { 200: One(Photo) } }
  app.get('/medias/:id', { schema: one }, async (request, reply) => {
    const found = await requirePhoto(contextOf(request), request.params.id)
    setEtag(reply, versionOfPhoto(found))
    return { success: true, data: await shownPhoto(request, found) }
  })

  const gone = {
    operationId: 'deleteMedia',
    summary: 'Take a photo away',
    refuses: [409],
    ...photo,
    response: { 200: Deleted },
  }
  app.delete('/medias/:id', { schema: gone }, (request, reply) =>
    write(request, reply, async (ctx) => {
      await deletePhoto(ctx, request.params.id, expectedVersion(request))
      return { success: true, message: texts.success.photoDeleted }
    }),
  )
}

const File = Type.Object({ ...Id.properties, variant: Type.Enum(['image', 'thumbnail']) })
const Signature = Type.Object({ expires: Type.String(), signature: Type.String() })

/** Serves pictures to whoever holds a signed address of them: an <img> sends no token. */
export const photoFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/files/photos/:id/:variant',
    { config: { public: true }, schema: { params: File, querystring: Signature, hide: true } },
    async (request, reply) => {
      const { id, variant } = request.params
      const { expires, signature } = request.query
      const { db, storage, secretKey, oldSecretKeys } = request.house
      const isOurs = [secretKey, ...oldSecretKeys].some((key) => isSigned(key, id, variant, Number(expires), signature))
      if (!isOurs) throw notFound()
      const photo = await photoOfSignedAddress(db, id)
      if (!photo) throw notFound()
      const picture = await openPicture({ db, storage }, photo, variant)
      return reply
        .type(fileOf(photo, variant).type)
        .header('cache-control', 'private, max-age=3600, immutable')
        .header('content-security-policy', nothingRuns)
        .header('cross-origin-resource-policy', 'same-origin')
        .send(picture)
    },
  )
}
