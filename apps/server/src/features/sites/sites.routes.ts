import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { coordinateRanges } from '@chisholm/domain/sites'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { type BodyText, readEach, readFlag, readId, readLine, readNumber, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { siteListRules, schemas } from './sites.schemas.ts'
import { changeSite, createSite, deleteSite, listSites, readSite, requireMayChange, type SitePatch } from './sites.ts'

const parseSiteBody = (body: Partial<Record<keyof SitePatch, BodyText>>): SitePatch =>
  readEach<SitePatch>({
    customer_id: () => readId<CustomerId>('customer_id', body.customer_id, texts.validation.customerRequired),
    name: () => readLine(body.name),
    region: () => readLine(body.region),
    city: () => readLine(body.city),
    address: () => readText(body.address),
    latitude: () => readNumber('latitude', body.latitude, coordinateRanges.latitude),
    longitude: () => readNumber('longitude', body.longitude, coordinateRanges.longitude),
    phone: () => readLine(body.phone),
    directions: () => readText(body.directions),
    time_zone: () => readText(body.time_zone),
  })

export const siteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerOne = replyWithResource(async (ctx, id: SiteId) => ({ data: await readSite(ctx, id) }))

  app.get('/sites', { schema: schemas.list }, async (request) => {
    const list = await readList(request, siteListRules)
    const { total, sites } = await listSites(contextOf(request), list)
    return listReply(request, list, total, sites)
  })

  app.get('/sites/:id', { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post('/sites', { config: { requires: 'sites.manage' }, schema: schemas.create }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<SiteId>(request)
      await createSite(ctx, id, parseSiteBody(request.body))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.siteAdded)
    }),
  )

  app.put('/sites/:id', { schema: schemas.change }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const { body, params } = request
      requireMayChange(ctx, params.id)
      const change = { ...parseSiteBody(body), retired: readFlag('retired', body.retired) }
      await changeSite(ctx, params.id, change, readIfMatch(request))
      return answerOne(ctx, reply, params.id, texts.success.dataUpdated)
    }),
  )

  app.delete('/sites/:id', { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteSite(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
