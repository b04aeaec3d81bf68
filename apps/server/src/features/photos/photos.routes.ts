import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { ItemResponse, Photo } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { AnimalId, PhotoId, SampleId } from '../../database/ids.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { emptyContentSecurityPolicy } from '../../http/security-headers.ts'
import { readIfMatch, setEtag } from '../../http/etag.ts'
import { malformed, notFound } from '../../http/app-error.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { type ReceivedForm, receiveMultipart } from '../../http/multipart.ts'
import { contextOf } from '../../http/authentication.ts'
import type { WriteContext } from '../../http/context.ts'
import { handleWrite } from '../../http/handle-write.ts'
import type { WithCorrection } from '../post-mortems/index.ts'
import { deletePhoto, editPhoto } from './change-photo.ts'
import { checkTarget, createUploadAdmission } from './check-upload-early.ts'
import {
  addPhotos,
  photoOfUpload,
  storePhotos,
  removeUnreferencedAfter,
  requirePhoto,
  requireMayUpload,
  photoVersion,
  type UploadedFile,
} from './photos.ts'
import { withUploadedFile } from './upload-parts.ts'
import { storedFileOf, openImage } from './photo-files.ts'
import { type PhotoFilter, type PhotoRow, photoOfSignedAddress, readPhotoPage } from './photos.queries.ts'
import { presentPhoto, presentSampleFile } from './photo-presenter.ts'
import { sampleFileById, type SampleFileRow } from './sample-files.queries.ts'
import {
  addSampleFiles,
  sampleFileOfUpload,
  deleteSampleFile,
  listSampleFiles,
  openSampleFile,
  removeUnreferencedFilesAfter,
  requireSampleFile,
  sampleFileVersion,
  storeSampleFiles,
} from './sample-files.ts'
import { isSignatureValid } from './signed-url.ts'
import { parsePhotoBody, PhotoBody, photoChangeExamples } from './parse-photo-body.ts'
import { parseUpload, UploadSchema, type UploadTarget, uploadExamples, uploadLimits } from './parse-upload.ts'

const Id = idParameter<PhotoId>()
const Deleted = Type.Object({ success: Type.Boolean(), message: Type.String() })

/** Who may change or delete a photo of a completed ticket. */
const ofIssuedReport =
  'A photo that the newest report of a completed ticket has: veterinarians only while an amendment is open (409); what an Admin changes is issued at once as an amended report. Photos added after the report: vet roles, without a new version.'

const photoListRules = {
  filters: { media_attachable_type: 'exact', media_attachable_id: 'id' },
  sorts: ['created_at', 'name'],
  sort: 'created_at',
  perPage: constants.photosPageSize,
  examples: { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: exampleIds.animal },
} as const

/** The samples in a filter of files, null: all; undefined if it filters photos. @throws malformed */
function samplesFilter(filters: PhotoFilter[]): { ids: SampleId[] | null } | undefined {
  const types = filters.find(({ field }) => field === 'media_attachable_type')
  if (!types?.values.includes('Sample')) return undefined
  if (types.op !== 'eq' || types.values.length > 1) throw malformed('media_attachable_type must be one type.')
  const ids = filters.find(({ field }) => field === 'media_attachable_id')
  if (!ids) return { ids: null }
  if (ids.op !== 'eq') throw malformed('media_attachable_id must be ids of samples.')
  // cast: filters of this type are UUIDs
  return { ids: ids.values as SampleId[] }
}

/** A PDF is downloaded and never displayed inline, because it may contain scripts. */
const sendSampleFile = (reply: FastifyReply, { type, name }: SampleFileRow, file: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'private, max-age=3600, immutable')
    .header('content-security-policy', emptyContentSecurityPolicy)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(file)

export const photoRoutes =
  (withCorrection: WithCorrection): FastifyPluginAsyncTypebox =>
  async (app) => {
    const changing = async (ctx: WriteContext, id: PhotoId, work: () => Promise<void>) =>
      withCorrection(ctx, (await requirePhoto(ctx, id)).post_mortem_id, work)

    const listPhotos = { operationId: 'listMedias', summary: 'A page of photos', ...listSchema(Photo, photoListRules) }
    app.get('/medias', { schema: listPhotos }, async (request) => {
      const { db, person } = contextOf(request)
      const list = await readList(request, photoListRules)
      const ofSamples = samplesFilter(list.filters)
      if (ofSamples) {
        const { total, rows } = await listSampleFiles(contextOf(request), ofSamples.ids, list)
        return listReply(request, list, total, await Promise.all(rows.map((file) => presentSampleFile(request, file))))
      }
      const { total, rows } = await readPhotoPage(db, person.sites, list)
      return listReply(request, list, total, await Promise.all(rows.map((photo) => presentPhoto(request, photo))))
    })

    app.post(
      '/medias',
      {
        schema: {
          operationId: 'createMedias',
          summary: 'Upload photos of an animal, or files with the results of a sample',
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
          const { target, files, upload } = parseUpload(request, form)
          const add = (received: UploadedFile[]) =>
            target.type === 'Sample' ? addToSample(target.id, received) : addToAnimal(target.id, received)
          if (!upload) {
            await checkTarget(ctx, target)
            return add(files)
          }
          try {
            await checkTarget(ctx, target)
            return await withUploadedFile(ctx, upload, (assembled) =>
              add(files.map((file) => ({ ...file, ...assembled, uploadId: upload.id }))),
            )
          } catch (thrown) {
            const repeated = await answerRepeated(target, files[0]?.id, upload.id)
            if (repeated) return repeated
            throw thrown
          }
        }
        /** The response to a request that was sent before, if it created this file: the parts of its upload are gone. */
        const answerRepeated = async (target: UploadTarget, id: PhotoId | undefined, uploadId: string) => {
          if (id === undefined) return null
          if (target.type === 'Sample') {
            const file = await sampleFileOfUpload(ctx, target.id, id, uploadId)
            return file && answerSampleFiles([file])
          }
          const photo = await photoOfUpload(ctx, target.id, id, uploadId)
          return photo && answerPhotos([photo])
        }
        const answerPhotos = async (photos: PhotoRow[]) => {
          reply.status(201)
          const data = await Promise.all(photos.map((photo) => presentPhoto(request, photo)))
          return { success: true, message: String(texts.success.photoSaved), data }
        }
        const answerSampleFiles = async (files: SampleFileRow[]) => {
          reply.status(201)
          const data = await Promise.all(files.map((file) => presentSampleFile(request, file)))
          return { success: true, message: String(texts.success.fileSaved), data }
        }
        const addToSample = async (sampleId: SampleId, files: UploadedFile[]) => {
          const stored = await storeSampleFiles(ctx, sampleId, files)
          return removeUnreferencedFilesAfter(ctx, stored, () =>
            handleWrite(request, reply, async (ctx) => answerSampleFiles(await addSampleFiles(ctx, sampleId, stored))),
          )
        }
        const addToAnimal = async (animalId: AnimalId, files: UploadedFile[]) => {
          const storedPhotos = await storePhotos(ctx, animalId, files)
          return removeUnreferencedAfter(ctx, storedPhotos, () =>
            handleWrite(request, reply, async (ctx) => answerPhotos(await addPhotos(ctx, animalId, storedPhotos))),
          )
        }
        return receiveMultipart(request, reply, uploadLimits, work, createUploadAdmission(request))
      },
    )

    const photo = { versioned: true, params: Id, examples: { photo: { id: exampleIds.photo } } }
    const getPhoto = { operationId: 'getMedia', summary: 'One photo', ...photo, response: { 200: ItemResponse(Photo) } }
    app.get('/medias/:id', { schema: getPhoto }, async (request, reply) => {
      const ctx = contextOf(request)
      if (await sampleFileById(ctx.db, request.params.id)) {
        const file = await requireSampleFile(ctx, request.params.id)
        setEtag(reply, sampleFileVersion(file))
        return { success: true, data: await presentSampleFile(request, file) }
      }
      const found = await requirePhoto(ctx, request.params.id)
      setEtag(reply, photoVersion(found))
      return { success: true, data: await presentPhoto(request, found) }
    })

    const changePhoto = {
      operationId: 'changeMedia',
      summary: 'Change slot, caption or markup of a photo',
      description: ofIssuedReport,
      problemStatuses: [409],
      ...photo,
      body: PhotoBody,
      examples: photoChangeExamples,
      response: { 200: ItemResponse(Photo) },
    }
    app.put('/medias/:id', { schema: changePhoto }, (request, reply) => {
      const patch = parsePhotoBody(request.body)
      return handleWrite(request, reply, async (ctx) => {
        const { id } = request.params
        await changing(ctx, id, () => editPhoto(ctx, id, patch, readIfMatch(request)))
        const changed = await requirePhoto(ctx, id)
        setEtag(reply, photoVersion(changed))
        return { success: true, message: texts.success.dataUpdated, data: await presentPhoto(request, changed) }
      })
    })

    const deletePhotoSchema = {
      operationId: 'deleteMedia',
      summary: 'Delete a photo',
      description: ofIssuedReport,
      problemStatuses: [409],
      ...photo,
      response: { 200: Deleted },
    }
    app.delete('/medias/:id', { schema: deletePhotoSchema }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const { id } = request.params
        if (await sampleFileById(ctx.db, id)) {
          await deleteSampleFile(ctx, id, readIfMatch(request))
          return { success: true, message: texts.success.fileDeleted }
        }
        await changing(ctx, id, () => deletePhoto(ctx, id, readIfMatch(request)))
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
