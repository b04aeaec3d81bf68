import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { contextOf } from '../../http/authentication.ts'
import type { BodyText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { type ListRules, listReply, readList } from '../../http/pagination.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import type { RecordSchemas } from './herd.schemas.ts'
import type { SiteRecord } from './site-records.queries.ts'
import * as use from './site-records.ts'

interface RecordRoutes<Row extends SiteRecord> {
  path: '/lots' | '/head-counts'
  kind: use.RecordKind<Row>
  rules: ListRules
  schemas: RecordSchemas
  /** Parses the body of a request. @param zone  of the site @throws invalid */
  parse(body: Record<string, BodyText | undefined>, zone: Zone): use.RecordPatch<Row>
}

/** Routes of a kind of record: list, read, create, change, delete. */
export function siteRecordRoutes<Row extends SiteRecord>(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  { path, kind, rules, schemas, parse }: RecordRoutes<Row>,
): void {
  const answerOne = replyWithResource(async (ctx, id: string) => ({ data: await use.readRecord(ctx, kind, id) }))

  app.get(path, { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const { total, rows } = await use.listRecords(contextOf(request), kind, list)
    return listReply(request, list, total, rows)
  })

  app.get(`${path}/:id`, { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post(path, { schema: schemas.create }, async (request, reply) => {
    const practiceZone = await practiceTimeZone(request)
    return handleWrite(request, reply, async (ctx) => {
      const id = idToCreate(request)
      const body: Record<string, BodyText | undefined> = request.body
      const zone = (await use.timeZoneOfSentSite(ctx, body['site_id'])) ?? practiceZone
      await use.addRecord(ctx, kind, id, parse(body, zone))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put(`${path}/:id`, { schema: schemas.change }, async (request, reply) => {
    const practiceZone = await practiceTimeZone(request)
    const id = request.params.id
    return handleWrite(request, reply, async (ctx) => {
      const { site_id } = request.body
      const own = await use.timeZoneOfChange(ctx, kind, id, site_id)
      await use.changeRecord(ctx, kind, id, parse(request.body, own ?? practiceZone), readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.delete(`${path}/:id`, { schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await use.deleteRecord(ctx, kind, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
