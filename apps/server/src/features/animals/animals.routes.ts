import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { dayOf } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnimalId, lowerCased, type PostMortemId } from '../../database/ids.ts'
import { answerWith } from '../../http/answers.ts'
import { readId } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { invalid } from '../../http/failures.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { zoneOf } from '../../http/zone.ts'
import * as use from './animals.ts'
import { animalRules } from './animals.queries.ts'
import { type Body, schemas } from './animals.schemas.ts'
import { factsOf } from './sent-animal.ts'

export const animalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id: AnimalId) => {
    const { animal, version } = await use.readAnimal(ctx, id)
    return { data: animal, version }
  })

  const add = async (request: FastifyRequest, reply: FastifyReply, id: AnimalId, body: Body) => {
    const ticketId = readId<PostMortemId>(
      'veterinary_record_id',
      body.veterinary_record_id,
      'veterinary_record_id must be a UUID.',
    )
    if (!ticketId) throw invalid({ veterinary_record_id: ['Please choose a post mortem.'] })
    const zone = await zoneOf(request)
    return write(request, reply, async (ctx) => {
      await use.addAnimal(ctx, id, ticketId, factsOf(body, zone), dayOf(new Date(), zone))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  }

  app.get('/veterinary-record-animals', { schema: schemas.list }, async (request) => {
    const list = await readList(request, animalRules)
    const { total, animals } = await use.listAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  app.post('/veterinary-record-animals', { schema: schemas.create }, async (request, reply) =>
    add(request, reply, idToCreate<AnimalId>(request), request.body),
  )

  app.post('/veterinary-record-animals/:id', { schema: schemas.createWithId }, async (request, reply) =>
    add(request, reply, lowerCased(request.params.id), request.body),
  )

  app.get('/veterinary-record-animals/:id', { schema: schemas.get }, async (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.put('/veterinary-record-animals/:id', { schema: schemas.change }, async (request, reply) => {
    const zone = await zoneOf(request)
    const facts = factsOf(request.body, zone)
    return write(request, reply, async (ctx) => {
      await use.editAnimal(ctx, request.params.id, facts, dayOf(new Date(), zone), expectedVersion(request))
      return answerOne(ctx, reply, request.params.id, texts.success.dataUpdated)
    })
  })

  app.delete('/veterinary-record-animals/:id', { schema: schemas.remove }, (request, reply) =>
    write(request, reply, async (ctx) => {
      await use.deleteAnimal(ctx, request.params.id, expectedVersion(request))
      return { success: true }
    }),
  )
}
