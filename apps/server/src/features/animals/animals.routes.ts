import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Animal, One } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyDay, BodyId, BodyNumber, BodyText, readDay, readId, readNumber, readText } from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { invalid } from '../../http/failures.ts'
import { exampleIds } from '../../http/example-values.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import * as use from './animals.ts'
import { animalExamples } from './animal-examples.ts'
import { type AnimalFacts, animalRules } from './animals.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const texted = [
  'tag',
  'rfid',
  'pen',
  'lot',
  'customer_notes',
  'customer_diagnosis_note',
  'vet_diagnosis_note',
  'vet_findings',
] as const
const identified = [
  'tag_color_id',
  'customer_diagnosis_id',
  'vet_diagnosis_id',
  'breed_id',
  'animal_color_id',
  'animal_group_id',
] as const
const counted = ['weight', 'temperature'] as const

type Field =
  | 'id'
  | 'veterinary_record_id'
  | 'customer_record_at'
  | (typeof texted)[number]
  | (typeof identified)[number]
  | (typeof counted)[number]
const shapeOf = (fields: readonly Field[], shape: typeof BodyText) =>
  fields.map((field) => [field, Type.Optional(shape)])
type Body = Partial<Record<Field, BodyText>>
const Body = Type.Unsafe<Body>(
  Type.Object(
    Object.fromEntries([
      ...shapeOf(['id', 'veterinary_record_id'], BodyId),
      ...shapeOf(['customer_record_at'], BodyDay),
      ...shapeOf(texted, BodyText),
      ...shapeOf(identified, BodyId),
      ...shapeOf(counted, BodyNumber),
    ]),
  ),
)
const adding = {
  summary: 'Add an animal to a ticket',
  versioned: true,
  needs: ['veterinary_record_id'],
  refuses: [403, 404, 409],
  body: Body,
  response: { 201: One(Animal) },
}
const one = { versioned: true, params: Id, response: { 200: One(Animal) } }

/** The facts a body carries; what it does not carry stays as it is. */
function factsOf(body: Body): AnimalFacts {
  const all = [
    ...texted.map((field) => [field, readText(body[field])]),
    ...identified.map((field) => [field, readId(field, body[field], `${field} must be a UUID.`)]),
    ...counted.map((field) => [field, readNumber(field, body[field])]),
    ['customer_record_at', readDay('customer_record_at', body.customer_record_at, texts.validation.dateRequired)],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

export const animalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = async (request: FastifyRequest, reply: FastifyReply, id: string, message?: string) => {
    const { animal, version } = await use.readAnimal(contextOf(request), id)
    setEtag(reply, version)
    return { success: true, ...(message && { message }), data: animal }
  }

  const add = async (request: FastifyRequest, reply: FastifyReply, id: string, body: Body) => {
    const ticketId = readId('veterinary_record_id', body.veterinary_record_id, 'veterinary_record_id must be a UUID.')
    if (!ticketId) throw invalid({ veterinary_record_id: ['Please choose a post mortem.'] })
    await use.addAnimal(contextOf(request), id, ticketId, factsOf(body))
    reply.status(201)
    return answerOne(request, reply, id, texts.success.dataUpdated)
  }

  app.get(
    '/veterinary-record-animals',
    {
      schema: {
        operationId: 'listVeterinaryRecordAnimals',
        summary: 'A page of the animals of tickets',
        ...listOf(Animal, animalRules),
      },
    },
    async (request) => {
      const list = readList(request.query, animalRules)
      const { total, animals } = await use.listAnimals(contextOf(request), list)
      return listAnswer(request, list, total, animals)
    },
  )

  app.post(
    '/veterinary-record-animals',
    { schema: { operationId: 'createVeterinaryRecordAnimal', examples: animalExamples.add, ...adding } },
    async (request, reply) =>
      add(request, reply, idToCreate(request, readId('id', request.body.id, 'id must be a UUID.')), request.body),
  )

  app.post(
    '/veterinary-record-animals/:id',
    {
      schema: {
        operationId: 'createVeterinaryRecordAnimalWithId',
        params: Id,
        examples: animalExamples.addWithId,
        ...adding,
      },
    },
    async (request, reply) => add(request, reply, request.params.id.toLowerCase(), request.body),
  )

  app.get(
    '/veterinary-record-animals/:id',
    {
      schema: {
        operationId: 'getVeterinaryRecordAnimal',
        summary: 'One animal of a ticket',
        examples: { animal: { id: exampleIds.animal } },
        ...one,
      },
    },
    async (request, reply) => answerOne(request, reply, request.params.id),
  )

  app.put(
    '/veterinary-record-animals/:id',
    {
      schema: {
        operationId: 'changeVeterinaryRecordAnimal',
        summary: 'Change what is known of an animal',
        refuses: [403, 409],
        examples: animalExamples.change,
        body: Body,
        ...one,
      },
    },
    async (request, reply) => {
      await use.editAnimal(contextOf(request), request.params.id, factsOf(request.body), expectedVersion(request))
      return answerOne(request, reply, request.params.id, texts.success.dataUpdated)
    },
  )

  app.delete(
    '/veterinary-record-animals/:id',
    {
      schema: {
        operationId: 'deleteVeterinaryRecordAnimal',
        summary: 'Take an animal off its ticket',
        versioned: true,
        refuses: [409],
        examples: { animal: { id: exampleIds.animal } },
        params: Id,
        response: { 200: Type.Object({ success: Type.Boolean() }) },
      },
    },
    async (request) => {
      await use.deleteAnimal(contextOf(request), request.params.id, expectedVersion(request))
      return { success: true }
    },
  )
}
