import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isVet } from '@chisholm/domain/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSnapshot } from '../../database/transaction.ts'
import { contextOf } from '../../http/authentication.ts'
import { jsonType } from '../../http/card-view.ts'
import { listReply, readPageQuery } from '../../http/pagination.ts'
import { practiceTimeZone } from '../../http/practice-time-zone.ts'
import { agreementKeys, readAgreement } from './agreement.ts'
import { readBenchmark } from './benchmark.ts'
import { listDeaths } from './deaths.ts'
import { deathsListRules, schemas, turnaroundListRules } from './insight.schemas.ts'
import { readBy, readDeathsScope, readInsightScope } from './insight-scope.ts'
import { isLotOrPen, mortalityKeys } from './mortality.queries.ts'
import { readMortality, readMortalityOfLotsOrPensAsJson } from './mortality.ts'
import { readOpenedAnimals } from './opened-animals.ts'
import { listSentPostMortems } from './sent-post-mortems-list.ts'
import { readTurnaround, turnaroundKeys } from './turnaround.ts'

interface InsightQuery {
  by?: string
  from?: string
  to?: string
  filter?: unknown
}

async function readRequest(request: FastifyRequest, query: InsightQuery) {
  const ctx = contextOf(request)
  const zone = await practiceTimeZone(request)
  return { ctx, zone, scope: await readInsightScope(query, { db: ctx.db, sites: ctx.person.sites, zone }) }
}

/** Mortality insight (decisions.md section 9): figures of the caller's sites. */
export const insightRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/insight/mortality', { schema: schemas.mortality }, async (request, reply) => {
    const by = readBy(request.query.by, mortalityKeys)
    const { ctx, scope } = await readRequest(request, request.query)
    if (!isLotOrPen(by)) return { success: true, ...(await inSnapshot(ctx, (ctx) => readMortality(ctx, scope, by))) }
    const { data, meta } = await inSnapshot(ctx, (ctx) => readMortalityOfLotsOrPensAsJson(ctx, scope, by))
    // untyped, because the payload is already JSON
    const jsonReply: FastifyReply = reply
    return jsonReply.type(jsonType).send(`{"success":true,"data":[${data}],"meta":${JSON.stringify(meta)}}`)
  })

  app.get('/insight/agreement', { schema: schemas.agreement }, async (request) => {
    const by = readBy(request.query.by, agreementKeys)
    const { ctx, scope } = await readRequest(request, request.query)
    return { success: true, data: await inSnapshot(ctx, (ctx) => readAgreement(ctx, scope, by)) }
  })

  app.get('/insight/turnaround', { schema: schemas.turnaround }, async (request) => {
    const by = readBy(request.query.by, turnaroundKeys)
    const { ctx, scope, zone } = await readRequest(request, request.query)
    return inSnapshot(ctx, async (ctx) => ({
      success: true,
      data: await readTurnaround(ctx, scope, by, zone),
      meta: { opened: isVet(ctx.person) ? await readOpenedAnimals(ctx, scope, zone) : null },
    }))
  })

  app.get('/insight/turnaround/tickets', { schema: schemas.turnaroundPostMortems }, async (request) => {
    const list = readPageQuery(request.query, turnaroundListRules)
    const { ctx, scope, zone } = await readRequest(request, request.query)
    const { total, rows } = await inSnapshot(ctx, (ctx) => listSentPostMortems(ctx, scope, zone, list))
    return listReply(request, list, total, rows)
  })

  app.get('/insight/deaths', { schema: schemas.deaths }, async (request) => {
    const list = readPageQuery(request.query, deathsListRules)
    const ctx = contextOf(request)
    const zone = await practiceTimeZone(request)
    const scope = await readDeathsScope(request.query, { db: ctx.db, sites: ctx.person.sites, zone })
    const descending = list.sorts[0]?.descending ?? true
    const { total, rows } = await inSnapshot(ctx, (ctx) => listDeaths(ctx, scope, { ...list, descending }))
    return listReply(request, list, total, rows)
  })

  app.get('/insight/benchmark', { schema: schemas.benchmark }, async (request) => {
    readBy(request.query.by, ['system'])
    const { ctx, scope } = await readRequest(request, request.query)
    return { success: true, data: await inSnapshot(ctx, (ctx) => readBenchmark(ctx, scope)) }
  })
}
