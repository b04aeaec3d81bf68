import { Animal, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { libraryColumns } from '../../database/columns.ts'
import { BodyDay, BodyId, BodyNumber, BodyText } from '../../http/bodies.ts'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { animalExamples } from './animal-examples.ts'
import { animalRules } from './animals.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const texted = [
  'tag',
  'rfid',
  'pen',
  'lot',
  'customer_notes',
  'customer_diagnosis_note',
  'vet_diagnosis_note',
  'vet_findings',
] as const
export const counted = ['weight', 'temperature'] as const

type Field =
  | 'id'
  | 'veterinary_record_id'
  | 'customer_record_at'
  | (typeof texted)[number]
  | (typeof libraryColumns)[number]
  | (typeof counted)[number]
const shapeOf = (fields: readonly Field[], shape: typeof BodyText) =>
  fields.map((field) => [field, Type.Optional(shape)])
export type Body = Partial<Record<Field, BodyText>>
export const Body = Type.Unsafe<Body>(
  Type.Object(
    Object.fromEntries([
      ...shapeOf(['id', 'veterinary_record_id'], BodyId),
      ...shapeOf(['customer_record_at'], BodyDay),
      ...shapeOf(texted, BodyText),
      ...shapeOf(libraryColumns, BodyId),
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
