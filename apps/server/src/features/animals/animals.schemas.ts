import { type AnimalField, type FieldOfKind, fieldsOfKind } from '@chisholm/domain/animal-fields'
import { ItemResponse, ListResponse } from '@chisholm/domain/schemas/envelopes'
import { Animal, AnimalCard, SeenBefore } from '@chisholm/domain/schemas/post-mortems'
import { Person } from '@chisholm/domain/schemas/references'
import { Type } from 'typebox'
import { withCardView } from '../../http/card-view.ts'
import { idParameter } from '../../http/id-parameter.ts'
import type { AnimalId } from '../../database/ids.ts'
import { BodyDay, BodyFlag, BodyId, BodyTimestamp, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { animalExamples } from './animal-openapi-examples.ts'
import { ExaminationBody } from './parse-examination.ts'
import { BodyTreatments } from './parse-treatments.ts'
import { animalListRules } from './animals.queries.ts'

const Id = idParameter<AnimalId>()
const SlotParams = Type.Object({ ...Id.properties, slot_id: Type.String({ format: 'uuid' }) })
/** One or several ids. */
export type BodyIds = BodyText | BodyText[]
const BodyIds = Type.Unsafe<BodyIds>(
  Type.Union([Type.Array(BodyId), BodyId], { title: 'BodyIds', description: 'UUIDs; an empty text clears the field.' }),
)
const bodyShapes = {
  day: BodyDay,
  timestamp: BodyTimestamp,
  text: BodyText,
  choice: BodyText,
  entry: BodyId,
  entries: BodyIds,
  number: BodyNumber,
}
type OneText = Exclude<AnimalField, FieldOfKind<'entries'>>
export type Body = Partial<Record<'id' | 'veterinary_record_id' | OneText, BodyText>> & {
  danger_sign_ids?: BodyIds
  treatments_given?: BodyTreatments
}
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
    treatments_given: Type.Optional(BodyTreatments),
  }),
)
const SavedResponse = Type.Object({
  ...ItemResponse(Animal).properties,
  seen_before: Type.Array(SeenBefore, {
    description: 'other animals with this RFID on the sites the caller may see, newest first, at most 20',
  }),
})
const createSchema = {
  summary: 'Add an animal to a ticket',
  versioned: true,
  requiredFields: ['veterinary_record_id'],
  problemStatuses: [403, 404, 409],
  body: Body,
  response: { 201: SavedResponse },
}
const readSchema = { versioned: true, params: Id, response: { 200: ItemResponse(Animal) } }

/** Responses of the list by view: deciding which of two schemas each row matches would be slower. */
export const listResponses = { full: { ...ListResponse(Animal) }, card: { ...ListResponse(AnimalCard) } }

/** Schemas of the animal routes. */
export const schemas = {
  list: {
    operationId: 'listVeterinaryRecordAnimals',
    summary: 'A page of the animals of tickets',
    ...withCardView(listSchema(Type.Union([Animal, AnimalCard]), animalListRules)),
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
    description:
      'On a completed ticket, what an Admin changes is issued at once as an amended report. While an amendment is open, vet roles change the opinion, and nobody anything else (409).',
    problemStatuses: [403, 409],
    examples: animalExamples.change,
    body: Body,
    ...readSchema,
    response: { 200: SavedResponse },
  },
  examine: {
    operationId: 'examineVeterinaryRecordAnimal',
    summary: 'Write the examination of an animal; its primary lesion becomes the diagnosis',
    problemStatuses: [403, 409],
    ...readSchema,
    examples: animalExamples.examine,
    body: ExaminationBody,
  },
  presence: {
    operationId: 'reportPresence',
    summary: 'Report that you opened or left the examination of an animal; returns who else has it open',
    description:
      'A screen that stays open says so every 25 seconds; after 60 seconds of silence it counts as left. `GET /events` tells veterinarians of a change with the kind `presence`.',
    problemStatuses: [403],
    params: Id,
    examples: {
      here: { id: exampleIds.animal, body: { here: 1 } },
      left: { id: exampleIds.animal, body: { here: 0 } },
    },
    body: Type.Object({ here: Type.Optional(BodyFlag) }),
    response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(Person) }) },
  },
  skipPhotoSlot: {
    operationId: 'skipPhotoSlot',
    summary: 'Record why a photo of a slot is not possible for an animal; an empty reason removes it',
    description:
      'On a completed ticket: veterinarians only while an amendment is open (409); what an Admin changes is issued at once as an amended report.',
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
    response: { 200: SuccessReply },
  },
}
