import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnimalId, PostMortemId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readFlag, readId, readText } from '../../http/body-fields.ts'
import { isCardView, jsonType } from '../../http/card-view.ts'
import { readIfMatch } from '../../http/etag.ts'
import { invalid } from '../../http/app-error.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { timeZoneOfAnimal, timeZoneOfPostMortem, type WithCorrection } from '../post-mortems/index.ts'
import * as use from './animals.ts'
import { animalListRules } from './animals.queries.ts'
import { type Body, listResponses, schemas } from './animals.schemas.ts'
import { examineAnimal } from './examine-animal.ts'
import { parseExamination } from './parse-examination.ts'
import { reportPresence } from './presence.ts'
import { skipPhotoSlot } from './skip-photo-slot.ts'
import { parseAnimalBody } from './parse-animal-body.ts'

export const animalRoutes =
  (withCorrection: WithCorrection): FastifyPluginAsyncTypebox =>
  async (app) => {
    const answerOne = replyWithResource(async (ctx, id: AnimalId) => {
      const { animal, content } = await use.readAnimal(ctx, id)
      return { data: animal, content }
    })

    const changing = async (ctx: WriteContext, id: AnimalId, work: () => Promise<void>) =>
      withCorrection(ctx, (await use.requireAnimal(ctx, id)).post_mortem_id, work)

    /** Responds with the saved animal and other records with the same RFID. */
    const answerSaved = async (ctx: Context, reply: FastifyReply, id: AnimalId) => {
      const answer = await answerOne(ctx, reply, id, texts.success.dataUpdated)
      return { ...answer, seen_before: await use.readSeenBefore(ctx, [answer.data]) }
    }

    const add = async (request: FastifyRequest, reply: FastifyReply, id: AnimalId, body: Body) => {
      const postMortemId = readId<PostMortemId>(
        'veterinary_record_id',
        body.veterinary_record_id,
        'veterinary_record_id must be a UUID.',
      )
      if (!postMortemId) throw invalid({ veterinary_record_id: ['Please choose a post mortem.'] })
      const zone = await timeZoneOfPostMortem(contextOf(request), postMortemId)
      return handleWrite(request, reply, async (ctx) => {
        await withCorrection(ctx, postMortemId, () =>
          use.addAnimal(ctx, id, postMortemId, parseAnimalBody(ctx.person, body, zone), zone),
        )
        reply.status(201)
        return answerSaved(ctx, reply, id)
      })
    }

    app.get('/veterinary-record-animals', { schema: schemas.list }, async (request, reply) => {
      const list = await readList(request, animalListRules)
      const response = listResponses[isCardView(request.query) ? 'card' : 'full']
      void reply.type(jsonType).serializer(reply.compileSerializationSchema(response))
      const { total, animals } = await use.listAnimals(contextOf(request), list)
      return listReply(request, list, total, animals)
    })

    app.post('/veterinary-record-animals', { schema: schemas.create }, async (request, reply) =>
      add(request, reply, idToCreate<AnimalId>(request), request.body),
    )

    app.post('/veterinary-record-animals/:id', { schema: schemas.createWithId }, async (request, reply) =>
      add(request, reply, request.params.id, request.body),
    )

    app.get('/veterinary-record-animals/:id', { schema: schemas.get }, async (request, reply) =>
      answerOne(contextOf(request), reply, request.params.id),
    )

    app.put('/veterinary-record-animals/:id', { schema: schemas.change }, async (request, reply) => {
      const zone = await timeZoneOfAnimal(contextOf(request), request.params.id)
      const facts = parseAnimalBody(contextOf(request).person, request.body, zone)
      return handleWrite(request, reply, async (ctx) => {
        await changing(ctx, request.params.id, () =>
          use.editAnimal(ctx, request.params.id, facts, zone, readIfMatch(request)),
        )
        return answerSaved(ctx, reply, request.params.id)
      })
    })

    app.put('/veterinary-record-animals/:id/examination', { schema: schemas.examine }, async (request, reply) => {
      const { id } = request.params
      const sent = parseExamination(request.body, await timeZoneOfAnimal(contextOf(request), id))
      return handleWrite(request, reply, async (ctx) => {
        await changing(ctx, id, () => examineAnimal(ctx, id, sent, readIfMatch(request)))
        return answerOne(ctx, reply, id, texts.success.dataUpdated)
      })
    })

    app.put('/veterinary-record-animals/:id/presence', { schema: schemas.presence }, (request, reply) => {
      const isHere = readFlag('here', request.body.here) ?? true
      return handleWrite(request, reply, async (ctx) => ({
        success: true,
        data: await reportPresence(ctx, request.params.id, isHere),
      }))
    })

    app.put(
      '/veterinary-record-animals/:id/photo-slots/:slot_id',
      { schema: schemas.skipPhotoSlot },
      (request, reply) => {
        const { id, slot_id } = request.params
        const reason = readText(request.body.skipped_reason) ?? null
        return handleWrite(request, reply, async (ctx) => {
          await changing(ctx, id, () => skipPhotoSlot(ctx, id, slot_id, reason, readIfMatch(request)))
          return answerOne(ctx, reply, id, texts.success.dataUpdated)
        })
      },
    )

    app.delete('/veterinary-record-animals/:id', { schema: schemas.remove }, (request, reply) =>
      handleWrite(request, reply, async (ctx) => {
        await changing(ctx, request.params.id, () => use.deleteAnimal(ctx, request.params.id, readIfMatch(request)))
        return { success: true }
      }),
    )
  }
