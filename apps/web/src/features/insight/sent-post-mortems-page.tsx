import './insight.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { turnaroundSorts } from '@chisholm/domain/insight-lists'
import type { TurnaroundPostMortem } from '@chisholm/domain/schemas/insight'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { DateTime } from '../../ui/date-time.tsx'
import { LinkRow } from '../../ui/link-row.tsx'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { SiteZone } from '../../ui/site-zone.tsx'
import { Pill } from '../post-mortems/index.ts'
import { CountedList } from './counted-list.tsx'
import { periodOf } from './insight-period.ts'
import { type SentPostMortemsSearch, turnaroundPostMortemsQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { useScopeTexts } from './use-scope-texts.ts'
import { useTodayAtSites } from './use-today-at-sites.ts'

const { tickets: texts } = insightTexts

/** The tickets that the turnaround counts, with the hours of each. */
export function SentPostMortemsPage() {
  const search: SentPostMortemsSearch = useSearch({ strict: false })
  const now = useTodayAtSites(search)
  const period = periodOf(search, now)
  const tickets = useQuery(turnaroundPostMortemsQuery(period, search))
  const about = useScopeTexts(search, period)
  const pathOf = usePostMortemPath()
  const navigate = useNavigate()
  const { sort = 'requested_at', page = 1 } = search
  return (
    <CountedList
      query={tickets}
      title={texts.title}
      countText={texts.count}
      about={about}
      page={page}
      noneText={insightTexts.turnaround.none}
      failureText={texts.failed}
      renderRow={(ticket) => <SentPostMortemRow ticket={ticket} path={pathOf(ticket.id)} />}
    >
      <SelectField
        label={texts.sort}
        value={sort}
        onChange={(next) => void navigate({ to: '.', search: { ...search, sort: next ?? undefined, page: undefined } })}
        choices={turnaroundSorts.map((value) => ({ value, label: texts.sorts[value] }))}
      />
    </CountedList>
  )
}

function SentPostMortemRow({ ticket, path }: { ticket: TurnaroundPostMortem; path: string }) {
  const { title, status, site, requested_at, to_scheduled_hours, to_completed_hours } = ticket
  return (
    <LinkRow
      to={path}
      title={title}
      hint={
        <>
          {`${texts.visit(to_scheduled_hours)}, ${texts.report(to_completed_hours)}`}
          <br />
          {texts.sent}{' '}
          <SiteZone site={site}>
            <DateTime at={requested_at} />
          </SiteZone>
          {` · ${siteInFull(site.customer.name, site.name)}`}
        </>
      }
    >
      <Pill text={status} />
    </LinkRow>
  )
}
