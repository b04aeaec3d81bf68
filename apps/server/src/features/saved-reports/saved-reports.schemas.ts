import { Animal, Many, One, SavedReport } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { BodyId, BodyText } from '../../http/bodies.ts'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { ListQuery, type ListRules } from '../../http/lists.ts'
import { filterParameters, reportExamples, resultsParameters } from './report-examples.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Body = Type.Object({
  id: Type.Optional(BodyId),
  type: Type.Optional(BodyText),
  name: Type.Optional(BodyText),
  parameters: Type.Optional(Type.Object({ filter: Type.Optional(Type.Any()) })),
})

/** What the list of reports may be asked. */
export const rules: ListRules<never, 'name' | 'created_at'> = {
  filters: {},
  sorts: ['name', 'created_at'],
  sort: 'name',
}
const results = { querystring: ListQuery, refuses: [422], response: { 200: Many(Animal) } }
const saved = { examples: { report: { id: exampleIds.savedReport } } }

const one = { versioned: true, params: Id, response: { 200: One(SavedReport) } }

/** What each route of saved reports takes and answers. */
export const schemas = {
  list: {
    operationId: 'listFilterReports',
    summary: 'A page of one’s own reports',
    ...listOf(SavedReport, rules),
  },
  create: {
    operationId: 'createFilterReport',
    summary: 'Save a report of one’s own',
    versioned: true,
    needs: ['name'],
    examples: reportExamples.create,
    body: Body,
    response: { 201: One(SavedReport) },
  },
  run: {
    operationId: 'runFilterReport',
    summary: 'A page of the animals that a filter lets through',
    parameters: [...resultsParameters, ...filterParameters],
    ...results,
  },
  get: { operationId: 'getFilterReport', summary: 'One report', ...saved, ...one },
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
    ...saved,
    params: Id,
    response: { 200: Type.Object({ success: Type.Boolean() }) },
  },
  runSaved: {
    operationId: 'runSavedFilterReport',
    summary: 'A page of the animals of a report',
    parameters: resultsParameters,
    ...saved,
    params: Id,
    ...results,
  },
}
