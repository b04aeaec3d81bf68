import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { AlertKind } from '@chisholm/domain/alerts'
import type { Day } from '@chisholm/domain/dates'
import type { AlertRule } from '@chisholm/domain/schemas/alerts'
import { alphabetical } from '../../database/alphabetical.ts'
import type { AlertRuleId, SiteId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { SignedInUser } from '../../http/context.ts'
import type { ListRequest } from '../../http/pagination.ts'

export const ruleListRules = {
  filters: { id: 'id', site_id: 'id', diagnosis_id: 'id', system: 'text', kind: 'exact', name: 'text' },
  sorts: ['name', 'created_at'],
  sort: 'name',
  perPage: 100,
  examples: { name: 'Respiratory', system: 'Respiratory', kind: 'unusual' },
} as const

export interface RuleRow {
  id: AlertRuleId
  user_id: UserId
  name: string
  site_id: SiteId | null
  diagnosis_id: string | null
  system: string | null
  kind: AlertKind
  threshold: number
  days: number
}

const columns = [
  'r.id',
  'r.user_id',
  'r.name',
  'r.site_id',
  'r.diagnosis_id',
  'r.system',
  'r.kind',
  'r.threshold',
  'r.days',
] as const

/** Somebody who reads alerts or their rules. */
export type AlertViewer = Pick<SignedInUser, 'id' | 'sites'>

/**
 * Whether a person sees rule `r`: vet roles see all, clients those of their sites and their own without a site. A
 * person who sees a rule therefore sees all its sites, except for sites that its author has lost since.
 */
export const maySeeRule = ({ id, sites }: AlertViewer): RawBuilder<boolean> =>
  sites.ids === null
    ? sql`true`
    : sql`(r.site_id = any(${sites.ids}::uuid[]) or (r.site_id is null and r.user_id = ${id}))`

/** A rule in the format of responses. */
export const presentRule = ({ user_id: _, ...rule }: RuleRow): AlertRule => rule

/** Reads one page of the rules that a person sees, and how many there are in total. */
export async function readRulePage(db: Executor, viewer: AlertViewer, list: ListRequest) {
  let rules = db.selectFrom('alert_rules as r').where(maySeeRule(viewer))
  for (const filter of list.filters) rules = rules.where(condition(sql.ref(`r.${filter.field}`), filter))
  let page = rules.select(columns)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'name' ? alphabetical('r.name') : sql.ref(`r.${field}`), descending ? 'desc' : 'asc')
  return readPageAndTotal(db, rules.select(countOfRows), page.orderBy('r.id').limit(list.perPage).offset(list.offset))
}

/** @param locked  whether to lock the row until the transaction ends */
export const ruleById = (
  db: Executor,
  viewer: AlertViewer,
  id: AlertRuleId,
  locked: boolean,
): Promise<RuleRow | undefined> =>
  db
    .selectFrom('alert_rules as r')
    .select(columns)
    .where('r.id', '=', id)
    .where(maySeeRule(viewer))
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()

/** @returns false if the id is in use */
export const insertRule = (tx: Executor, rule: RuleRow): Promise<boolean> =>
  insertIfAbsent(tx, 'alert_rules', rule, ['id'])

/** @param restart  whether to evaluate it as if it had never fired */
export const updateRule = (tx: Executor, { id, ...fields }: RuleRow, restart: boolean) =>
  tx
    .updateTable('alert_rules')
    .set({ ...fields, ...(restart && { crossed: false, evaluated_on: null }) })
    .where('id', '=', id)
    .execute()

export const deleteRule = (tx: Executor, id: AlertRuleId) => tx.deleteFrom('alert_rules').where('id', '=', id).execute()

/** Locks a diagnosis against deletion until the transaction ends. @returns whether it exists */
export const lockDiagnosisForShare = async (tx: Transaction<Tables>, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('library_entries')
    .select('id')
    .where('id', '=', id)
    .where('list', '=', 'diagnoses')
    .forKeyShare()
    .executeTakeFirst()) !== undefined

export const isDiagnosis = async (db: Executor, id: string): Promise<boolean> =>
  (await db
    .selectFrom('library_entries')
    .select('id')
    .where('id', '=', id)
    .where('list', '=', 'diagnoses')
    .executeTakeFirst()) !== undefined

/** Locks a rule and returns it with the result of its last evaluation. */
export const lockRule = (tx: Transaction<Tables>, id: AlertRuleId) =>
  tx
    .selectFrom('alert_rules as r')
    .select([...columns, 'r.crossed', 'r.evaluated_on'])
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markEvaluated = (tx: Executor, id: AlertRuleId, day: Day, crossed: boolean) =>
  tx.updateTable('alert_rules').set({ crossed, evaluated_on: day }).where('id', '=', id).execute()
