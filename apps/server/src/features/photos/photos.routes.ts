import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { PhotoId, SampleId } from '../../database/ids.ts'
import { malformed } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import type { WriteContext } from '../../http/context.ts'
import { readIfMatch, setEtag } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { listReply, readList } from '../../http/pagination.ts'
import type { WithCorrection } from '../post-mortems/index.ts'
import { deletePhoto, editPhoto } from './change-photo.ts'
import { parsePhotoBody } from './parse-photo-body.ts'
import { presentPhoto, presentSampleFile } from './photo-presenter.ts'
import { listPhotos, photoVersion, requirePhoto } from './photos.ts'
import type { PhotoFilter } from './photos.queries.ts'
import { photoListRules, photoSchemas } from './photos.schemas.ts'
import { receiveUpload } from './receive-upload.ts'
import {
  deleteSampleFile,
  isSampleFile,
  listSampleFiles,
  requireSampleFile,
  sampleFileVersion,
} from './sample-files.ts'

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

/** Photos of animals and files of samples, which have the same addresses. */
export const photoRoutes =
  (withCorrection: WithCorrection): FastifyPluginAsyncTypebox =>
  async (app) => {
    const changing = async (ctx: WriteContext, id: PhotoId, work: () => Promise<void>) =>
      withCorrection(ctx, (await requirePhoto(ctx, id)).post_mortem_id, work)

    app.get('/medias', { schema: photoSchemas.list }, async (request) => {
      const ctx = contextOf(request)
      const list = await readList(request, photoListRules)
      const ofSamples = samplesFilter(list.filters)
      if (ofSamples) {
        const { total, rows } = await listSampleFiles(ctx, ofSamples.ids, list)
        return listReply(request, list, total, await Promise.all(rows.map((file) => presentSampleFile(request, file))))
      }
      const { total, rows } = await listPhotos(ctx, list)
      return listReply(request, list, total, await Promise.all(rows.map((photo) => presentPhoto(request, photo))))
    })

    app.post('/medias', { schema: photoSchemas.upload }, (request, reply) => receiveUpload(request, reply))

    app.get('/medias/:id', { schema: photoSchemas.get }, async (request, reply) => {
      const ctx = contextOf(request)
      if (await isSampleFile(ctx, request.params.id)) {
        const file = await requireSampleFile(ctx, request.params.id)
        setEtag(reply, sampleFileVersion(file))
        return { success: true, data: await presentSampleFile(request, file) }
      }
      const found = await requirePhoto(ctx, request.params.id)
      setEtag(reply, photoVersion(found))
      return { success: true, data: await presentPhoto(request, found) }
    })

    app.put('/medias/:id', { schema: photoSchemas.change }, (request, reply) => {
      const patch = parsePhotoBody(request.body)
      return handleWrite(request, reply, async (ctx) => {
        const { id } = request.params
        await changing(ctx, id, () => editPhoto(ctx, id, patch, readIfMatch(request)))
        const changed = await requirePhoto(ctx, id)
        setEtag(reply, photoVersion(changed))
        return { success: true, message: texts.success.dataUpdated, data: await presentPhoto(request, changed) }
      })
    })

    app.delete('/medias/:id', { schema: photoSchemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const { id } = request.params
        if (await isSampleFile(ctx, id)) {
          await deleteSampleFile(ctx, id, readIfMatch(request))
          return { success: true, message: texts.success.fileDeleted }
        }
        await changing(ctx, id, () => deletePhoto(ctx, id, readIfMatch(request)))
        return { success: true, message: texts.success.photoDeleted }
      }),
    )
  }
