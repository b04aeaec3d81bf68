import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { contextOf } from '../../http/authentication.ts'
import { PdfContent, sendPdf, wantsPdf } from '../../http/pdf-reply.ts'
import { previewReport, readReport } from './read-report.ts'
import { readReportProgress } from './report-progress.ts'

const Id = idParameter<PostMortemId>()
const ReportAnswer = Type.Object({
  success: Type.Boolean(),
  report: Type.Object({
    id: Type.String({ format: 'uuid', description: 'of the version: changes when another one is issued' }),
    report_data: Type.String({ description: 'the PDF in base64' }),
  }),
})

const ReportProgress = Type.Union([Type.Object({ done: Type.Integer(), photos: Type.Integer() }), Type.Null()], {
  title: 'ReportProgress',
  description: 'null if no report, or one with few photos, is being rendered',
})

const read = {
  operationId: 'getPostMortemReport',
  summary: 'The newest issued version of the report of a ticket',
  problemStatuses: [409, 429],
  examples: { completed: { id: exampleIds.completedTicket } },
  params: Id,
  response: {
    200: {
      description: 'the report, or with Accept: application/pdf the PDF itself',
      content: { 'application/json': { schema: ReportAnswer }, ...PdfContent },
    },
  },
}
const progress = {
  operationId: 'getReportProgress',
  summary: 'How many photos have been read for the report that is being rendered',
  examples: { completed: { id: exampleIds.completedTicket } },
  params: Id,
  response: { 200: ItemResponse(ReportProgress) },
}
const preview = {
  operationId: 'previewPostMortemReport',
  summary: 'A preview of the report, with DRAFT across each page',
  problemStatuses: [403, 429],
  examples: { scheduled: { id: exampleIds.scheduledTicket } },
  params: Id,
  response: { 200: { description: 'the PDF', content: PdfContent } },
}

/** Reports of tickets: the issued one, and a draft of the next. */
export const reportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/post-mortems/:id/report', { schema: read }, async (request, reply) => {
    const { id, pin, pdf } = await readReport(contextOf(request), request.params.id)
    if (wantsPdf(request)) return sendPdf(reply, { name: `PM-report-${formatTicketNumber(pin)}`, pdf })
    return reply.send({ success: true, report: { id, report_data: pdf.toString('base64') } })
  })

  app.get('/post-mortems/:id/report-progress', { schema: progress }, async (request) => ({
    success: true,
    data: await readReportProgress(contextOf(request), request.params.id),
  }))

  app.get('/post-mortems/:id/report-preview', { schema: preview }, async (request, reply) => {
    const { pin, pdf } = await previewReport(contextOf(request), request.params.id)
    return sendPdf(reply, { name: `PM-draft-${formatTicketNumber(pin)}`, pdf })
  })
}
