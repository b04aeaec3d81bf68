import { One, PostMortem, VeterinaryRecord } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { BodyDay, BodyFlag, BodyId, BodyMoment, BodyText } from '../../http/bodies.ts'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { changeExamples, newTicketExamples } from './post-mortem-examples.ts'
import { ticketRules } from './ticket-filters.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

const Details = Type.Object({
  id: Type.Optional(BodyId),
  customer_id: Type.Optional(BodyId),
  site_id: Type.Optional(BodyId),
  record_at: Type.Optional(BodyDay),
  note: Type.Optional(BodyText),
  description: Type.Optional(BodyText),
  no_vet_visit_requested: Type.Optional(BodyFlag),
})

const Change = Type.Object({
  ...Details.properties,
  draft: Type.Optional(BodyFlag),
  scheduled_at: Type.Optional(BodyMoment),
  scheduled_for_id: Type.Optional(BodyId),
  completed_at: Type.Optional(BodyText),
})

export type Body = Partial<Record<keyof typeof Change.properties, string | number | boolean | null>>

/** What each route of tickets takes and answers. */
export const schemas = {
  list: {
    operationId: 'listPostMortems',
    summary: 'A page of tickets',
    ...listOf(PostMortem, ticketRules),
  },
  listRecords: {
    operationId: 'listVeterinaryRecords',
    summary: 'A page of the records inside tickets',
    ...listOf(VeterinaryRecord, ticketRules),
  },
  create: {
    operationId: 'createPostMortem',
    summary: 'Begin a ticket as a draft',
    versioned: true,
    needs: ['site_id', 'record_at'],
    examples: newTicketExamples,
    body: Details,
    response: { 201: One(PostMortem) },
  },
  get: {
    operationId: 'getPostMortem',
    summary: 'One ticket',
    versioned: true,
    examples: { ticket: { id: exampleIds.completedTicket } },
    params: Id,
    response: { 200: One(PostMortem) },
  },
  change: {
    operationId: 'changePostMortem',
    summary: 'Edit, send, schedule, assign or complete a ticket: the fields tell which',
    versioned: true,
    refuses: [403, 409],
    examples: changeExamples,
    params: Id,
    body: Change,
    response: { 200: One(PostMortem) },
  },
  remove: {
    operationId: 'deletePostMortem',
    summary: 'Take a ticket away',
    versioned: true,
    refuses: [409],
    examples: { draft: { id: exampleIds.draftTicket } },
    params: Id,
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
}
