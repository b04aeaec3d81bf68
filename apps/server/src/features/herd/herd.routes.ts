import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import type { SiteId } from '../../database/ids.ts'
import { malformed } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import {
  type BodyText,
  isUuid,
  readDay,
  readEach,
  readFlag,
  readId,
  readInteger,
  readLine,
  readNumber,
} from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { type HeadCountRow, headCountRules } from './head-counts.queries.ts'
import { headCounts } from './head-counts.ts'
import { type LotRow, lotRules, unmatchedLotRules } from './lots.queries.ts'
import { listUnmatchedLots, lots, readLot } from './lots.ts'
import { headCountSchemas, lotSchemas, otherNameSchema, unmatchedSchema } from './herd.schemas.ts'
import { siteRecordRoutes } from './site-record-routes.ts'
import { changeLot, setOtherName } from './other-names.ts'
import { changeRecord, type RecordPatch } from './site-records.ts'

type Sent<Row> = Partial<Record<keyof Row, BodyText>>
const { validation } = texts
const { headMax, weightMax } = constants.herd
const readSite = (value: BodyText | undefined) => readId<SiteId>('site_id', value, validation.siteRequired)
const readHead = (field: string, value: BodyText | undefined) => readInteger(field, value, { min: 0, max: headMax })

const parseLot = (body: Sent<LotRow>, zone: Zone): RecordPatch<LotRow> =>
  readEach<RecordPatch<LotRow>>({
    site_id: () => readSite(body.site_id),
    name: () => readLine(body.name),
    arrived_at: () => readDay('arrived_at', body.arrived_at, validation.dateRequired, zone),
    head_in: () => readHead('head_in', body.head_in),
    source: () => readLine(body.source),
    sex: () => readLine(body.sex),
    arrival_weight: () => readNumber('arrival_weight', body.arrival_weight, { min: 0, max: weightMax }),
    closed_at: () => readDay('closed_at', body.closed_at, validation.dateRequired, zone),
  })

const parseHeadCount = (body: Sent<HeadCountRow>, zone: Zone): RecordPatch<HeadCountRow> =>
  readEach<RecordPatch<HeadCountRow>>({
    site_id: () => readSite(body.site_id),
    date: () => readDay('date', body.date, validation.dateRequired, zone),
    head: () => readHead('head', body.head),
  })

/** The denominators of mortality: lots and head counts of the sites (decisions.md section 9). */
export const herdRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/lots/unmatched', { schema: unmatchedSchema }, async (request) => {
    const siteId = request.query.site_id || null
    if (siteId !== null && !isUuid<SiteId>(siteId)) throw malformed(`site_id must be an id, not "${siteId}".`)
    const list = await readList(request, unmatchedLotRules)
    const { total, rows } = await listUnmatchedLots(contextOf(request), siteId, list)
    return listReply(request, list, total, rows)
  })
  const answerLot = replyWithResource(async (ctx, id: string) => ({ data: await readLot(ctx, id) }))
  app.put('/lots/:id/other-names', { config: { requires: 'herd.write' }, schema: otherNameSchema }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      const id = request.params.id
      const name = readLine(request.body.name) ?? ''
      const belongs = readFlag('belongs', request.body.belongs) ?? true
      await setOtherName(ctx, id, { name, belongs }, readIfMatch(request))
      return answerLot(ctx, reply, id, texts.success.dataUpdated)
    }),
  )
  siteRecordRoutes(app, {
    path: '/lots',
    kind: lots,
    rules: lotRules,
    schemas: lotSchemas,
    parse: parseLot,
    change: (ctx, id, { fields, body }, expected) =>
      changeLot(ctx, id, { fields, keepsName: readFlag('keep_name', body['keep_name']) ?? false }, expected),
  })
  siteRecordRoutes(app, {
    path: '/head-counts',
    kind: headCounts,
    rules: headCountRules,
    schemas: headCountSchemas,
    parse: parseHeadCount,
    change: (ctx, id, { fields }, expected) => changeRecord(ctx, headCounts, id, fields, expected),
  })
}
