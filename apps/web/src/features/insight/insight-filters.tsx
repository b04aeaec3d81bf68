import { Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { SelectField } from '../../ui/select-field.tsx'
import { formatDayOfPeriod } from './format-day-of-period.ts'
import {
  daysOf,
  defaultPeriod,
  type InsightPeriod,
  type InsightSearch,
  periodChoices,
  weeksOf,
} from './insight-period.ts'
import { mortalityQuery, siteChoicesQuery } from './insight-queries.ts'
import { insightTexts as texts } from './insight-texts.ts'

/** The filters of the page, all of which are in its URL. */
export function InsightFilters({ search, period }: { search: InsightSearch; period: InsightPeriod }) {
  const navigate = useNavigate()
  const { data: sites = [], isPending } = useQuery(siteChoicesQuery())
  const causes = useQuery(mortalityQuery('system', period, { ...search, cause: undefined })).data?.data ?? []
  const systems = new Set([...causes.flatMap(({ key }) => key ?? []), ...(search.cause ? [search.cause] : [])])
  const go = (next: InsightSearch) => void navigate({ to: '/a/insight', search: { ...next } })
  const { lot } = search
  const chosenDays = daysOf(search)
  const days = chosenDays && texts.days(formatDayOfPeriod(chosenDays.from), formatDayOfPeriod(chosenDays.to))
  const chosen: [string | null | undefined, InsightSearch][] = [
    [days, { ...search, from: undefined, to: undefined }],
    [lot && texts.lot(lot), { ...search, lot: undefined }],
  ]
  // with the sites come a filter or a link, which would move the others
  if (isPending) return <div className="insight-filters is-loading no-print" />
  return (
    <div className="insight-filters no-print">
      {sites.length > 1 && <SiteFilter sites={sites} site={search.site} onChange={(site) => go({ ...search, site })} />}
      <Select
        aria-label={texts.period}
        data={periodChoices.map((weeks) => ({ value: weeks, label: texts.periods[weeks] }))}
        value={days ? null : weeksOf(search)}
        placeholder={days ?? ''}
        onChange={(weeks) => go({ ...search, weeks: weeks ?? defaultPeriod, from: undefined, to: undefined })}
        allowDeselect={false}
      />
      <Select
        aria-label={texts.cause}
        data={[{ value: '', label: texts.allCauses }, ...[...systems].map((value) => ({ value, label: value }))]}
        value={search.cause ?? ''}
        onChange={(cause) => go({ ...search, cause: cause || undefined })}
        allowDeselect={false}
      />
      {chosen.map(([what, without]) =>
        what ? (
          <Button
            key={what}
            variant="default"
            mih={44}
            rightSection={<IconX size={16} aria-hidden />}
            aria-label={texts.remove(what)}
            onClick={() => go(without)}
          >
            {what}
          </Button>
        ) : null,
      )}
      <InsightLinks siteId={search.site ?? (sites.length === 1 ? sites[0]?.id : undefined)} />
    </div>
  )
}

interface SiteFilterProps {
  sites: readonly Site[]
  site: string | undefined
  onChange: (site: string | undefined) => void
}

function SiteFilter({ sites, site, onChange }: SiteFilterProps) {
  const isOneCustomer = new Set(sites.map(({ customer }) => customer.id)).size <= 1
  return (
    <SelectField
      className="insight-site"
      label={texts.site}
      hidesLabel
      searchable
      value={site ?? ''}
      onChange={(next) => onChange(next || undefined)}
      choices={[
        { value: '', label: texts.allSites },
        ...sites.map(({ id, name, customer }) => ({
          value: id,
          label: isOneCustomer ? name : siteInFull(customer.name, name),
        })),
      ]}
    />
  )
}

/** @param siteId  the chosen or only site, whose herd is linked */
const InsightLinks = ({ siteId }: { siteId: string | undefined }) => (
  <nav className="insight-links" aria-label={texts.more}>
    {siteId && (
      <Link to="/a/herd/$siteId" params={{ siteId }}>
        {texts.herd}
      </Link>
    )}
    <Link to="/a/insight/alerts">{texts.alerts}</Link>
    <Link to="/a/insight/summaries">{texts.summaries}</Link>
  </nav>
)
