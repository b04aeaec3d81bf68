import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AuditEntry, FieldDiff, HistoryEntry } from '@chisholm/domain/schemas/audit-log'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Type } from 'typebox'
import { setContentEtag } from '../../http/etag.ts'
import { idParameter } from '../../http/id-parameter.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { contextOf } from '../../http/authentication.ts'
import { readHistory, listAuditLog, readAuditEntry } from './audit-log.ts'
import { auditLogRules, historyRules } from './audit-log.queries.ts'

const PostMortem = idParameter<PostMortemId>()
const Line = idParameter()
const DetailedEntry = Type.Object(
  {
    ...AuditEntry.properties,
    changes: Type.Array(FieldDiff),
    before: Type.Any({ description: 'the stored data before the change' }),
    after: Type.Any({ description: 'the stored data after the change' }),
  },
  { title: 'WholeAuditEntry' },
)

const schemas = {
  history: {
    operationId: 'listPostMortemHistory',
    summary: 'A page of the history of a ticket, its animals, photos and reports, oldest first',
    tags: ['post-mortems'],
    examples: { ticket: { id: exampleIds.completedTicket } },
    params: PostMortem,
    ...listSchema(HistoryEntry, historyRules),
  },
  list: {
    operationId: 'listAuditLog',
    summary: 'A page of the audit log, for Admins',
    ...listSchema(AuditEntry, auditLogRules),
  },
  get: {
    operationId: 'getAuditLogEntry',
    summary: 'One entry of the audit log with the data before and after, for Admins',
    examples: { line: { id: exampleIds.auditEntry } },
    versioned: true,
    params: Line,
    response: { 200: ItemResponse(DetailedEntry) },
  },
}

export const auditLogRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/post-mortems/:id/history', { schema: schemas.history }, async (request) => {
    const list = await readList(request, historyRules)
    const { total, entries } = await readHistory(contextOf(request), request.params.id, list)
    return listReply(request, list, total, entries)
  })

  app.get('/audit-log', { config: { requires: 'audit.view' }, schema: schemas.list }, async (request) => {
    const list = await readList(request, auditLogRules)
    const { total, entries } = await listAuditLog(contextOf(request), list)
    return listReply(request, list, total, entries)
  })

  app.get('/audit-log/:id', { config: { requires: 'audit.view' }, schema: schemas.get }, async (request, reply) => {
    const entry = await readAuditEntry(contextOf(request), request.params.id)
    return setContentEtag(reply, entry).send({ success: true, data: entry })
  })
}
