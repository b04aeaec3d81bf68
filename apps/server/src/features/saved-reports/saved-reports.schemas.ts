import { ListResponse, ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Animal } from '@chisholm/domain/schemas/post-mortems'
import { SavedReport } from '@chisholm/domain/schemas/saved-reports'
import { Type } from 'typebox'
import { BodyId, BodyText } from '../../http/body-fields.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { ListQuery, type ListRules } from '../../http/pagination.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { filterParameters, reportExamples, resultsParameters } from './saved-report-openapi-examples.ts'

const Id = idParameter()
const Body = Type.Object({
  id: Type.Optional(BodyId),
  type: Type.Optional(BodyText),
  name: Type.Optional(BodyText),
  parameters: Type.Optional(Type.Object({ filter: Type.Optional(Type.Any()) })),
})

export const savedReportListRules: ListRules<never, 'name' | 'created_at'> = {
  filters: {},
  sorts: ['name', 'created_at'],
  sort: 'name',
}
const resultsSchema = { querystring: ListQuery, problemStatuses: [422], response: { 200: ListResponse(Animal) } }
const savedReportExample = { examples: { report: { id: exampleIds.savedReport } } }

const one = { versioned: true, params: Id, response: { 200: ItemResponse(SavedReport) } }

export const schemas = {
  list: {
    operationId: 'listFilterReports',
    summary: 'A page of the signed-in user’s saved reports',
    ...listSchema(SavedReport, savedReportListRules),
  },
  create: {
    operationId: 'createFilterReport',
    summary: 'Save a report for the signed-in user',
    versioned: true,
    requiredFields: ['name'],
    examples: reportExamples.create,
    body: Body,
    response: { 201: ItemResponse(SavedReport) },
  },
  run: {
    operationId: 'runFilterReport',
    summary: 'A page of the animals that match a filter',
    parameters: [...resultsParameters, ...filterParameters],
    ...resultsSchema,
  },
  get: { operationId: 'getFilterReport', summary: 'One report', ...savedReportExample, ...one },
  change: {
    operationId: 'changeFilterReport',
    summary: 'Rename a report or change its filter',
    examples: reportExamples.change,
    ...one,
    body: Body,
  },
  remove: {
    operationId: 'deleteFilterReport',
    summary: 'Delete a report',
    versioned: true,
    ...savedReportExample,
    params: Id,
    response: { 200: SuccessReply },
  },
  runSaved: {
    operationId: 'runSavedFilterReport',
    summary: 'A page of the animals of a report',
    parameters: resultsParameters,
    ...savedReportExample,
    params: Id,
    ...resultsSchema,
  },
}
