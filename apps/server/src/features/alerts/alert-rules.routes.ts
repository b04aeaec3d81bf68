import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { Static } from 'typebox'
import type { AlertRuleId, SiteId } from '../../database/ids.ts'
import { contextOf } from '../../http/authentication.ts'
import { readAnyNumber, readEach, readId, readLine, readText } from '../../http/body-fields.ts'
import { readIfMatch } from '../../http/etag.ts'
import { handleWrite } from '../../http/handle-write.ts'
import { idToCreate } from '../../http/idempotency.ts'
import { listReply, readList } from '../../http/pagination.ts'
import { replyWithResource } from '../../http/resource-reply.ts'
import { ruleListRules } from './alert-rules.queries.ts'
import { addRule, changeRule, deleteRule, dryRunRule, listRules, readRule, type RulePatch } from './alert-rules.ts'
import { RuleBody, ruleSchemas } from './alerts.schemas.ts'

const { validation } = texts

const parseRule = (body: Static<typeof RuleBody>): RulePatch =>
  readEach<RulePatch>({
    name: () => readLine(body.name),
    site_id: () => readId<SiteId>('site_id', body.site_id, validation.siteRequired),
    diagnosis_id: () => readId('diagnosis_id', body.diagnosis_id, serverTexts.validation.diagnosisUnknown),
    system: () => readLine(body.system),
    kind: () => readText(body.kind),
    threshold: () => readAnyNumber(body.threshold),
    days: () => readAnyNumber(body.days),
  })

/** Alert rules on deaths (decisions.md section 9). */
export const alertRuleRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const answerRule = replyWithResource(async (ctx, id: AlertRuleId) => ({ data: await readRule(ctx, id) }))

  app.get('/alert-rules', { schema: ruleSchemas.list }, async (request) => {
    const list = await readList(request, ruleListRules)
    const page = await listRules(contextOf(request), list)
    return listReply(request, list, page.total, page.rules)
  })

  app.get('/alert-rules/:id', { schema: ruleSchemas.get }, (request, reply) =>
    answerRule(contextOf(request), reply, request.params.id),
  )

  app.post('/alert-rules', { schema: ruleSchemas.create }, (request, reply) => {
    const rule = parseRule(request.body)
    return handleWrite(request, reply, async (ctx) => {
      const id = idToCreate<AlertRuleId>(request)
      await addRule(ctx, id, rule)
      reply.status(201)
      return answerRule(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.put('/alert-rules/:id', { schema: ruleSchemas.change }, (request, reply) => {
    const rule = parseRule(request.body)
    const id = request.params.id
    return handleWrite(request, reply, async (ctx) => {
      await changeRule(ctx, id, rule, readIfMatch(request))
      return answerRule(ctx, reply, id, texts.success.dataUpdated)
    })
  })

  app.delete('/alert-rules/:id', { schema: ruleSchemas.remove }, (request, reply) =>
    handleWrite(request, reply, async (ctx) => {
      await deleteRule(ctx, request.params.id, readIfMatch(request))
      return { success: true }
    }),
  )

  app.post('/alert-rules/dry-run', { schema: ruleSchemas.dryRun }, (request, reply) => {
    const rule = parseRule(request.body)
    return handleWrite(request, reply, async (ctx) => ({ success: true, data: await dryRunRule(ctx, rule) }))
  })
}
