import { alertValue, type DayFigures, daysBefore, firingDays, isCrossed, windowOf } from '@chisholm/domain/alerts'
import { constants } from '@chisholm/domain/constants'
import { addDays, type Day, dayOf, timestampAt } from '@chisholm/domain/dates'
import { type AlertId, type AlertRuleId, newId, type SiteId, type UserId } from '../database/ids.ts'
import type { Executor } from '../database/executor.ts'
import { readDays } from '../features/alerts/index.ts'
import { singleSite, sitesOfUser } from '../features/auth/index.ts'
import { outbreak } from './generate-year.ts'
import type { LoadTime } from './generate-post-mortems.ts'

const { thresholdOfUnusual, daysDefault } = constants.alerts
/** The age of the rules in days. */
const daysWatched = 56

interface DemoRule {
  name: string
  site_id: SiteId | null
  diagnosis_id: null
  system: string | null
  kind: 'unusual' | 'count'
  threshold: number
  days: number
  user_id: UserId
}

/** The practice's rule for all sites, and the rule of one yard for its outbreak. */
const demoRules = (vetId: UserId, clientId: UserId, siteId: SiteId): DemoRule[] => [
  {
    name: 'More deaths than usual',
    site_id: null,
    diagnosis_id: null,
    system: null,
    kind: 'unusual',
    threshold: thresholdOfUnusual,
    days: daysDefault,
    user_id: vetId,
  },
  {
    name: 'Ten respiratory deaths in a week',
    site_id: siteId,
    diagnosis_id: null,
    system: 'Respiratory',
    kind: 'count',
    threshold: 10,
    days: 7,
    user_id: clientId,
  },
]

/** Adds alert rules, and the alerts they would have raised in the past weeks. Those since the outbreak are open. */
export async function insertAlerts(
  tx: Executor,
  people: { vetId: UserId; clientId: UserId; siteId: SiteId },
  loadTime: LoadTime,
): Promise<void> {
  const today = dayOf(loadTime.now, loadTime.zone)
  for (const rule of demoRules(people.vetId, people.clientId, people.siteId)) {
    const sites = rule.site_id ? singleSite(rule.site_id) : await sitesOfUser(tx, rule.user_id)
    if (!sites) continue
    const from = addDays(today, -daysWatched - daysBefore(rule))
    const figures = await readDays({ db: tx }, rule, sites, from, today)
    const value = alertValue(rule, figures)
    const id = newId<AlertRuleId>()
    const crossed = value !== null && isCrossed(rule, value)
    await tx
      .insertInto('alert_rules')
      .values({ ...rule, id, crossed, evaluated_on: today })
      .execute()
    const alerts = alertsOf(rule, figures, people.vetId, loadTime)
    if (alerts.length === 0) continue
    await tx
      .insertInto('alerts')
      .values(alerts.map((alert) => ({ ...alert, id: newId<AlertId>(), rule_id: id, site_ids: sites.ids })))
      .execute()
  }
}

const alertsOf = (rule: DemoRule, figures: DayFigures[], vetId: UserId, loadTime: LoadTime) =>
  firingDays(rule, figures).map(({ day, value }) => {
    const { from, to } = windowOf(rule, day)
    const fired_at = notAfterNow(day, '18:40', loadTime)
    const isOpen = day >= addDays(dayOf(loadTime.now, loadTime.zone), -outbreak.daysAgo)
    return {
      fired_at,
      value,
      window_from: from,
      window_to: to,
      note: isOpen ? null : 'Looked at with the yards: several causes, nothing in common.',
      acknowledged_at: isOpen ? null : notAfterNow(addDays(day, 1), '08:15', loadTime),
      acknowledged_by_id: isOpen ? null : vetId,
    }
  })

const notAfterNow = (day: Day, time: string, { now, zone }: LoadTime) =>
  new Date(Math.min(timestampAt(day, time, zone).getTime(), now.getTime()))
