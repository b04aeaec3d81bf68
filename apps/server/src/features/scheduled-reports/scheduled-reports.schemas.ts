import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import { type Static, Type } from 'typebox'
import type { ScheduledReportId } from '../../database/ids.ts'
import { BodyId, BodyText } from '../../http/body-fields.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { PdfContent } from '../../http/pdf-reply.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { scheduledReportRules } from './scheduled-reports.queries.ts'

const Id = idParameter<ScheduledReportId>()
const one = { examples: { one: { id: exampleIds.scheduledReport } } }

const IdList = Type.Union([
  Type.Array(Type.String({ maxLength: 36 }), { maxItems: 1000 }),
  Type.String({ maxLength: 40_000 }),
  Type.Null(),
])
const FilterValues = Type.Union([
  Type.String({ maxLength: 4000 }),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
])
const Filter = Type.Union([Type.Record(Type.String(), FilterValues), Type.String({ maxLength: 0 }), Type.Null()], {
  description:
    'The filters of /insight, like {"site_id": "…", "system": "Respiratory"}; empty: all that recipients see.',
})
const fields = {
  name: Type.Optional(BodyText),
  filter: Type.Optional(Filter),
  every: Type.Optional(BodyText),
  recipients: Type.Optional(IdList),
  language: Type.Optional(BodyText),
}
export const ReportBody = Type.Object(fields)
export type ReportBody = Static<typeof ReportBody>

const weekly = { name: 'Monday figures', every: 'week', recipients: [exampleIds.client] }
const respiratory = { filter: { site_id: exampleIds.site, system: 'Respiratory' }, every: 'month', language: 'en' }

export const schemas = {
  list: {
    operationId: 'listScheduledReports',
    summary: 'A page of your e-mailed summaries; Admins see those of everybody',
    ...listSchema(ScheduledReport, scheduledReportRules),
  },
  get: {
    operationId: 'getScheduledReport',
    summary: 'One e-mailed summary',
    versioned: true,
    ...one,
    params: Id,
    response: { 200: ItemResponse(ScheduledReport) },
  },
  create: {
    operationId: 'createScheduledReport',
    summary: 'Create a weekly or monthly e-mail of mortality figures; each recipient gets those of their own sites',
    versioned: true,
    requiredFields: ['name', 'every', 'recipients'],
    examples: {
      weekly: { body: { id: exampleIds.newId, ...weekly } },
      respiratory: { body: { ...weekly, ...respiratory, name: 'Respiratory, every month' } },
    },
    body: Type.Object({ id: Type.Optional(BodyId), ...fields }),
    response: { 201: ItemResponse(ScheduledReport) },
  },
  change: {
    operationId: 'changeScheduledReport',
    summary: 'Change an e-mailed summary',
    versioned: true,
    examples: { monthly: { id: exampleIds.scheduledReport, body: { every: 'month' } } },
    params: Id,
    body: ReportBody,
    response: { 200: ItemResponse(ScheduledReport) },
  },
  remove: {
    operationId: 'deleteScheduledReport',
    summary: 'Delete an e-mailed summary',
    versioned: true,
    ...one,
    params: Id,
    response: { 200: SuccessReply },
  },
  preview: {
    operationId: 'previewScheduledReport',
    summary: 'The PDF of the last complete period, with the figures that you may see',
    ...one,
    params: Id,
    problemStatuses: [429],
    response: { 200: { description: 'the PDF', content: PdfContent } },
  },
}
