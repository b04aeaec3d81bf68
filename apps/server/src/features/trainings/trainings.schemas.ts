import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Training } from '@chisholm/domain/schemas/trainings'
import { Type } from 'typebox'
import { BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { trainingFilters, trainingSorts } from './trainings.queries.ts'

const Id = idParameter()
const Section = Type.Object({
  id: Type.Optional(BodyId),
  heading: Type.Optional(BodyText),
  content: Type.Optional(BodyText),
})
export const TrainingBody = Type.Object({
  id: Type.Optional(BodyId),
  title: Type.Optional(BodyText),
  description: Type.Optional(BodyText),
  pre_content: Type.Optional(BodyText),
  post_content: Type.Optional(BodyText),
  training_sections: Type.Optional(
    // A form can send an empty list only as an empty text.
    Type.Union([Type.Array(Section), Type.Literal('')], { description: 'All sections in order.' }),
  ),
  position: Type.Optional(BodyNumber),
})
const sections = [
  { heading: 'Before you start', content: 'Gloves, boots, a sharp knife.' },
  { heading: 'Open the chest', content: 'Cut along the ribs.\nLook at both lungs.' },
]
const one = { versioned: true, params: Id, response: { 200: ItemResponse(Training) } }

export const trainingListRules = {
  filters: trainingFilters,
  sorts: trainingSorts,
  sort: 'position',
  examples: { title: 'Bunk checks' },
} as const

export const schemas = {
  list: { operationId: 'listTrainings', summary: 'A page of trainings', ...listSchema(Training, trainingListRules) },
  get: {
    operationId: 'getTraining',
    summary: 'One training',
    examples: { training: { id: exampleIds.training } },
    ...one,
  },
  create: {
    operationId: 'createTraining',
    summary: 'Add a training with its sections',
    versioned: true,
    requiredFields: ['title'],
    examples: {
      whole: {
        body: {
          title: 'Opening a carcass',
          description: 'What to do before the veterinarian comes',
          pre_content: 'Read this to the end first.',
          training_sections: sections,
          post_content: 'Wash and disinfect.',
        },
      },
      first: { body: { id: exampleIds.newId, title: 'Taking photos', position: 1 } },
    },
    body: TrainingBody,
    response: { 201: ItemResponse(Training) },
  },
  change: {
    operationId: 'changeTraining',
    summary: 'Change a training; its sections are replaced as a whole',
    examples: {
      sections: { id: exampleIds.training, body: { title: 'Opening a carcass', training_sections: sections } },
      order: { id: exampleIds.training, body: { position: 2 } },
    },
    body: TrainingBody,
    ...one,
  },
  remove: {
    operationId: 'deleteTraining',
    summary: 'Delete a training',
    versioned: true,
    examples: { training: { id: exampleIds.training } },
    params: Id,
    response: { 200: SuccessReply },
  },
}
