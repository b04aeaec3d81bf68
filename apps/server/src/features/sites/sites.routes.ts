import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import { answerWith } from '../../http/answers.ts'
import { type BodyText, readFlag, readId, readText } from '../../http/bodies.ts'
import { expectedContent } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { write } from '../../http/write.ts'
import { rules, schemas } from './sites.schemas.ts'
import * as use from './sites.ts'

const sentSite = (body: Partial<Record<keyof use.SentSite, BodyText>>): use.SentSite => ({
  customer_id: readId<CustomerId>('customer_id', body.customer_id, texts.validation.customerRequired),
  name: readText(body.name),
  region: readText(body.region),
  city: readText(body.city),
})

export const siteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = answerWith(async (ctx, id: SiteId) => ({ data: await use.readSite(ctx, id) }))

  app.get('/sites', { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const { total, sites } = await use.listSites(contextOf(request), list)
    return listAnswer(request, list, total, sites)
  })

  app.get('/sites/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/sites', { schema: schemas.create }, (request, reply) =>
    write(request, reply, async (ctx) => {
      const id = idToCreate<SiteId>(request)
      await use.createSite(ctx, id, sentSite(request.body))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.siteAdded)
    }),
  )

  app.put('/sites/:id', { schema: schemas.change }, (request, reply) =>
    write(request, reply, async (ctx) => {
      const { body, params } = request
      const change = { ...sentSite(body), retired: readFlag('retired', body.retired) }
      await use.changeSite(ctx, params.id, change, expectedContent(request))
      return answerOne(ctx, reply, params.id, texts.success.dataUpdated)
    }),
  )

  app.delete('/sites/:id', { schema: schemas.remove }, (request, reply) =>
    write(request, reply, async (ctx) => {
      await use.deleteSite(ctx, request.params.id, expectedContent(request))
      return { success: true }
    }),
  )
}
