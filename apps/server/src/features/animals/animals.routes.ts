import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { libraryColumns } from '../../database/columns.ts'
import { answerWith } from '../../http/answers.ts'
import { readDay, readId, readNumber, readText } from '../../http/bodies.ts'
import { expectedVersion } from '../../http/etag.ts'
import { invalid } from '../../http/failures.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './animals.ts'
import { type AnimalFacts, animalRules } from './animals.queries.ts'
import { type Body, counted, schemas, texted } from './animals.schemas.ts'

/** The facts a body carries; what it does not carry stays as it is. */
function factsOf(body: Body): AnimalFacts {
  const all = [
    ...texted.map((field) => [field, readText(body[field])]),
    ...libraryColumns.map((field) => [field, readId(field, body[field], `${field} must be a UUID.`)]),
    ...counted.map((field) => [field, readNumber(field, body[field])]),
    ['customer_record_at', readDay('customer_record_at', body.customer_record_at, texts.validation.dateRequired)],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

export const animalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id) => {
    const { animal, version } = await use.readAnimal(ctx, id)
    return { data: animal, version }
  })

  const add = async (request: FastifyRequest, reply: FastifyReply, id: string, body: Body) => {
    const ticketId = readId('veterinary_record_id', body.veterinary_record_id, 'veterinary_record_id must be a UUID.')
    if (!ticketId) throw invalid({ veterinary_record_id: ['Please choose a post mortem.'] })
    await use.addAnimal(contextOf(request), id, ticketId, factsOf(body))
    reply.status(201)
    return answerOne(request, reply, id, texts.success.dataUpdated)
  }

  app.get('/veterinary-record-animals', { schema: schemas.list }, async (request) => {
    const list = readList(request.query, animalRules)
    const { total, animals } = await use.listAnimals(contextOf(request), list)
    return listAnswer(request, list, total, animals)
  })

  app.post('/veterinary-record-animals', { schema: schemas.create }, async (request, reply) =>
    add(request, reply, idToCreate(request), request.body),
  )

  app.post('/veterinary-record-animals/:id', { schema: schemas.createWithId }, async (request, reply) =>
    add(request, reply, request.params.id.toLowerCase(), request.body),
  )

  app.get('/veterinary-record-animals/:id', { schema: schemas.get }, async (request, reply) =>
    answerOne(request, reply, request.params.id),
  )

  app.put('/veterinary-record-animals/:id', { schema: schemas.change }, async (request, reply) => {
    await use.editAnimal(contextOf(request), request.params.id, factsOf(request.body), expectedVersion(request))
    return answerOne(request, reply, request.params.id, texts.success.dataUpdated)
  })

  app.delete('/veterinary-record-animals/:id', { schema: schemas.remove }, async (request) => {
    await use.deleteAnimal(contextOf(request), request.params.id, expectedVersion(request))
    return { success: true }
  })
}
