import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Animal, Many, One, SavedReport } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BodyId, BodyText, readId, readText } from '../../http/bodies.ts'
import { expectedVersion, setEtag } from '../../http/etag.ts'
import { exampleIds } from '../../http/example-values.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, ListQuery, type ListRules, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { filterParameters, reportExamples, resultsParameters } from './report-examples.ts'
import * as use from './saved-reports.ts'
import type { SavedReportRow } from './saved-reports.queries.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Body = Type.Object({
  id: Type.Optional(BodyId),
  type: Type.Optional(BodyText),
  name: Type.Optional(BodyText),
  parameters: Type.Optional(Type.Object({ filter: Type.Optional(Type.Any()) })),
})

const shownReport = ({ id, type, name, parameters, created_at, updated_at }: SavedReportRow) => ({
  id,
  type,
  name,
  parameters,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const rules: ListRules<never, 'name' | 'created_at'> = { filters: {}, sorts: ['name', 'created_at'], sort: 'name' }
const results = { querystring: ListQuery, refuses: [422], response: { 200: Many(Animal) } }
const saved = { examples: { report: { id: exampleIds.savedReport } } }

const readResultsPage = (query: object) =>
  readList<never, 'date'>(query, { filters: {} as Record<never, never>, sorts: ['date'], sort: '-date' })

/** Reports one saves for oneself: a filter over animals, to run again. */
export const savedReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = async (request: FastifyRequest, reply: FastifyReply, id: string, message?: string) => {
    const report = await use.readReport(contextOf(request), id)
    setEtag(reply, report.version)
    return { success: true, ...(message && { message }), data: shownReport(report) }
  }
  const one = { versioned: true, params: Id, response: { 200: One(SavedReport) } }

  app.get(
    '/filter-reports',
    {
      schema: {
        operationId: 'listFilterReports',
        summary: 'A page of one’s own reports',
        ...listOf(SavedReport, rules),
      },
    },
    async (request) => {
      const list = readList(request.query, rules)
      const { total, rows } = await use.listReports(contextOf(request), list)
      return listAnswer(request, list, total, rows.map(shownReport))
    },
  )

  app.post(
    '/filter-reports',
    {
      schema: {
        operationId: 'createFilterReport',
        summary: 'Save a report of one’s own',
        versioned: true,
        needs: ['name'],
        examples: reportExamples.create,
        body: Body,
        response: { 201: One(SavedReport) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const id = idToCreate(request, readId('id', body.id, 'id must be a UUID.'))
      const sent = {
        type: readText(body.type) ?? 'animals',
        name: readText(body.name) ?? '',
        filter: body.parameters?.filter,
      }
      await use.saveReport(contextOf(request), id, sent)
      reply.status(201)
      return answerOne(request, reply, id, texts.success.dataUpdated)
    },
  )

  app.get(
    '/filter-reports/results',
    {
      schema: {
        operationId: 'runFilterReport',
        summary: 'A page of the animals that a filter lets through',
        parameters: [...resultsParameters, ...filterParameters],
        ...results,
      },
    },
    async (request) => {
      // the filter of a report is written as in a saved one, not with the operators of a list
      const { filter, ...page } = request.query
      const list = readResultsPage(page)
      const { total, animals } = await use.runFilter(contextOf(request), filter, list)
      return listAnswer(request, list, total, animals)
    },
  )

  const get = { operationId: 'getFilterReport', summary: 'One report', ...saved, ...one }
  app.get('/filter-reports/:id', { schema: get }, (request, reply) => answerOne(request, reply, request.params.id))

  const put = {
    operationId: 'changeFilterReport',
    summary: 'Rename a report or change its filter',
    examples: reportExamples.change,
    ...one,
    body: Body,
  }
  app.put('/filter-reports/:id', { schema: put }, async (request, reply) => {
    const { body, params } = request
    const name = body.name === undefined ? undefined : (readText(body.name) ?? '')
    await use.changeReport(
      contextOf(request),
      params.id,
      { name, filter: body.parameters?.filter },
      expectedVersion(request),
    )
    return answerOne(request, reply, params.id, texts.success.dataUpdated)
  })

  app.delete(
    '/filter-reports/:id',
    {
      schema: {
        operationId: 'deleteFilterReport',
        summary: 'Delete a report',
        versioned: true,
        ...saved,
        params: Id,
        response: { 200: Type.Object({ success: Type.Boolean() }) },
      },
    },
    async (request) => {
      await use.deleteReport(contextOf(request), request.params.id, expectedVersion(request))
      return { success: true }
    },
  )

  app.get(
    '/filter-reports/:id/results',
    {
      schema: {
        operationId: 'runSavedFilterReport',
        summary: 'A page of the animals of a report',
        parameters: resultsParameters,
        ...saved,
        params: Id,
        ...results,
      },
    },
    async (request) => {
      const list = readResultsPage(request.query)
      const { total, animals } = await use.runReport(contextOf(request), request.params.id, list)
      return listAnswer(request, list, total, animals)
    },
  )
}
