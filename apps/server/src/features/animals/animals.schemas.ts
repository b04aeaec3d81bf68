import { type AnimalField, fieldsOfKind } from '@chisholm/domain/animal-fields'
import { Animal, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { AnimalId } from '../../database/ids.ts'
import { BodyDay, BodyId, BodyNumber, BodyText } from '../../http/bodies.ts'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { animalExamples } from './animal-examples.ts'
import { animalRules } from './animals.queries.ts'

const Id = idParameter<AnimalId>()
const bodyShapes = { day: BodyDay, text: BodyText, entry: BodyId, number: BodyNumber }
export type Body = Partial<Record<'id' | 'veterinary_record_id' | AnimalField, BodyText>>
export const Body = Type.Unsafe<Body>(
  Type.Object({
    id: Type.Optional(BodyId),
    veterinary_record_id: Type.Optional(BodyId),
    ...Object.fromEntries(
      Object.entries(bodyShapes).flatMap(([kind, shape]) =>
        // the keys of the object above
        fieldsOfKind(kind as keyof typeof bodyShapes).map((field) => [field, Type.Optional(shape)]),
      ),
    ),
  }),
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

/** What each route of a ticket's animals takes and answers. */
export const schemas = {
  list: {
    operationId: 'listVeterinaryRecordAnimals',
    summary: 'A page of the animals of tickets',
    ...listOf(Animal, animalRules),
  },
  create: {
    operationId: 'createVeterinaryRecordAnimal',
    examples: animalExamples.add,
    ...adding,
  },
  createWithId: {
    operationId: 'createVeterinaryRecordAnimalWithId',
    params: Id,
    examples: animalExamples.addWithId,
    ...adding,
  },
  get: {
    operationId: 'getVeterinaryRecordAnimal',
    summary: 'One animal of a ticket',
    examples: { animal: { id: exampleIds.animal } },
    ...one,
  },
  change: {
    operationId: 'changeVeterinaryRecordAnimal',
    summary: 'Change what is known of an animal',
    refuses: [403, 409],
    examples: animalExamples.change,
    body: Body,
    ...one,
  },
  remove: {
    operationId: 'deleteVeterinaryRecordAnimal',
    summary: 'Take an animal off its ticket',
    versioned: true,
    refuses: [409],
    examples: { animal: { id: exampleIds.animal } },
    params: Id,
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
}
