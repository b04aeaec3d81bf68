import './alerts.css'
import '../../ui/divided-list.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatLongDay } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import type { Alert, AlertRule } from '@chisholm/domain/schemas/alerts'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { hasAnswered, QueryState, Skeletons } from '../../ui/states.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { type DeathsSearch, siteChoicesQuery } from '../insight/index.ts'
import { useEntries } from '../library/index.ts'
import { AcknowledgeForm } from './acknowledge-form.tsx'
import { alertsQuery, rulesQuery } from './alert-queries.ts'
import { AlertRuleForm } from './alert-rule-form.tsx'
import { alertTexts as texts } from './alert-texts.ts'

/** The alerts and the alert rules. */
export function AlertsPage() {
  // the length of the alerts, with the names of their sites, determines where the rules begin
  const alerts = useInfiniteQuery(alertsQuery())
  const sites = useQuery(siteChoicesQuery())
  usePrefetchQuery(rulesQuery())
  const [edited, edit] = useState<AlertRule | 'new' | null>(null)
  const close = () => edit(null)
  return (
    <Page title={texts.title} back="/a/insight" ownHeading>
      <div className="row between">
        <h1>{texts.title}</h1>
        <Button variant="default" mih={44} leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit('new')}>
          {texts.rules.add}
        </Button>
      </div>
      {hasAnswered(alerts) && hasAnswered(sites) ? (
        <>
          <Alerts />
          <Rules onEdit={edit} />
        </>
      ) : (
        <Skeletons />
      )}
      <Dialog opened={edited !== null} onClose={close} title={edited === 'new' ? texts.rules.add : texts.rules.edit}>
        {edited && <AlertRuleForm rule={edited === 'new' ? null : edited} onDone={close} />}
      </Dialog>
    </Page>
  )
}

/** The name of the site of a rule. */
function useSiteName() {
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const user = useSession()
  // A client sees only its own rules without a site.
  const allSites = user && isVet(user) ? texts.rules.sitesOfAuthor : texts.rules.allSites
  return ({ site_id }: AlertRule) => {
    if (site_id === null) return allSites
    const site = sites.find(({ id }) => id === site_id)
    return site ? siteInFull(site.customer.name, site.name) : ''
  }
}

/** The deaths that an alert is about, as in the URL of their list. */
const deathsOf = ({ window, rule }: Alert): DeathsSearch => ({
  ...window,
  site: rule.site_id ?? undefined,
  cause: rule.system ?? undefined,
  diagnosis: rule.diagnosis_id ?? undefined,
})

function Alerts() {
  const alerts = useInfiniteQuery(alertsQuery())
  const nameOfSite = useSiteName()
  const [chosen, choose] = useState<Alert | null>(null)
  return (
    <section className="card part" aria-label={texts.title}>
      <QueryState query={alerts} failureText={texts.failed} height={60} count={2} />
      {alerts.data?.length === 0 && <p className="hint">{texts.none}</p>}
      <ul className="divided-list">
        {alerts.data?.map((alert) => (
          <li key={alert.id}>
            <span className="divided-list-text">
              <strong>{alert.rule.name}</strong>
              <span>{texts.value(alert.rule.kind, alert.value, alert.rule.days)}</span>
              <span className="hint">{`${formatLongDay(alert.window.to)} · ${nameOfSite(alert.rule)}`}</span>
              {alert.note !== null && <span>{texts.acknowledged(alert.note)}</span>}
            </span>
            <Link
              to="/a/insight/deaths"
              search={{ ...deathsOf(alert) }}
              className="alert-deaths"
              aria-label={texts.deathsOf(alert.rule.name)}
            >
              {texts.deaths}
            </Link>
            {alert.note === null && (
              <Button
                variant="default"
                mih={44}
                aria-label={texts.acknowledgeOf(alert.rule.name)}
                onClick={() => choose(alert)}
              >
                {texts.acknowledge}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={alerts} />
      <Dialog
        opened={chosen !== null}
        onClose={() => choose(null)}
        title={chosen ? texts.acknowledgeOf(chosen.rule.name) : texts.acknowledge}
      >
        {chosen && <AcknowledgeForm alert={chosen} onDone={() => choose(null)} />}
      </Dialog>
    </section>
  )
}

function Rules({ onEdit }: { onEdit: (rule: AlertRule) => void }) {
  const rules = useQuery(rulesQuery())
  const nameOfSite = useSiteName()
  const { entries } = useEntries('diagnoses', rules.data?.map(({ diagnosis_id }) => diagnosis_id) ?? [])
  const about = (rule: AlertRule) =>
    [nameOfSite(rule), rule.system, entries?.find(({ id }) => id === rule.diagnosis_id)?.name]
      .filter(Boolean)
      .join(' · ')
  return (
    <CardSection title={texts.rules.title} hint={texts.rules.hint}>
      <QueryState query={rules} failureText={texts.rules.failed} height={60} count={2} />
      {rules.data?.length === 0 && <p className="hint">{texts.rules.none}</p>}
      <ul className="divided-list">
        {rules.data?.map((rule) => (
          <li key={rule.id}>
            <span className="divided-list-text">
              <strong>{rule.name}</strong>
              <span>{texts.rules.condition(rule.kind, rule.threshold, rule.days)}</span>
              <span className="hint">{about(rule)}</span>
            </span>
            <Button variant="default" mih={44} aria-label={uiTexts.editOf(rule.name)} onClick={() => onEdit(rule)}>
              {uiTexts.edit}
            </Button>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
