import { type RawBuilder, sql } from 'kysely'
import type { ChannelChoices } from '@chisholm/domain/notifications'
import type { Day, Zone } from '@chisholm/domain/dates'
import type { AlertId, AlertRuleId, SiteId, UserId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { hasVetRole } from '../../database/user-sql.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { condition, siteDayCondition } from '../../http/filter-conditions.queries.ts'
import type { Filter } from '../../http/filters.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { type AlertViewer, maySeeRule, type RuleRow } from './alert-rules.queries.ts'

export const alertListRules = {
  filters: { id: 'id', rule_id: 'id', site_id: 'id', fired_at: 'time', acknowledged_at: 'time' },
  sorts: ['fired_at'],
  sort: '-fired_at',
  perPage: 50,
  ofSites: true,
} as const

/** The alerts of the rules that a person sees, if the person also sees every site whose deaths were counted. */
const alertsFor = (db: Executor, viewer: AlertViewer) =>
  db
    .selectFrom('alerts as f')
    .innerJoin('alert_rules as r', 'r.id', 'f.rule_id')
    .where(maySeeRule(viewer))
    .where(sql<boolean>`(${viewer.sites.ids === null} or f.site_ids <@ ${viewer.sites.ids ?? []}::uuid[])`)

const columns = [
  'f.id',
  'f.fired_at',
  'f.value',
  'f.window_from',
  'f.window_to',
  'f.note',
  'f.acknowledged_at',
  'f.acknowledged_by_id',
] as const
const ruleColumns = sql<Omit<RuleRow, 'user_id'>>`json_build_object('id', r.id, 'name', r.name, 'site_id', r.site_id,
  'diagnosis_id', r.diagnosis_id, 'system', r.system, 'kind', r.kind, 'threshold', r.threshold, 'days', r.days)`.as(
  'rule',
)

/** Days are those of the rule's site, or of the practice for a rule on all sites. */
function alertCondition(filter: Filter): RawBuilder<boolean> {
  if (filter.field === 'site_id') return condition(sql.ref('r.site_id'), filter)
  const column = sql.ref(`f.${filter.field}`)
  const ofSite = siteDayCondition(column, sql.ref('r.site_id'), filter)
  return sql`(${ofSite} or (r.site_id is null and ${condition(column, filter)}))`
}

/** Reads one page of alerts, newest first, and how many there are in total. */
export async function readAlertPage(db: Executor, viewer: AlertViewer, list: ListRequest) {
  let alerts = alertsFor(db, viewer)
  for (const filter of list.filters) alerts = alerts.where(alertCondition(filter))
  const direction = list.sorts[0]?.descending === false ? 'asc' : 'desc'
  const page = alerts
    .select([...columns, ruleColumns])
    .orderBy('f.fired_at', direction)
    .orderBy('f.id', direction)
  return readPageAndTotal(db, alerts.select(countOfRows), page.limit(list.perPage).offset(list.offset))
}

/** @param locked  until the transaction ends */
export const alertById = (db: Executor, viewer: AlertViewer, id: AlertId, locked: boolean) =>
  alertsFor(db, viewer)
    .select([...columns, ruleColumns])
    .where('f.id', '=', id)
    .$if(locked, (query) => query.forUpdate('f'))
    .executeTakeFirst()
export type AlertRow = NonNullable<Awaited<ReturnType<typeof alertById>>>

export const acknowledge = (tx: Executor, id: AlertId, userId: UserId, note: string) =>
  tx
    .updateTable('alerts')
    .set({ note, acknowledged_by_id: userId, acknowledged_at: new Date() })
    .where('id', '=', id)
    .execute()

interface DeathChange {
  id: string
  site_id: SiteId
}

/** Records of changed deaths, oldest first. */
export const readDeathChanges = async (db: Executor): Promise<DeathChange[]> =>
  (await sql<DeathChange>`select id::text, site_id from death_changes order by id limit 10000`.execute(db)).rows

/** Deletes exactly these: transactions that began earlier may add records with lower ids. */
export const deleteDeathChanges = (db: Executor, ids: string[]) =>
  sql`delete from death_changes where id = any(${ids}::bigint[])`.execute(db)

/** The time zones of these sites, without repetitions. Empty without sites. */
export async function zonesOfSites(db: Executor, { ids }: AuthorizedSites, practiceZone: Zone): Promise<Zone[]> {
  const { rows } = await sql<{ zone: Zone }>`
    select distinct coalesce(s.time_zone, ${practiceZone}) as zone from sites s
    where ${ids === null} or s.id = any(${ids ?? []}::uuid[])`.execute(db)
  return rows.map(({ zone }) => zone)
}

/** Every rule with the fields that determine whether it is due. */
export const rulesToCheck = (db: Executor) =>
  db
    .selectFrom('alert_rules as r')
    .leftJoin('sites as s', 's.id', 'r.site_id')
    .select(['r.id', 'r.site_id', 'r.evaluated_on', 's.time_zone'])
    .orderBy('r.id')
    .execute()

export interface NewAlert {
  id: AlertId
  rule_id: AlertRuleId
  value: number
  window_from: Day
  window_to: Day
  site_ids: SiteId[] | null
}

export const insertAlert = (tx: Executor, alert: NewAlert) => tx.insertInto('alerts').values(alert).execute()

/** Recipients of an alert: the clients of the rule's site, and its author, if the author still sees its sites. */
export const alertRecipients = (tx: Executor, { user_id, site_id }: Pick<RuleRow, 'user_id' | 'site_id'>) =>
  tx
    .selectFrom('users as u')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from user_sites l where l.user_id = u.id and l.site_id = ${site_id}::uuid
          and not ${hasVetRole('u')})
        or (u.id = ${user_id} and (${site_id}::uuid is null or ${hasVetRole('u')})))`,
    )
    .select(['u.id', sql<Partial<ChannelChoices> | null>`p.channels->'alert'`.as('channels')])
    .orderBy('u.id')
    .execute()

/** The name of a site for notifications. */
export const siteName = async (tx: Executor, id: SiteId): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('sites as s')
      .innerJoin('customers as c', 'c.id', 's.customer_id')
      .select(sql<string>`c.name || ' - ' || s.name`.as('name'))
      .where('s.id', '=', id)
      .executeTakeFirst()
  )?.name
