import { Alert, AlertDryRun, AlertRule } from '@chisholm/domain/schemas/alerts'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Type } from 'typebox'
import type { AlertId, AlertRuleId } from '../../database/ids.ts'
import { BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { idParameter } from '../../http/id-parameter.ts'
import { exampleIds } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { ruleListRules } from './alert-rules.queries.ts'
import { alertListRules } from './alerts.queries.ts'

const RuleId = idParameter<AlertRuleId>()
const AlertIdParameter = idParameter<AlertId>()
const condition = {
  site_id: Type.Optional(BodyId),
  diagnosis_id: Type.Optional(BodyId),
  system: Type.Optional(BodyText),
  kind: Type.Optional(BodyText),
  threshold: Type.Optional(BodyNumber),
  days: Type.Optional(BodyNumber),
}
const fields = { name: Type.Optional(BodyText), ...condition }
export const RuleBody = Type.Object(fields)

const count = { site_id: exampleIds.site, kind: 'count', threshold: 5, days: 7 }
const unusual = { system: 'Respiratory', kind: 'unusual', threshold: 3 }

export const ruleSchemas = {
  list: {
    operationId: 'listAlertRules',
    summary: 'A page of the alert rules of your sites, and of your own without a site',
    ...listSchema(AlertRule, ruleListRules),
  },
  get: {
    operationId: 'getAlertRule',
    summary: 'One alert rule',
    versioned: true,
    examples: { one: { id: exampleIds.alertRule } },
    params: RuleId,
    response: { 200: ItemResponse(AlertRule) },
  },
  create: {
    operationId: 'createAlertRule',
    summary: 'Add an alert rule for a site, or without a site for all that you may see',
    versioned: true,
    requiredFields: ['name', 'kind'],
    examples: {
      count: { body: { id: exampleIds.newId, name: 'Five deaths a week', ...count } },
      unusual: { body: { name: 'Respiratory', ...unusual } },
    },
    body: Type.Object({ id: Type.Optional(BodyId), ...fields }),
    response: { 201: ItemResponse(AlertRule) },
  },
  change: {
    operationId: 'changeAlertRule',
    summary: 'Change an alert rule; unless only its name changes, it is re-evaluated',
    versioned: true,
    examples: { threshold: { id: exampleIds.alertRule, body: { threshold: 8 } } },
    params: RuleId,
    body: RuleBody,
    response: { 200: ItemResponse(AlertRule) },
  },
  remove: {
    operationId: 'deleteAlertRule',
    summary: 'Delete an alert rule with its alerts',
    versioned: true,
    examples: { one: { id: exampleIds.alertRule } },
    params: RuleId,
    response: { 200: SuccessReply },
  },
  dryRun: {
    operationId: 'dryRunAlertRule',
    summary: 'The days in the past 365 on which an alert rule would have fired; nothing is saved',
    requiredFields: ['kind'],
    examples: { count: { body: count }, unusual: { body: unusual } },
    body: RuleBody,
    response: { 200: ItemResponse(AlertDryRun) },
  },
}

export const alertSchemas = {
  list: {
    operationId: 'listAlerts',
    summary: 'A page of the alerts of the rules you see, newest first',
    ...listSchema(Alert, alertListRules),
  },
  get: {
    operationId: 'getAlert',
    summary: 'One alert',
    versioned: true,
    examples: { one: { id: exampleIds.alert } },
    params: AlertIdParameter,
    response: { 200: ItemResponse(Alert) },
  },
  acknowledge: {
    operationId: 'acknowledgeAlert',
    summary: 'Acknowledge an alert with a note',
    versioned: true,
    requiredFields: ['note'],
    examples: { one: { id: exampleIds.alert, body: { note: 'Pen 12 was treated on Monday.' } } },
    params: AlertIdParameter,
    body: Type.Object({ note: Type.Optional(BodyText) }),
    response: { 200: ItemResponse(Alert) },
  },
}
