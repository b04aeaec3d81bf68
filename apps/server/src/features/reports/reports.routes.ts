import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { contextOf } from '../../http/authentication.ts'
import { readReport } from './reports.ts'

const Id = idParameter<PostMortemId>()
const ReportAnswer = Type.Object({
  success: Type.Boolean(),
  report: Type.Object({
    id: Type.String({ format: 'uuid', description: 'changes when, and only when, the content changes' }),
    report_data: Type.String({ description: 'the PDF in base64' }),
  }),
})

export const reportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/post-mortems/:id/report',
    {
      schema: {
        operationId: 'getPostMortemReport',
        summary: 'The report of a completed ticket',
        problemStatuses: [409, 429],
        examples: { completed: { id: exampleIds.completedTicket } },
        params: Id,
        response: {
          200: {
            description: 'the report, or with Accept: application/pdf the PDF itself',
            content: {
              'application/json': { schema: ReportAnswer },
              'application/pdf': {
                schema: Type.Unsafe<Buffer>({ type: 'string', contentMediaType: 'application/pdf' }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { id, pin, pdf } = await readReport(contextOf(request), request.params.id)
      if (request.headers.accept?.includes('application/pdf'))
        return reply
          .type('application/pdf')
          .header('content-disposition', `inline; filename="PM-report-CHM-${pin}.pdf"`)
          .send(pdf)
      return reply.send({ success: true, report: { id, report_data: pdf.toString('base64') } })
    },
  )
}
