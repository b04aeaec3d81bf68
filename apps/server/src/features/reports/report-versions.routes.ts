import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { ReportChanges, ReportVersion, VerifiedReport } from '@chisholm/domain/schemas/report-versions'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import { Type } from 'typebox'
import type { PostMortemId } from '../../database/ids.ts'
import { malformed } from '../../http/app-error.ts'
import { contextOf } from '../../http/authentication.ts'
import { BodyId, BodyText, readText } from '../../http/body-fields.ts'
import { readIfMatch, setContentEtag } from '../../http/etag.ts'
import { runWrite } from '../../http/handle-write.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { type ListRules, listReply, readList } from '../../http/pagination.ts'
import { issuePreliminaryReport } from './issue-report.ts'
import { PdfContent, sendPdf, wantsPdf } from '../../http/pdf-reply.ts'
import {
  listVersions,
  readChanges,
  readIssuedVersion,
  readVersion,
  readVersionFile,
  verifyReport,
} from './read-report.ts'

const PostMortemParams = idParameter<PostMortemId>()
const VersionParams = idParameter()
const CodeParams = Type.Object({ code: Type.String({ maxLength: 40 }) })
const IssueBody = Type.Object({ id: Type.Optional(BodyId), kind: Type.Optional(BodyText) })
const rules = { filters: {}, sorts: ['number'], sort: '-number' } satisfies ListRules

const schemas = {
  list: {
    operationId: 'listReportVersions',
    summary: 'The issued versions of the report of a ticket, newest first',
    problemStatuses: [429],
    examples: { completed: { id: exampleIds.completedTicket } },
    params: PostMortemParams,
    ...listSchema(ReportVersion, rules),
  },
  issue: {
    operationId: 'issuePreliminaryReport',
    summary: 'Issue a preliminary report of a ticket that is sent and open',
    problemStatuses: [403, 412],
    requiredFields: ['kind'],
    examples: { preliminary: { id: exampleIds.scheduledTicket, body: { kind: 'preliminary' } } },
    params: PostMortemParams,
    body: IssueBody,
    response: { 201: ItemResponse(ReportVersion) },
  },
  get: {
    operationId: 'getReportVersion',
    summary: 'One issued version of a report, or its PDF',
    problemStatuses: [429],
    examples: { final: { id: exampleIds.reportVersion } },
    versioned: true,
    params: VersionParams,
    response: {
      200: {
        description: 'the version, or with Accept: application/pdf its PDF, which never changes',
        content: { 'application/json': { schema: ItemResponse(ReportVersion) }, ...PdfContent },
      },
    },
  },
  changes: {
    operationId: 'listReportChanges',
    summary: 'What differs between a version of a report and an earlier one, field by field',
    problemStatuses: [400],
    examples: { final: { id: exampleIds.reportVersion } },
    params: VersionParams,
    querystring: Type.Object({
      since: Type.Optional(Type.String({ description: 'number of an earlier version; default: the previous one' })),
    }),
    response: { 200: ItemResponse(ReportChanges) },
  },
  verify: {
    operationId: 'verifyReport',
    summary: 'Verify a report by the code printed on it; no sign-in needed',
    description: 'At most 30 a minute from one address.',
    problemStatuses: [404, 429],
    examples: { final: { path: { code: exampleIds.reportCode } } },
    params: CodeParams,
    response: { 200: ItemResponse(VerifiedReport) },
  },
}

function readSince(sent?: string): number | null {
  if (sent === undefined) return null
  if (/^[1-9]\d{0,8}$/.test(sent)) return Number(sent)
  throw malformed(`since must be the number of a version, not "${sent}".`)
}

export const reportVersionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/post-mortems/:id/report-versions', { schema: schemas.list }, async (request) => {
    const list = await readList(request, rules)
    const versions = await listVersions(contextOf(request), request.params.id)
    if (list.sorts[0]?.descending === false) versions.reverse()
    return listReply(request, list, versions.length, versions.slice(list.offset, list.offset + list.perPage))
  })

  // The PDF is rendered after the transaction, so that nothing is locked meanwhile. A retry under the same key has the
  // same id and finds the version.
  app.post('/post-mortems/:id/report-versions', { schema: schemas.issue }, async (request, reply) => {
    const id = idToCreate(request)
    const kind = readText(request.body.kind) ?? null
    await runWrite(request, (ctx) => issuePreliminaryReport(ctx, request.params.id, { id, kind }, readIfMatch(request)))
    return reply.status(201).send({ success: true, data: await readIssuedVersion(contextOf(request), id) })
  })

  app.get('/report-versions/:id', { schema: schemas.get }, async (request, reply) => {
    const ctx = contextOf(request)
    const { id } = request.params
    if (!wantsPdf(request)) {
      const version = await readVersion(ctx, id)
      return setContentEtag(reply, version).send({ success: true, data: version })
    }
    const { pin, pdf } = await readVersionFile(ctx, id)
    // the bytes of a version never change
    return sendPdf(reply.header('etag', `"${id}"`), { name: `PM-report-${formatTicketNumber(pin)}`, pdf })
  })

  app.get('/report-versions/:id/changes', { schema: schemas.changes }, async (request) => ({
    success: true,
    data: await readChanges(contextOf(request), request.params.id, readSince(request.query.since)),
  }))

  app.get('/verify/:code', { config: { public: true }, schema: schemas.verify }, async (request) => ({
    success: true,
    data: await verifyReport({ ...request.services, source: request.ip }, request.params.code),
  }))
}
