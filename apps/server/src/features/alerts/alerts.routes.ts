import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { AlertId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { alertListRules } from './alerts.queries.ts'
import { alertSchemas } from './alerts.schemas.ts'
import * as alerts from './alerts.ts'

/** The alerts that rules have fired (decisions.md section 9). */
export const alertRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerAlert = replyWithResource(async (ctx, id: AlertId) => ({ data: await alerts.readAlert(ctx, id) }))

  app.get('/alerts', { schema: alertSchemas.list }, async (request) => {
    const list = await readList(request, alertListRules)
    const page = await alerts.listAlerts(contextOf(request), list)
    return listReply(request, list, page.total, page.alerts)
  })

  app.get('/alerts/:id', { schema: alertSchemas.get }, (request, reply) =>
    answerAlert(contextOf(request), reply, request.params.id),
  )

  app.put('/alerts/:id', { schema: alertSchemas.acknowledge }, (request, reply) => {
    const note = readText(request.body.note) ?? null
    const id = request.params.id
    return handleWrite(request, reply, async (ctx) => {
      await alerts.acknowledgeAlert(ctx, id, note, readIfMatch(request))
      return answerAlert(ctx, reply, id, texts.success.dataUpdated)
    })
  })
}
