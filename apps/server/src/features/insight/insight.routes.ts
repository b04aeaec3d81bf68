import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { inSnapshot } from '../../database/transaction.ts'
import { contextOf } from '../../http/authentication.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { agreementKeys, readAgreement } from './agreement.ts'
import { readBenchmark } from './benchmark.ts'
import { schemas } from './insight.schemas.ts'
import { readBy, readInsightScope } from './insight-scope.ts'
import { mortalityKeys } from './mortality.queries.ts'
import { readMortality } from './mortality.ts'
import { turnaroundKeys } from './turnaround.queries.ts'
import { readTurnaround } from './turnaround.ts'

interface InsightQuery {
  by?: string
  from?: string
  to?: string
  filter?: unknown
}

async function readRequest(request: FastifyRequest, query: InsightQuery) {
  const ctx = contextOf(request)
  const zone = await practiceTimeZone(request)
  return { ctx, zone, scope: await readInsightScope(query, ctx.person.sites, zone) }
}

/** Mortality insight (decisions.md section 9): figures of the caller's sites. */
export const insightRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/insight/mortality', { schema: schemas.mortality }, async (request) => {
    const by = readBy(request.query.by, mortalityKeys)
    const { ctx, scope } = await readRequest(request, request.query)
    return { success: true, ...(await inSnapshot(ctx, (ctx) => readMortality(ctx, scope, by))) }
  })

  app.get('/insight/agreement', { schema: schemas.agreement }, async (request) => {
    const by = readBy(request.query.by, agreementKeys)
    const { ctx, scope } = await readRequest(request, request.query)
    return { success: true, data: await inSnapshot(ctx, (ctx) => readAgreement(ctx, scope, by)) }
  })

  app.get('/insight/turnaround', { schema: schemas.turnaround }, async (request) => {
    const by = readBy(request.query.by, turnaroundKeys)
    const { ctx, scope, zone } = await readRequest(request, request.query)
    return { success: true, data: await inSnapshot(ctx, (ctx) => readTurnaround(ctx, scope, by, zone)) }
  })

  app.get('/insight/benchmark', { schema: schemas.benchmark }, async (request) => {
    readBy(request.query.by, ['system'])
    const { ctx, scope } = await readRequest(request, request.query)
    return { success: true, data: await inSnapshot(ctx, (ctx) => readBenchmark(ctx, scope)) }
  })
}
