import { daysBefore, evaluateToday, windowOf } from '@chisholm/domain/alerts'
import { addDays } from '@chisholm/domain/dates'
import { channelsOf, notificationTitle } from '@chisholm/domain/notifications'
import { type AlertId, type AlertRuleId, newId, type NotificationId } from '../../database/ids.ts'
import { type InTransaction, inTransaction } from '../../database/transaction.ts'
import { timeZonesOfSites } from '../../http/site-time-zones.queries.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { Services } from '../../services.ts'
import { singleSite, sitesOfUser } from '../auth/index.ts'
import { insertAndDeliver } from '../notifications/index.ts'
import { lockRule, markEvaluated, type RuleRow } from './alert-rules.queries.ts'
import * as queries from './alerts.queries.ts'
import { earliestDay, readDays, todayAt } from './figures.ts'

type AlertServices = Pick<Services, 'db' | 'jobs' | 'provider'>

/**
 * Evaluates the rules whose deaths or head changed, and every rule once a day. Several servers may do so concurrently.
 * The log of changes is deleted last, so that the next run repeats what a server that stopped halfway left, and without
 * the changes of sites whose rules failed.
 * @throws the first failure, once all rules have run
 */
export async function evaluateAlerts(services: AlertServices, now = () => new Date()): Promise<void> {
  const changes = await queries.readDeathChanges(services.db)
  const changedSites = new Set(changes.map(({ site_id }) => site_id))
  const { time_zone: practiceZone } = await services.provider(services.db)
  const allZones = [practiceZone, ...(await timeZonesOfSites(services.db))]
  const rules = (await queries.rulesToCheck(services.db)).filter(({ site_id, evaluated_on, time_zone }) => {
    const today = earliestDay(now(), site_id === null ? allZones : [time_zone ?? practiceZone])
    const isNewDay = evaluated_on === null || (today !== undefined && evaluated_on < today)
    const isChanged = site_id === null ? changedSites.size > 0 : changedSites.has(site_id)
    return isNewDay || isChanged
  })
  const unfinished = new Set(rules)
  try {
    await runEach(
      rules.map((rule) => async () => {
        await evaluateRule(services, rule.id, now)
        unfinished.delete(rule)
      }),
    )
  } finally {
    const needed = new Set([...unfinished].map(({ site_id }) => site_id))
    const done = needed.has(null) ? [] : changes.filter(({ site_id }) => !needed.has(site_id))
    if (done.length > 0)
      await queries.deleteDeathChanges(
        services.db,
        done.map(({ id }) => id),
      )
  }
}

/**
 * Decides under the rule's row lock whether it fires today, so that it fires once however many servers evaluate it.
 * Only today is evaluated: a death that is entered late counts in its windows, but nothing fires for past days.
 * `evaluateToday` agrees with the dry run, which knows complete days.
 */
const evaluateRule = (services: AlertServices, id: AlertRuleId, now: () => Date): Promise<void> =>
  inTransaction(services, async (services) => {
    const rule = await lockRule(services.db, id)
    if (!rule) return
    const sites = rule.site_id ? singleSite(rule.site_id) : await sitesOfUser(services.db, rule.user_id)
    // after the lock: a day that has ended while waiting for it is not evaluated after the next one
    const today = await todayAt(services, sites, now())
    // the rule has no sites left
    if (!sites) return void (await markEvaluated(services.db, id, today, rule.crossed))
    const figures = await readDays(services, rule, sites, addDays(today, -1 - daysBefore(rule)), today)
    const { value, crossed, fires } = evaluateToday(rule, figures, {
      crossed: rule.crossed,
      isToday: rule.evaluated_on === today,
    })
    await markEvaluated(services.db, id, today, crossed)
    if (value === null || !fires) return
    const { from, to } = windowOf(rule, today)
    const alert = { id: newId<AlertId>(), rule_id: id, value, window_from: from, window_to: to, site_ids: sites.ids }
    await queries.insertAlert(services.db, alert)
    await notify(services, rule, alert.id)
  })

/**
 * Sends notifications of an alert without its figures, because each recipient's permission is checked when the alert is
 * opened.
 */
async function notify({ db, jobs }: InTransaction<AlertServices>, rule: RuleRow, alertId: AlertId): Promise<void> {
  const location = rule.site_id && (await queries.siteName(db, rule.site_id))
  const text = location ? `${rule.name}, ${location}` : rule.name
  await insertAndDeliver(
    { db, jobs },
    (await queries.alertRecipients(db, rule)).map(({ id, channels }) => ({
      id: newId<NotificationId>(),
      user_id: id,
      kind: 'alert' as const,
      post_mortem_id: null,
      alert_id: alertId,
      title: notificationTitle('alert', ''),
      text,
      link: '/a/insight/alerts',
      in_app: channelsOf('alert', channels ?? {}).app,
    })),
  )
}
