import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AuditEntry, Change, HistoryEntry, One } from '@chisholm/domain/shapes'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { PostMortemId } from '../../database/ids.ts'
import { exampleIds } from '../../http/example-values.ts'
import { listOf } from '../../http/list-parameters.ts'
import { listAnswer, readList } from '../../http/lists.ts'
import { contextOf } from '../../http/sign-in.ts'
import { historyOf, listLog, readLogEntry } from './audit-log.ts'
import { logRules } from './audit-log.queries.ts'

const Ticket = idParameter<PostMortemId>()
const Line = idParameter<string>()
const WholeEntry = Type.Object(
  {
    ...AuditEntry.properties,
    changes: Type.Array(Change),
    before: Type.Any({ description: 'what it was, as it was written down' }),
    after: Type.Any({ description: 'what it became, as it was written down' }),
  },
  { title: 'WholeAuditEntry' },
)

const schemas = {
  history: {
    operationId: 'listPostMortemHistory',
    summary: 'What became of a ticket, its animals, photos and reports, oldest first',
    tags: ['post-mortems'],
    examples: { ticket: { id: exampleIds.completedTicket } },
    params: Ticket,
    response: { 200: Type.Object({ success: Type.Boolean(), data: Type.Array(HistoryEntry) }) },
  },
  list: {
    operationId: 'listAuditLog',
    summary: 'A page of the log of who did what, for Admins',
    ...listOf(AuditEntry, logRules),
  },
  get: {
    operationId: 'getAuditLogEntry',
    summary: 'One line of the log with what was before and after, for Admins',
    examples: { line: { id: exampleIds.auditEntry } },
    params: Line,
    response: { 200: One(WholeEntry) },
  },
}

export const auditLogRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/post-mortems/:id/history', { schema: schemas.history }, async (request) => ({
    success: true,
    data: await historyOf(contextOf(request), request.params.id),
  }))

  app.get('/audit-log', { schema: schemas.list }, async (request) => {
    const list = await readList(request, logRules)
    const { total, entries } = await listLog(contextOf(request), list)
    return listAnswer(request, list, total, entries)
  })

  app.get('/audit-log/:id', { schema: schemas.get }, async (request) => ({
    success: true,
    data: await readLogEntry(contextOf(request), request.params.id),
  }))
}
