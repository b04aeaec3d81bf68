import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { ItemResponse, Photo } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { AnimalId, PhotoId } from '../../database/ids.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { emptyContentSecurityPolicy } from '../../http/security-headers.ts'
import { ifMatchVersion, setEtag } from '../../http/etag.ts'
import { notFound } from '../../http/app-error.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { type ReceivedForm, receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { createUploadAdmission } from './check-upload-early.ts'
import {
  addPhotos,
  deletePhoto,
  storePhotos,
  removeUnreferencedAfter,
  requirePhoto,
  checkUpload,
  requireMayUpload,
  photoVersion,
  type UploadedFile,
} from './photos.ts'
import { withUploadedFile } from './upload-parts.ts'
import { storedFileOf, openImage } from './photo-files.ts'
import { photoOfSignedAddress, readPhotoPage } from './photos.queries.ts'
import { presentPhoto } from './photo-presenter.ts'
import { isSignatureValid } from './signed-url.ts'
import { editPhoto } from './edit-photo.ts'
import { parsePhotoBody, PhotoBody, photoChangeExamples } from './parse-photo-body.ts'
import { parseUpload, UploadSchema, uploadExamples, uploadLimits } from './parse-upload.ts'

const Id = idParameter<PhotoId>()
const Deleted = Type.Object({ success: Type.Boolean(), message: Type.String() })

const photoListRules = {
  filters: { media_attachable_type: 'exact', media_attachable_id: 'id' },
  sorts: ['created_at', 'name'],
  sort: 'created_at',
  perPage: constants.photosPageSize,
  examples: { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: exampleIds.animal },
} as const

export const photoRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const listPhotos = { operationId: 'listMedias', summary: 'A page of photos', ...listSchema(Photo, photoListRules) }
  app.get('/medias', { schema: listPhotos }, async (request) => {
    const { db, person } = contextOf(request)
    const list = await readList(request, photoListRules)
    const { total, rows } = await readPhotoPage(db, person.sites, list)
    return listReply(request, list, total, await Promise.all(rows.map((photo) => presentPhoto(request, photo))))
  })

  app.post(
    '/medias',
    {
      schema: {
        operationId: 'createMedias',
        summary: 'Upload photos of an animal',
        multipart: UploadSchema,
        requiredFields: ['media_attachable_id'],
        problemStatuses: [404, 409, 429],
        examples: uploadExamples,
        response: { 201: Type.Object({ success: Type.Boolean(), message: Type.String(), data: Type.Array(Photo) }) },
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request)
      await requireMayUpload(ctx)
      const work = async (form: ReceivedForm) => {
        const { animalId, files, upload } = parseUpload(request, form)
        await checkUpload(ctx, animalId)
        if (upload)
          return withUploadedFile(ctx, upload, (whole) =>
            add(
              animalId,
              files.map((file) => ({ ...file, ...whole })),
            ),
          )
        return add(animalId, files)
      }
      const add = async (animalId: AnimalId, files: UploadedFile[]) => {
        const storedPhotos = await storePhotos(ctx, animalId, files)
        return removeUnreferencedAfter(ctx, storedPhotos, () =>
          handleWrite(request, reply, async (ctx) => {
            const photos = await addPhotos(ctx, animalId, storedPhotos)
            reply.status(201)
            const data = await Promise.all(photos.map((photo) => presentPhoto(request, photo)))
            return { success: true, message: texts.success.photoSaved, data }
          }),
        )
      }
      return receiveMultipart(request, reply, uploadLimits, work, createUploadAdmission(request))
    },
  )

  const photo = { versioned: true, params: Id, examples: { photo: { id: exampleIds.photo } } }
  const getPhoto = { operationId: 'getMedia', summary: 'One photo', ...photo, response: { 200: ItemResponse(Photo) } }
  app.get('/medias/:id', { schema: getPhoto }, async (request, reply) => {
    const found = await requirePhoto(contextOf(request), request.params.id)
    setEtag(reply, photoVersion(found))
    return { success: true, data: await presentPhoto(request, found) }
  })

  const changePhoto = {
    operationId: 'changeMedia',
    summary: 'Change slot, caption or markup of a photo',
    problemStatuses: [409],
    ...photo,
    body: PhotoBody,
    examples: photoChangeExamples,
    response: { 200: ItemResponse(Photo) },
  }
  app.put('/medias/:id', { schema: changePhoto }, (request, reply) => {
    const patch = parsePhotoBody(request.body)
    return handleWrite(request, reply, async (ctx) => {
      await editPhoto(ctx, request.params.id, patch, ifMatchVersion(request))
      const changed = await requirePhoto(ctx, request.params.id)
      setEtag(reply, photoVersion(changed))
      return { success: true, message: texts.success.dataUpdated, data: await presentPhoto(request, changed) }
    })
  })

  const deletePhotoSchema = {
    operationId: 'deleteMedia',
    summary: 'Delete a photo',
    problemStatuses: [409],
    ...photo,
    response: { 200: Deleted },
  }
  app.delete('/medias/:id', { schema: deletePhotoSchema }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deletePhoto(ctx, request.params.id, ifMatchVersion(request))
      return { success: true, message: texts.success.photoDeleted }
    }),
  )
}

const FileParams = Type.Object({ ...Id.properties, variant: Type.Enum(['image', 'thumbnail']) })
const Signature = Type.Object({ expires: Type.String(), signature: Type.String() })

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
      if (!photo) throw notFound()
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
