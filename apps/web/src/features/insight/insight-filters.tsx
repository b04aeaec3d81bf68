import { Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type Day, formatShortDay } from '@chisholm/domain/dates'
import { today } from '../../api/cached-provider.ts'
import { defaultPeriod, type InsightSearch, periodChoices } from './insight-period.ts'
import { siteChoicesQuery } from './insight-queries.ts'
import { insightTexts as texts } from './insight-texts.ts'

/** Names the year unless it is the current one. */
const formatDay = (day: Day) =>
  day.slice(0, 4) === today().slice(0, 4) ? formatShortDay(day) : `${formatShortDay(day)} ${day.slice(0, 4)}`

/** The filters of the page, all of which are in its URL. */
export function InsightFilters({ search }: { search: InsightSearch }) {
  const navigate = useNavigate()
  const sites = useQuery(siteChoicesQuery()).data ?? []
  const isOneCustomer = new Set(sites.map(({ customer }) => customer.id)).size <= 1
  const go = (next: InsightSearch) => void navigate({ to: '/a/insight', search: { ...next } })
  const { from, to, lot, cause } = search
  const days = from && to ? texts.days(formatDay(from), formatDay(to)) : null
  const chosen: [string | null | undefined, InsightSearch][] = [
    [days, { ...search, from: undefined, to: undefined }],
    [lot && texts.lot(lot), { ...search, lot: undefined }],
    [cause, { ...search, cause: undefined }],
  ]
  return (
    <div className="insight-filters no-print">
      {sites.length > 1 && (
        <Select
          aria-label={texts.site}
          data={[
            { value: '', label: texts.allSites },
            ...sites.map(({ id, name, customer }) => ({
              value: id,
              label: isOneCustomer ? name : `${customer.name} - ${name}`,
            })),
          ]}
          value={search.site ?? ''}
          onChange={(site) => go({ ...search, site: site || undefined })}
          allowDeselect={false}
          searchable={sites.length > 12}
        />
      )}
      <Select
        aria-label={texts.period}
        data={periodChoices.map((weeks) => ({ value: weeks, label: texts.periods[weeks] }))}
        value={from ? null : (search.weeks ?? defaultPeriod)}
        placeholder={days ?? ''}
        onChange={(weeks) => go({ ...search, weeks: weeks ?? defaultPeriod, from: undefined, to: undefined })}
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
      <nav className="insight-links" aria-label={texts.more}>
        {(search.site ?? (sites.length === 1 ? sites[0]?.id : undefined)) && (
          <Link to="/a/herd/$siteId" params={{ siteId: search.site ?? sites[0]?.id ?? '' }}>
            {texts.herd}
          </Link>
        )}
        <Link to="/a/insight/alerts">{texts.alerts}</Link>
        <Link to="/a/insight/summaries">{texts.summaries}</Link>
      </nav>
    </div>
  )
}
