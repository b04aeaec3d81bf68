import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { readId } from '../../http/body-fields.ts'
import { isCardView, jsonType } from '../../http/card-view.ts'
import { readIfMatch } from '../../http/etag.ts'
import { invalid } from '../../http/app-error.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import type { Context } from '../../http/context.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { timeZoneOfAnimal, timeZoneOfPostMortem, type WithCorrection } from '../post-mortems/index.ts'
import { addAnimal, changeWithCorrection, deleteAnimal, editAnimal, listAnimals, readSeenBefore } from './animals.ts'
import { animalListRules } from './animals.queries.ts'
import { type Body, listResponses, schemas } from './animals.schemas.ts'
import { parseAnimalBody } from './parse-animal-body.ts'
import { replyWithAnimal } from './animal-reply.ts'

export const animalRoutes =
  (withCorrection: WithCorrection): FastifyPluginAsyncTypebox =>
  async (app) => {
    /** Responds with the saved animal and other records with the same RFID. */
    const answerSaved = async (ctx: Context, reply: FastifyReply, id: AnimalId) => {
      const answer = await replyWithAnimal(ctx, reply, id, texts.success.dataUpdated)
      return { ...answer, seen_before: await readSeenBefore(ctx, [answer.data]) }
    }

    const add = async (request: FastifyRequest, reply: FastifyReply, id: AnimalId, body: Body) => {
      const postMortemId = readId<PostMortemId>('veterinary_record_id', body.veterinary_record_id)
      if (!postMortemId) throw invalid({ veterinary_record_id: [serverTexts.validation.postMortemRequired] })
      return handleWrite(request, reply, async (ctx) => {
        const zone = await timeZoneOfPostMortem(ctx, postMortemId)
        await withCorrection(ctx, postMortemId, () =>
          addAnimal(ctx, { id, postMortemId, sent: parseAnimalBody(ctx.person, body, zone), zone }),
        )
        reply.status(201)
        return answerSaved(ctx, reply, id)
      })
    }

    app.get('/veterinary-record-animals', { schema: schemas.list }, async (request, reply) => {
      const list = await readList(request, animalListRules)
      const response = listResponses[isCardView(request.query) ? 'card' : 'full']
      void reply.type(jsonType).serializer(reply.compileSerializationSchema(response))
      const { total, animals } = await listAnimals(contextOf(request), list)
      return listReply(request, list, total, animals)
    })

    app.post('/veterinary-record-animals', { schema: schemas.create }, async (request, reply) =>
      add(request, reply, idToCreate<AnimalId>(request), request.body),
    )

    app.post('/veterinary-record-animals/:id', { schema: schemas.createWithId }, async (request, reply) =>
      add(request, reply, request.params.id, request.body),
    )

    app.get('/veterinary-record-animals/:id', { schema: schemas.get }, async (request, reply) =>
      replyWithAnimal(contextOf(request), reply, request.params.id),
    )

    app.put('/veterinary-record-animals/:id', { schema: schemas.change }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        const zone = await timeZoneOfAnimal(ctx, request.params.id)
        const fields = parseAnimalBody(ctx.person, request.body, zone)
        await changeWithCorrection(withCorrection, ctx, request.params.id, () =>
          editAnimal(ctx, request.params.id, fields, zone, readIfMatch(request)),
        )
        return answerSaved(ctx, reply, request.params.id)
      }),
    )

    app.delete('/veterinary-record-animals/:id', { schema: schemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await changeWithCorrection(withCorrection, ctx, request.params.id, () =>
          deleteAnimal(ctx, request.params.id, readIfMatch(request)),
        )
        return { success: true }
      }),
    )
  }
