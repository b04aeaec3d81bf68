import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { ScheduledReportId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { readLine, readText, readTexts } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { sendPdf } from '../../http/pdf-reply.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { scheduledReportRules } from './scheduled-reports.queries.ts'
import { type ReportBody, schemas } from './scheduled-reports.schemas.ts'
import {
  addReport,
  changeReport,
  deleteReport,
  listReports,
  previewReport,
  readReport,
  type ReportPatch,
} from './scheduled-reports.ts'

const parseReport = ({ name, filter, every, recipients, language }: ReportBody): ReportPatch => ({
  name: readLine(name),
  filter: filter === undefined ? undefined : typeof filter === 'object' ? (filter ?? {}) : {},
  every: readText(every),
  recipients: recipients === undefined ? undefined : readTexts(recipients),
  language: readText(language),
})

/** E-mailed summaries of mortality (decisions.md section 9). */
export const scheduledReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: ScheduledReportId) => ({ data: await readReport(ctx, id) }))

  app.get('/scheduled-reports', { schema: schemas.list }, async (request) => {
    const list = await readList(request, scheduledReportRules)
    const page = await listReports(contextOf(request), list)
    return listReply(request, list, page.total, page.reports)
  })

  app.get('/scheduled-reports/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.get('/scheduled-reports/:id/preview', { schema: schemas.preview }, async (request, reply) =>
    sendPdf(reply, await previewReport(contextOf(request), request.params.id)),
  )

  app.post('/scheduled-reports', { schema: schemas.create }, (request, reply) => {
    const report = parseReport(request.body)
    return handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<ScheduledReportId>(request)
      await addReport(ctx, id, report)
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put('/scheduled-reports/:id', { schema: schemas.change }, (request, reply) => {
    const report = parseReport(request.body)
    const id = request.params.id
    return handleWrite(request, reply, async (ctx) => {
      await changeReport(ctx, id, report, readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.delete('/scheduled-reports/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteReport(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
