import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, noFilters, readList, readPageQuery } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import {
  changeReport,
  deleteReport,
  listReports,
  readReport,
  runFilter,
  runReport,
  saveReport,
} from './saved-reports.ts'
import type { SavedReportRow } from './saved-reports.queries.ts'
import { savedReportListRules, schemas } from './saved-reports.schemas.ts'

const presentSavedReport = ({ id, type, name, parameters, created_at, updated_at }: SavedReportRow) => ({
  id,
  type,
  name,
  parameters,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const resultsRules = { filters: noFilters, sorts: ['date'], sort: '-date' } as const

/** Saved reports belong to the signed-in user. Each is a filter over animals that can be run again. */
export const savedReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id) => {
    const report = await readReport(ctx, id)
    return { data: presentSavedReport(report), version: report.version }
  })

  app.get('/filter-reports', { schema: schemas.list }, async (request) => {
    const list = await readList(request, savedReportListRules)
    const { total, rows } = await listReports(contextOf(request), list)
    return listReply(request, list, total, rows.map(presentSavedReport))
  })

  app.post('/filter-reports', { schema: schemas.create }, (request, reply) => {
    const { body } = request
    const id = idToCreate(request)
    const report = {
      type: readText(body.type) ?? 'animals',
      name: readText(body.name) ?? '',
      filter: body.parameters?.filter,
    }
    return handleWrite(request, reply, async (ctx) => {
      await saveReport(ctx, id, report)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.get('/filter-reports/results', { schema: schemas.run }, async (request) => {
    // The filter of a saved report has its own format, which differs from the filter[field:operator] of lists.
    const { filter, ...page } = request.query
    const list = readPageQuery(page, resultsRules)
    const { total, animals } = await runFilter(contextOf(request), filter, list)
    return listReply(request, list, total, animals)
  })

  app.get('/filter-reports/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.put('/filter-reports/:id', { schema: schemas.change }, (request, reply) => {
    const { body, params } = request
    const patch = {
      type: readText(body.type) ?? undefined,
      name: body.name === undefined ? undefined : (readText(body.name) ?? ''),
      filter: body.parameters?.filter,
    }
    return handleWrite(request, reply, async (ctx) => {
      await changeReport(ctx, params.id, patch, readIfMatch(request))
      return answerOne(ctx, reply, params.id, texts.success.dataUpdated)
    })
  })

  app.delete('/filter-reports/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteReport(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )

  app.get('/filter-reports/:id/results', { schema: schemas.runSaved }, async (request) => {
    const list = await readList(request, resultsRules)
    const { total, animals } = await runReport(contextOf(request), request.params.id, list)
    return listReply(request, list, total, animals)
  })
}
