import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { serverTexts } from '@chisholm/domain/server-texts'
import { Type } from 'typebox'
import { invalid } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { receiveMultipart } from '../../http/multipart.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { isSavedUpload, readUpload, requireMaySendPart, storePart } from './upload-parts.ts'

const Id = idParameter()
const PartParams = Type.Object({ ...Id.properties, number: Type.String() })
const Upload = Type.Object({
  parts: Type.Integer({ description: 'number of consecutive parts received; the next part to send' }),
  bytes: Type.Integer({ description: 'their bytes' }),
})

const UploadState = Type.Object({
  ...Upload.properties,
  saved: Type.Boolean({ description: 'whether POST /medias has made a photo or file with the same id of it' }),
})

const { partBytes } = constants.photo
const partLimits = {
  fileBytes: partBytes,
  tooLarge: () => serverTexts.validation.partTooLarge(partBytes),
  files: 1,
  tooMany: () => invalid({ part: [serverTexts.validation.onePartOnly] }),
  fields: 5,
}

/** Resumable uploads in parts (docs/decisions/0033-uploads-in-parts.md). */
export const uploadPartRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const getSchema = {
    operationId: 'getUpload',
    summary: 'How much of your upload has arrived',
    params: Id,
    examples: { upload: { id: exampleIds.newId } },
    response: { 200: ItemResponse(UploadState) },
  }
  app.get('/uploads/:id', { schema: getSchema }, async (request) => {
    const ctx = contextOf(request)
    const { id } = request.params
    return { success: true, data: { ...(await readUpload(ctx, id)), saved: await isSavedUpload(ctx, id) } }
  })

  const putSchema = {
    operationId: 'putUploadPart',
    summary: `Upload one part of a photo: ${partBytes} bytes, the last one fewer. Then pass the upload_id to POST /medias`,
    multipart: Type.Object({
      part: Type.String({ contentMediaType: 'application/octet-stream', description: 'the bytes of this part' }),
    }),
    requiredFields: ['part'],
    problemStatuses: [404, 429],
    params: PartParams,
    examples: { first: { id: exampleIds.newId, path: { number: '0' }, body: { part: exampleTexts.picture } } },
    response: { 200: ItemResponse(Upload) },
  }
  app.put('/uploads/:id/parts/:number', { schema: putSchema }, async (request, reply) => {
    const ctx = contextOf(request)
    await requireMaySendPart(ctx)
    const id = request.params.id
    return receiveMultipart(request, reply, partLimits, async ({ files }) => {
      await storePart(ctx, id, request.params.number, files[0]?.path)
      // not in a transaction, which would hold a connection while each part is looked up
      const data = await readUpload(ctx, id)
      return handleWrite(request, reply, async () => ({ success: true, data }))
    })
  })
}
