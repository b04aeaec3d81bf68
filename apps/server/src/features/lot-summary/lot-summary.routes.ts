import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import type { LotId } from '../../database/ids.ts'
import { inSnapshot } from '../../database/transaction.ts'
import { contextOf } from '../../http/authentication.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { PdfContent, sendPdf, wantsPdf } from '../../http/pdf-reply.ts'
import { consumeRenderLimit } from '../../http/render-limit.ts'
import { readLotSummary } from './lot-summary.ts'
import { printLotSummary } from './print-lot-summary.ts'

const schema = {
  operationId: 'getLotSummary',
  summary: 'The deaths of a lot by days on feed with the usual range, their causes and treatments, and the animals',
  examples: { one: { id: exampleIds.lot } },
  params: idParameter<LotId>(),
  problemStatuses: [429],
  response: {
    200: {
      description: 'the figures, or with Accept: application/pdf their PDF',
      content: { 'application/json': { schema: ItemResponse(LotSummary) }, ...PdfContent },
    },
  },
}

/** The figures of one lot. */
export const lotSummaryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/lots/:id/summary', { schema }, async (request, reply) => {
    const ctx = contextOf(request)
    const summary = await inSnapshot(ctx, (ctx) => readLotSummary(ctx, request.params.id, new Date()))
    if (wantsPdf(request)) {
      await consumeRenderLimit(ctx)
      return sendPdf(reply, await printLotSummary(ctx, summary))
    }
    return reply.send({ success: true, data: summary })
  })
}
