import { constants } from '@chisholm/domain/constants'
import { ListResponse, ItemResponse } from '@chisholm/domain/schemas/envelopes'
import {
  PostMortem,
  CompactPostMortemCard,
  PostMortemCard,
  SeenBefore,
  VeterinaryRecord,
} from '@chisholm/domain/schemas/post-mortems'
import { type TSchema, Type } from 'typebox'
import { withCardView } from '../../http/card-view.ts'
import { idParameter } from '../../http/id-parameter.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { BodyDay, BodyFlag, BodyId, BodyTimestamp, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema, queryParameter } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { changeExamples, createExamples } from './post-mortem-openapi-examples.ts'
import { postMortemListRules } from './post-mortem-filters.ts'

const Id = idParameter<PostMortemId>()

const Details = Type.Object({
  id: Type.Optional(BodyId),
  customer_id: Type.Optional(BodyId),
  site_id: Type.Optional(BodyId),
  record_at: Type.Optional(BodyDay),
  note: Type.Optional(BodyText),
  description: Type.Optional(BodyText),
  no_vet_visit_requested: Type.Optional(BodyFlag),
})

const DurationMinutes = {
  ...BodyNumber,
  title: 'DurationMinutes',
  description: 'Length of the visit: 5 to 720 minutes; empty sets the default of 60.',
}

const DangerAcknowledged = {
  ...BodyFlag,
  title: 'DangerAcknowledged',
  description: '1: the sender has read the warning about the danger signs. Sending a ticket with danger needs it.',
}

const ReportGrouped = {
  ...BodyFlag,
  title: 'ReportGrouped',
  description: '1: the report describes animals of one cause together. For veterinarians, before it is issued.',
}

/** When sending: the reason why required photos are missing. */
const MissingReason = Type.Optional(BodyText)
const ChangeBody = Type.Object({
  ...Details.properties,
  draft: Type.Optional(BodyFlag),
  photos_missing_reason: MissingReason,
  danger_acknowledged: Type.Optional(DangerAcknowledged),
  scheduled_at: Type.Optional(BodyTimestamp),
  scheduled_for_id: Type.Optional(BodyId),
  duration_minutes: Type.Optional(DurationMinutes),
  report_grouped: Type.Optional(ReportGrouped),
  completed_at: Type.Optional(BodyText),
})

export type Body = Partial<Record<keyof typeof ChangeBody.properties, string | number | boolean | null>>

const includeVisit = queryParameter(
  'include',
  'visit: includes the length of the visit and the time zone of the site in cards.',
  { type: 'string', enum: ['visit'] },
  'visit',
)
const cardList = withCardView(
  listSchema(Type.Union([PostMortem, PostMortemCard, CompactPostMortemCard]), postMortemListRules),
)

const include = queryParameter(
  'include',
  'medias: includes the photos of every animal.',
  { type: 'string', enum: ['medias'] },
  'medias',
)

/** Response of a list of full tickets, not cards. */
export const fullListResponse = { ...ListResponse(PostMortem) }

/** Schemas of the ticket routes except that of creation. */
export const schemas = {
  list: {
    operationId: 'listPostMortems',
    summary: 'A page of tickets',
    ...cardList,
    querystring: Type.Object({ ...cardList.querystring.properties, include: Type.Optional(Type.String()) }),
    parameters: [...cardList.parameters, includeVisit],
  },
  listRecords: {
    operationId: 'listVeterinaryRecords',
    summary: 'A page of the veterinary records of tickets',
    ...listSchema(VeterinaryRecord, postMortemListRules),
  },
  get: {
    operationId: 'getPostMortem',
    summary: 'One ticket',
    versioned: true,
    examples: { ticket: { id: exampleIds.completedTicket } },
    params: Id,
    querystring: Type.Object({ include: Type.Optional(Type.String()) }),
    parameters: [include],
    response: { 200: ItemResponse(PostMortem) },
  },
  change: {
    operationId: 'changePostMortem',
    summary: 'Edit, send, schedule, assign or complete a ticket, depending on the fields sent',
    versioned: true,
    problemStatuses: [403, 409],
    examples: changeExamples,
    params: Id,
    body: ChangeBody,
    response: {
      200: Type.Object({
        ...ItemResponse(PostMortem).properties,
        warnings: Type.Optional(
          Type.Array(Type.String(), {
            description: 'When scheduling: the veterinarian is away, or has another visit at that time.',
          }),
        ),
      }),
    },
  },
  remove: {
    operationId: 'deletePostMortem',
    summary: 'Delete a ticket',
    versioned: true,
    problemStatuses: [409],
    examples: { draft: { id: exampleIds.draftTicket } },
    params: Id,
    response: { 200: SuccessReply },
  },
}

/** The schema of creating a ticket. @param animalBody  the body of one animal */
export const createPostMortemSchema = (animalBody: TSchema) => ({
  operationId: 'createPostMortem',
  summary:
    'Create a ticket as a draft, optionally with animals; send: 1 sends it at once. Everything is created or nothing',
  versioned: true,
  requiredFields: ['site_id', 'record_at'],
  problemStatuses: [403, 409],
  examples: createExamples,
  body: Type.Object({
    ...Details.properties,
    animals: Type.Optional(
      Type.Unsafe<object[] | '' | '0' | 0 | null>(
        Type.Union(
          [
            Type.Array(animalBody, { maxItems: constants.maxAnimalsPerRequest }),
            Type.String({ pattern: '^0?$' }),
            Type.Integer({ minimum: 0, maximum: 0 }),
            Type.Null(),
          ],
          {
            description:
              'The first animals, each like the body of POST /veterinary-record-animals. Forms send an empty list as empty text, and older clients the number of animals in a new ticket, 0.',
          },
        ),
      ),
    ),
    send: Type.Optional(BodyFlag),
    photos_missing_reason: MissingReason,
    danger_acknowledged: Type.Optional(DangerAcknowledged),
  }),
  response: {
    201: Type.Object({
      ...ItemResponse(PostMortem).properties,
      seen_before: Type.Optional(
        Type.Array(SeenBefore, {
          description:
            'if animals were sent: other animals with their RFIDs on the sites the caller may see, newest first',
        }),
      ),
    }),
  },
})
