import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import { type Zone } from '@chisholm/domain/dates'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import type { AnimalId, SampleId } from '../../database/ids.ts'
import { invalid, malformed } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import { isUuid, readId, readLine, readText, readTimestamp } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { consumeRenderLimit } from '../../http/render-limit.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { timeZoneOfAnimal, timeZoneOfSample } from '../post-mortems/index.ts'
import { renderSampleLabel } from './sample-label.ts'
import { sampleRules } from './samples.queries.ts'
import { type SampleBody, schemas } from './samples.schemas.ts'
import {
  addSample,
  deleteSample,
  editSample,
  listSamples,
  readSample,
  requireMayAddSample,
  requireMayWriteSample,
  requireMayWriteSamples,
  type SamplePatch,
  timeFields,
} from './samples.ts'

const lineFields = ['container', 'lab', 'test', 'result_flag'] as const
const textFields = ['result', 'note'] as const

const readAnimalId = ({ veterinary_record_animal_id: id }: Static<typeof SampleBody>) =>
  readId<AnimalId>('veterinary_record_animal_id', id)

/** Parses the body of a sample; fields that were not sent are omitted. @throws invalid */
function parseSample(body: Static<typeof SampleBody>, zone: Zone): SamplePatch {
  const entries = [
    ['sample_kind_id', readId('sample_kind_id', body.sample_kind_id)],
    ...lineFields.map((field) => [field, readLine(body[field])]),
    ...textFields.map((field) => [field, readText(body[field])]),
    ...timeFields.map((field) => [
      field,
      readTimestamp(field, body[field], serverTexts.validation.timestampInvalid(field), zone),
    ]),
  ]
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function readCopies(sent = '1'): number {
  const copies = Number(sent)
  const { copiesMax } = constants.sample
  if (Number.isInteger(copies) && copies >= 1 && copies <= copiesMax) return copies
  throw malformed(`copies must be a whole number from 1 to ${copiesMax}, not "${sent}".`)
}

/** Samples and their results (decisions.md section 7). */
export const sampleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(readSample)

  app.get('/samples', { schema: schemas.list }, async (request) => {
    const list = await readList(request, sampleRules)
    const { total, samples } = await listSamples(contextOf(request), list)
    return listReply(request, list, total, samples)
  })

  app.get('/samples/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.get('/samples/:id/label', { schema: schemas.label }, async (request, reply) => {
    const copies = readCopies(request.query.copies)
    const ctx = contextOf(request)
    const { data: sample } = await readSample(ctx, request.params.id)
    const zone = await timeZoneOfSample(ctx, request.params.id)
    await consumeRenderLimit(ctx)
    const pdf = await renderSampleLabel(ctx, sample, { copies, zone })
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${sample.label}.pdf"`)
      .send(pdf)
  })

  app.post('/samples', { schema: schemas.create }, async (request, reply) => {
    // a client gets 404 for animals that it may not see
    const namesAnimal = isUuid(readText(request.body.veterinary_record_animal_id) ?? '')
    if (!namesAnimal) requireMayWriteSamples(contextOf(request))
    const animalId = readAnimalId(request.body)
    if (!animalId) throw invalid({ veterinary_record_animal_id: [texts.validation.animalRequired] })
    return handleWrite(request, reply, async (ctx) => {
      await requireMayAddSample(ctx, animalId)
      const patch = parseSample(request.body, await timeZoneOfAnimal(ctx, animalId))
      const id = idToCreate<SampleId>(request)
      await addSample(ctx, id, animalId, patch)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put('/samples/:id', { schema: schemas.change }, async (request, reply) => {
    const id = request.params.id
    return handleWrite(request, reply, async (ctx) => {
      await requireMayWriteSample(ctx, id)
      const animalId = readAnimalId(request.body)
      const patch = parseSample(request.body, await timeZoneOfSample(ctx, id))
      await editSample(ctx, id, { ...patch, animalId }, readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.delete('/samples/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteSample(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
