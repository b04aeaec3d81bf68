import { isAlertKind, validateAlertCondition, validateAlertRule } from '@chisholm/domain/alerts'
import { constants } from '@chisholm/domain/constants'
import type { AlertDryRun, AlertRule } from '@chisholm/domain/schemas/alerts'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { keysOf, withoutUndefined } from '@chisholm/domain/typed-objects'
import type { Executor } from '../../database/executor.ts'
import type { AlertRuleId, SiteId } from '../../database/ids.ts'
import { idInUse, invalid, notFound } from '../../http/app-error.ts'
import { seesSite } from '../../http/authorized-sites.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { insertWithinQuota } from '../../http/insert-within-quota.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { lockOwnAccount, singleSite } from '../auth/index.ts'
import { knownSystems } from '../insight/index.ts'
import { lockSiteForShare } from '../sites/index.ts'
import * as queries from './alert-rules.queries.ts'
import { type Condition, dryRun } from './figures.ts'

const subject = (id: string) => ({ type: 'alert-rule', id })
const quota = {
  table: 'alert_rules',
  lock: 'alert rules',
  max: constants.alerts.rulesPerUser,
  refusal: serverTexts.refusal.tooManyAlertRules,
} as const

/** The fields of a request. A field that is undefined stays as it is. */
export interface RulePatch {
  name: string | null | undefined
  site_id: SiteId | null | undefined
  diagnosis_id: string | null | undefined
  system: string | null | undefined
  kind: string | null | undefined
  threshold: number | null | undefined
  days: number | null | undefined
}
type RuleFields = { [F in keyof RulePatch]: Exclude<RulePatch[F], undefined> }

export async function listRules({ db, person }: Context, list: Parameters<typeof queries.readRulePage>[2]) {
  const { total, rows } = await queries.readRulePage(db, person, list)
  return { total, rules: rows.map(queries.presentRule) }
}

/** @throws notFound  the rule does not exist, or the user does not see it */
export async function readRule({ db, person }: Context, id: AlertRuleId): Promise<AlertRule> {
  const rule = await queries.ruleById(db, person, id, false)
  if (!rule) throw notFound()
  return queries.presentRule(rule)
}

/** Fills in fields that were not sent: the default threshold of C2, and the window that it does not use. */
function completeFields(sent: RulePatch): RuleFields {
  const isUnusual = sent.kind === 'unusual'
  const { thresholdOfUnusual, daysDefault } = constants.alerts
  return {
    name: sent.name ?? null,
    site_id: sent.site_id ?? null,
    diagnosis_id: sent.diagnosis_id ?? null,
    system: sent.system ?? null,
    kind: sent.kind ?? null,
    threshold: sent.threshold ?? (isUnusual ? thresholdOfUnusual : null),
    days: sent.days ?? (isUnusual ? daysDefault : null),
  }
}

/** @throws invalid  with the errors of the form, the site, the diagnosis and the system */
async function requireValid(
  { db }: { db: Executor },
  fields: RuleFields,
  errors: ValidationErrors,
  known: { site: boolean; diagnosis: boolean; system?: string | null },
): Promise<Condition> {
  const systemError = fields.system === known.system ? null : await validateSystem(db, fields.system)
  if (systemError) errors['system'] ??= [systemError]
  if (!known.site) errors['site_id'] = [texts.validation.siteRequired]
  if (!known.diagnosis) errors['diagnosis_id'] = [serverTexts.validation.diagnosisUnknown]
  const { kind, threshold, days, site_id, diagnosis_id, system } = fields
  if (Object.keys(errors).length > 0 || !isAlertKind(kind) || threshold === null || days === null) throw invalid(errors)
  return { kind, threshold, days, site_id, diagnosis_id, system }
}

/** A system of the library, in upper or lower case, as rules are evaluated. */
async function validateSystem(db: Executor, system: string | null): Promise<string | null> {
  if (system === null) return null
  const known = await knownSystems(db)
  return known.some((one) => one.toLowerCase() === system.toLowerCase()) ? null : texts.validation.oneOf(known)
}

/** Locks the site and diagnosis of a rule against deletion. @returns for each whether it is unset or exists */
const lockReferences = async (
  { db, person }: WriteContext,
  { site_id, diagnosis_id }: Pick<RuleFields, 'site_id' | 'diagnosis_id'>,
) => ({
  site: site_id === null || (await lockSiteForShare(db, person.sites, site_id)),
  diagnosis: diagnosis_id === null || (await queries.lockDiagnosisForShare(db, diagnosis_id)),
})

/** @param before  the rule that changes: its system stays valid, even if the library no longer has it */
async function validateRule(ctx: WriteContext, fields: RuleFields, before?: Pick<RuleFields, 'system'>) {
  const known = { ...(await lockReferences(ctx, fields)), ...(before && { system: before.system }) }
  const condition = await requireValid(ctx, fields, validateAlertRule(fields), known)
  // cast: an empty name was rejected
  return { ...condition, name: fields.name as string }
}

/**
 * Adds a rule and evaluates it at once. A repeated request with the same id and content changes nothing.
 * @throws invalid   fields are invalid, or the site is not the user's
 * @throws conflict  the id is in use, or the user has too many rules: every death waits for the evaluation of them all
 */
export async function addRule(ctx: WriteContext, id: AlertRuleId, sent: RulePatch): Promise<void> {
  await lockOwnAccount(ctx)
  const rule = { ...(await validateRule(ctx, completeFields(sent))), id, user_id: ctx.person.id }
  const after = queries.presentRule(rule)
  const added: NewAuditEntry = { action: 'alert rule added', subject: subject(id), after }
  if (await insertWithinQuota(ctx, quota, () => queries.insertRule(ctx.db, rule))) {
    await ctx.jobs.enqueue(ctx.db, 'evaluate-alerts', {})
    return recordAddition(ctx.db, ctx, added)
  }
  if (!(await wasCreatedAs(ctx.db, ctx.person, added))) throw idInUse()
}

/**
 * Changes a rule. Unless only its name changes, it is evaluated again and may fire again.
 * @throws notFound  the rule does not exist, or the user does not see it; stale  it has changed; otherwise as when
 * adding
 */
export async function changeRule(
  ctx: WriteContext,
  id: AlertRuleId,
  sent: RulePatch,
  expected: IfMatch,
): Promise<void> {
  const patch = withoutUndefined(sent)
  // the rule may become the user's own
  await lockOwnAccount(ctx)
  const known = await queries.ruleById(ctx.db, ctx.person, id, false)
  // before the rule, as in the deletion of a site or diagnosis, which deletes its rules
  if (known) await lockReferences(ctx, { ...known, ...patch })
  const before = await requireRule(ctx, id, expected)
  const valid = await validateRule(ctx, completeFields({ ...before, ...patch }), before)
  // a rule whose site is removed covers the sites of the user who removed it
  const isWidened = before.site_id !== null && valid.site_id === null
  const after = { ...valid, id, user_id: isWidened ? ctx.person.id : before.user_id }
  const isOther = keysOf(valid).some((key) => key !== 'name' && after[key] !== before[key])
  await queries.updateRule(ctx.db, after, isOther)
  if (isOther) await ctx.jobs.enqueue(ctx.db, 'evaluate-alerts', {})
  const [old, changed] = [queries.presentRule(before), queries.presentRule(after)]
  await recordAudit(ctx.db, ctx, { action: 'alert rule changed', subject: subject(id), before: old, after: changed })
}

/** Deletes a rule with its alerts. @throws notFound, stale  as when changing */
export async function deleteRule(ctx: WriteContext, id: AlertRuleId, expected: IfMatch): Promise<void> {
  const rule = queries.presentRule(await requireRule(ctx, id, expected))
  await queries.deleteRule(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'alert rule deleted', subject: subject(id), before: rule })
}

async function requireRule({ db, person }: WriteContext, id: AlertRuleId, expected: IfMatch) {
  const rule = await queries.ruleById(db, person, id, true)
  if (!rule) throw notFound()
  requireContentMatch(expected, queries.presentRule(rule))
  return rule
}

/**
 * The days in the past year on which an unsaved rule would have fired. @throws invalid  as when adding, except for the
 * name
 */
export async function dryRunRule(ctx: Context, sent: RulePatch): Promise<AlertDryRun> {
  const fields = completeFields(sent)
  const { site_id, diagnosis_id } = fields
  const condition = await requireValid(ctx, fields, validateAlertCondition(fields), {
    site: site_id === null || seesSite(ctx.person.sites, site_id),
    diagnosis: diagnosis_id === null || (await queries.isDiagnosis(ctx.db, diagnosis_id)),
  })
  return dryRun(ctx, condition, site_id ? singleSite(site_id) : ctx.person.sites, new Date())
}
