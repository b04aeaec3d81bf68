import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { SharedCase, TeachingCase } from '@chisholm/domain/schemas/teaching-cases'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AnimalId, TeachingCaseId } from '../../database/ids.ts'
import { baseUrl, contextOf } from '../../http/authentication.ts'
import { BodyFlag, BodyId, BodyText, readFlag, readId, readLine, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { sendFile } from '../../http/send-file.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import {
  createSignedCasePath,
  openImage,
  PhotoVariant,
  requireSignature,
  Signature,
  storedFileOf,
} from '../photos/index.ts'
import { caseListRules } from './teaching-cases.queries.ts'
import {
  listCases,
  type PhotoUrl,
  readCase,
  readCaseOfAnimal,
  readPhotoOfCase,
  requireMayShare,
  shareCase,
  withdrawCase,
} from './teaching-cases.ts'

const CaseId = idParameter<TeachingCaseId>()
const Animal = idParameter<AnimalId>()
const ofAnimal = { versioned: true, params: Animal, response: { 200: ItemResponse(SharedCase) } }
const example = { title: 'Froth to the top of the rumen', text: 'The bloat line in the oesophagus settles it.' }

/** The unique ids of the photos that were sent; an empty text means none. @throws invalid */
const readPhotoIds = (sent: BodyText | BodyText[] | undefined): string[] | undefined => {
  if (sent === undefined) return undefined
  const error = serverTexts.validation.teachingCasePhotos(constants.teachingCase.photosMax)
  const ids = (Array.isArray(sent) ? sent : [sent]).flatMap((id) => readId('photo_ids', id, error) ?? [])
  return [...new Set(ids)]
}

const schemas = {
  list: {
    operationId: 'listTeachingCases',
    summary: 'A page of the teaching cases, which do not reveal the owners of the animals',
    ...listSchema(TeachingCase, caseListRules),
  },
  get: {
    operationId: 'getTeachingCase',
    summary: 'One teaching case',
    versioned: true,
    examples: { one: { id: exampleIds.teachingCase } },
    params: CaseId,
    response: { 200: ItemResponse(TeachingCase) },
  },
  read: {
    operationId: 'getTeachingCaseOfAnimal',
    summary: 'The teaching case of an animal, for veterinarians',
    examples: { one: { id: exampleIds.caseAnimal } },
    ...ofAnimal,
  },
  share: {
    operationId: 'shareTeachingCase',
    summary: 'Share an animal of a completed ticket as a teaching case, or change it; texts may not reveal its owner',
    requiredFields: ['title', 'text'],
    problemStatuses: [409],
    examples: {
      texts: { id: exampleIds.caseAnimal, body: example },
      confirmed: { id: exampleIds.caseAnimal, body: { ...example, names_confirmed: 1 } },
    },
    body: Type.Object({
      title: Type.Optional(BodyText),
      text: Type.Optional(BodyText),
      photo_ids: Type.Optional(
        Type.Union([Type.Array(BodyId), BodyId], { description: 'the photos that are shown; empty: none' }),
      ),
      names_confirmed: Type.Optional(BodyFlag),
    }),
    ...ofAnimal,
  },
  withdraw: {
    operationId: 'withdrawTeachingCase',
    summary: 'Withdraw the teaching case of an animal',
    versioned: true,
    problemStatuses: [409],
    examples: { one: { id: exampleIds.caseAnimal } },
    params: Animal,
    response: { 200: SuccessReply },
  },
}

/** Photo URLs point to the server itself, which checks for each request whether the case is still shared. */
const photoUrl =
  (request: FastifyRequest): PhotoUrl =>
  (id, number, variant) =>
    baseUrl(request) + createSignedCasePath(request.services.secretKey, `${id}/${number}`, variant)

export const teachingCaseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerShared = replyWithResource(async (ctx, id: AnimalId) => ({ data: await readCaseOfAnimal(ctx, id) }))

  app.get('/teaching-cases', { schema: schemas.list }, async (request) => {
    const list = await readList(request, caseListRules)
    const { total, cases } = await listCases(contextOf(request), list, photoUrl(request))
    return listReply(request, list, total, cases)
  })

  app.get('/teaching-cases/:id', { schema: schemas.get }, (request, reply) =>
    replyWithResource(async (ctx, id: TeachingCaseId) => ({ data: await readCase(ctx, id, photoUrl(request)) }))(
      contextOf(request),
      reply,
      request.params.id,
    ),
  )

  app.get('/veterinary-record-animals/:id/teaching-case', { schema: schemas.read }, (request, reply) =>
    answerShared(contextOf(request), reply, request.params.id),
  )

  app.put('/veterinary-record-animals/:id/teaching-case', { schema: schemas.share }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { id } = request.params
      await requireMayShare(ctx, id)
      const { title, text, photo_ids, names_confirmed } = request.body
      const sent = {
        title: readLine(title) ?? null,
        text: readText(text) ?? null,
        photo_ids: readPhotoIds(photo_ids),
        names_confirmed: readFlag('names_confirmed', names_confirmed) ?? false,
      }
      await shareCase(ctx, id, sent, readIfMatch(request))
      return answerShared(ctx, reply, id, texts.success.dataUpdated)
    }),
  )

  app.delete('/veterinary-record-animals/:id/teaching-case', { schema: schemas.withdraw }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await withdrawCase(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}

const FileParams = Type.Object({
  ...CaseId.properties,
  number: Type.String({ pattern: '^[1-9][0-9]?$' }),
  variant: PhotoVariant,
})

/**
 * Serves the photos of teaching cases by signed URLs. They are not cached, so that a withdrawn case disappears at once.
 */
export const teachingCaseFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/files/teaching-cases/:id/:number/:variant',
    { config: { public: true }, schema: { params: FileParams, querystring: Signature, hide: true } },
    async (request, reply) => {
      const { id, number, variant } = request.params
      requireSignature(request.services, `${id}/${number}`, variant, request.query)
      const photo = await readPhotoOfCase(request.services, id, Number(number))
      const image = await openImage(request.services, photo, variant)
      return sendFile(reply, { type: storedFileOf(photo, variant).type, cacheControl: 'private, no-store' }, image)
    },
  )
}
