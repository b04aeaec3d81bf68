import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { contextOf } from '../../http/authentication.ts'
import type { BodyText } from '../../http/body-fields.ts'
import type { WriteContext } from '../../http/context.ts'
import { type IfMatch, readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { type ListRules, listReply, readList } from '../../http/pagination.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import type { RecordSchemas } from './herd.schemas.ts'
import type { SiteRecord } from './site-records.queries.ts'
import {
  addRecord,
  deleteRecord,
  listRecords,
  readRecord,
  type RecordKind,
  type RecordPatch,
  timeZoneOfChange,
  timeZoneOfSentSite,
} from './site-records.ts'

interface RecordRoutes<Row extends SiteRecord> {
  path: '/lots' | '/head-counts'
  kind: RecordKind<Row>
  rules: ListRules
  schemas: RecordSchemas
  /** Parses the body of a request. @param zone  of the site @throws invalid */
  parse(body: SentFields, zone: Zone): RecordPatch<Row>
  /** Changes a record by the fields of a request and by what else it asks for. */
  change(
    ctx: WriteContext,
    id: string,
    sent: { fields: RecordPatch<Row>; body: SentFields },
    expected: IfMatch,
  ): Promise<unknown>
}

type SentFields = Record<string, BodyText | undefined>

/** Routes of a kind of record: list, read, create, change, delete. */
export function siteRecordRoutes<Row extends SiteRecord>(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  { path, kind, rules, schemas, parse, change }: RecordRoutes<Row>,
): void {
  const answerOne = replyWithResource(async (ctx, id: string) => ({ data: await readRecord(ctx, kind, id) }))

  app.get(path, { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const { total, rows } = await listRecords(contextOf(request), kind, list)
    return listReply(request, list, total, rows)
  })

  app.get(`${path}/:id`, { schema: schemas.get }, (request, reply) =>
    answerOne(contextOf(request), reply, request.params.id),
  )

  app.post(path, { config: { requires: 'herd.write' }, schema: schemas.create }, async (request, reply) => {
    const practiceZone = await practiceTimeZone(request)
    return handleWrite(request, reply, async (ctx) => {
      const id = idToCreate(request)
      const body: SentFields = request.body
      const zone = (await timeZoneOfSentSite(ctx, body['site_id'])) ?? practiceZone
      await addRecord(ctx, kind, id, parse(body, zone))
      reply.status(201)
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put(`${path}/:id`, { config: { requires: 'herd.write' }, schema: schemas.change }, async (request, reply) => {
    const practiceZone = await practiceTimeZone(request)
    const id = request.params.id
    const body: SentFields = request.body
    return handleWrite(request, reply, async (ctx) => {
      const own = await timeZoneOfChange(ctx, kind, id, body['site_id'])
      await change(ctx, id, { fields: parse(body, own ?? practiceZone), body }, readIfMatch(request))
      return answerOne(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.delete(`${path}/:id`, { config: { requires: 'herd.write' }, schema: schemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteRecord(ctx, kind, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )
}
