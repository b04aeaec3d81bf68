import { constants } from '@chisholm/domain/constants'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Sample } from '@chisholm/domain/schemas/samples'
import { Type } from 'typebox'
import type { SampleId } from '../../database/ids.ts'
import { BodyId, BodyTimestamp, BodyText } from '../../http/body-fields.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { sampleRules } from './samples.queries.ts'

const Id = idParameter<SampleId>()
const versioned = { versioned: true, params: Id, examples: { sample: { id: exampleIds.sample } } }
const labelType = 'application/pdf'

export const SampleBody = Type.Object({
  id: Type.Optional(BodyId),
  veterinary_record_animal_id: Type.Optional(BodyId),
  sample_kind_id: Type.Optional(BodyId),
  container: Type.Optional(BodyText),
  taken_at: Type.Optional(BodyTimestamp),
  lab: Type.Optional(BodyText),
  test: Type.Optional(BodyText),
  sent_at: Type.Optional(BodyTimestamp),
  received_at: Type.Optional(BodyTimestamp),
  result: Type.Optional(BodyText),
  result_flag: Type.Optional(BodyText),
  result_at: Type.Optional(BodyTimestamp),
  note: Type.Optional(BodyText),
})

const newSample = { veterinary_record_animal_id: exampleIds.animal, sample_kind_id: exampleIds.sampleKind }
const taken = {
  container: 'Sterile bag',
  taken_at: '2026-11-20T16:10:00Z',
  lab: 'Prairie Diagnostics',
  test: 'Culture',
}

export const schemas = {
  list: {
    operationId: 'listSamples',
    summary: 'A page of samples; clients see those of tickets whose opinion was issued',
    ...listSchema(Sample, sampleRules),
  },
  get: { operationId: 'getSample', summary: 'One sample', ...versioned, response: { 200: ItemResponse(Sample) } },
  create: {
    operationId: 'createSample',
    summary: 'Add a sample of an animal, also of a completed ticket; for veterinarians and Admins',
    versioned: true,
    requiredFields: ['veterinary_record_animal_id', 'sample_kind_id'],
    problemStatuses: [404],
    examples: {
      sample: { body: { ...newSample, ...taken } },
      own: { body: { id: exampleIds.newId, ...newSample } },
    },
    body: SampleBody,
    response: { 201: ItemResponse(Sample) },
  },
  change: {
    operationId: 'changeSample',
    summary:
      'Change a sample or enter its result, also of a completed ticket; a result without a time gets the current time',
    ...versioned,
    examples: {
      result: { id: exampleIds.sample, body: { result: 'Mannheimia haemolytica', result_flag: 'positive' } },
      sent: { id: exampleIds.sample, body: { sent_at: '2026-11-20T22:00:00Z' } },
    },
    body: SampleBody,
    response: { 200: ItemResponse(Sample) },
  },
  remove: {
    operationId: 'deleteSample',
    summary: 'Delete a sample',
    ...versioned,
    response: { 200: SuccessReply },
  },
  label: {
    operationId: 'getSampleLabel',
    problemStatuses: [400, 429],
    summary: 'The printable label of a sample: a PDF of 62 × 29 mm with a QR code of the label',
    params: Id,
    examples: { sample: { id: exampleIds.sample } },
    querystring: Type.Object({
      copies: Type.Optional(Type.String({ description: `pages, 1 to ${constants.sample.copiesMax}; default 1` })),
    }),
    response: {
      200: {
        description: 'the PDF',
        content: { [labelType]: { schema: Type.Unsafe<Buffer>({ type: 'string', contentMediaType: labelType }) } },
      },
    },
  },
}
