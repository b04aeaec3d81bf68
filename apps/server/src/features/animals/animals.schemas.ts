import { type AnimalField, fieldsOfKind } from '@chisholm/domain/animal-fields'
import { Animal, ItemResponse } from '@chisholm/domain/schemas'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { AnimalId } from '../../database/ids.ts'
import { BodyDay, BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { animalExamples } from './animal-openapi-examples.ts'
import { animalListRules } from './animals.queries.ts'

const Id = idParameter<AnimalId>()
const SlotParams = Type.Object({ ...Id.properties, slot_id: Type.String({ format: 'uuid' }) })
const bodyShapes = { day: BodyDay, text: BodyText, entry: BodyId, number: BodyNumber }
export type Body = Partial<Record<'id' | 'veterinary_record_id' | AnimalField, BodyText>>
export const Body = Type.Unsafe<Body>(
  Type.Object({
    id: Type.Optional(BodyId),
    veterinary_record_id: Type.Optional(BodyId),
    ...Object.fromEntries(
      Object.entries(bodyShapes).flatMap(([kind, shape]) =>
        // cast: these are the keys of the object above
        fieldsOfKind(kind as keyof typeof bodyShapes).map((field) => [field, Type.Optional(shape)]),
      ),
    ),
  }),
)
const createSchema = {
  summary: 'Add an animal to a ticket',
  versioned: true,
  requiredFields: ['veterinary_record_id'],
  problemStatuses: [403, 404, 409],
  body: Body,
  response: { 201: ItemResponse(Animal) },
}
const readSchema = { versioned: true, params: Id, response: { 200: ItemResponse(Animal) } }

/** Schemas of the animal routes. */
export const schemas = {
  list: {
    operationId: 'listVeterinaryRecordAnimals',
    summary: 'A page of the animals of tickets',
    ...listSchema(Animal, animalListRules),
  },
  create: {
    operationId: 'createVeterinaryRecordAnimal',
    examples: animalExamples.add,
    ...createSchema,
  },
  createWithId: {
    operationId: 'createVeterinaryRecordAnimalWithId',
    params: Id,
    examples: animalExamples.addWithId,
    ...createSchema,
  },
  get: {
    operationId: 'getVeterinaryRecordAnimal',
    summary: 'One animal of a ticket',
    examples: { animal: { id: exampleIds.animal } },
    ...readSchema,
  },
  change: {
    operationId: 'changeVeterinaryRecordAnimal',
    summary: 'Update an animal',
    problemStatuses: [403, 409],
    examples: animalExamples.change,
    body: Body,
    ...readSchema,
  },
  skipPhotoSlot: {
    operationId: 'skipPhotoSlot',
    summary: 'Say why a photo of a slot is not possible for an animal; an empty reason takes it back',
    problemStatuses: [409],
    ...readSchema,
    params: SlotParams,
    examples: {
      reason: {
        id: exampleIds.animal,
        path: { slot_id: exampleIds.photoSlot },
        body: { skipped_reason: 'The tag was torn out' },
      },
    },
    body: Type.Object({ skipped_reason: Type.Optional(BodyText) }),
  },
  remove: {
    operationId: 'deleteVeterinaryRecordAnimal',
    summary: 'Delete an animal of a ticket',
    versioned: true,
    problemStatuses: [409],
    examples: { animal: { id: exampleIds.animal } },
    params: Id,
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
}
