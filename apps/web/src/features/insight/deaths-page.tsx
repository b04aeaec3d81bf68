import './insight.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { deathCount } from '@chisholm/domain/key-figures'
import type { Death } from '@chisholm/domain/schemas/insight'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { LinkRow } from '../../ui/link-row.tsx'
import { usePostMortemPath } from '../../api/use-post-mortem-path.ts'
import { Pill } from '../post-mortems/index.ts'
import { CountedList } from './counted-list.tsx'
import { formatDayOfPeriod } from './format-day-of-period.ts'
import { type DeathsSearch, periodOf } from './insight-period.ts'
import { deathsQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { useScopeTexts } from './use-scope-texts.ts'
import { useTodayAtSites } from './use-today-at-sites.ts'

const { list: texts } = insightTexts

/** The deaths that a mark of insight counts, each with its ticket. */
export function DeathsPage() {
  const search: DeathsSearch = useSearch({ strict: false })
  const now = useTodayAtSites(search)
  const period = periodOf(search, now)
  const deaths = useQuery(deathsQuery(period, search))
  const pathOf = usePostMortemPath()
  const { site, lot, cause, diagnosis, feed, unknown, page = 1 } = search
  const [days = '', filters = ''] = useScopeTexts(search, period)
  const about = [
    filters,
    // all deaths of the list have this diagnosis
    diagnosis && deaths.data?.data[0]?.diagnosis,
    feed && texts.feed(feed),
    unknown && texts.unknown[unknown],
  ]
  return (
    <CountedList
      query={deaths}
      title={texts.title}
      countText={deathCount}
      about={[days, about.filter(Boolean).join(' · ')]}
      page={page}
      noneText={texts.none}
      failureText={texts.failed}
      renderRow={(death) => <DeathRow death={death} path={pathOf(death.post_mortem.id)} />}
    >
      <div className="insight-links no-print">
        <Link to="/a/insight" search={{ ...period, site, lot, cause }}>
          {texts.inInsight}
        </Link>
      </div>
    </CountedList>
  )
}

function DeathRow({ death, path }: { death: Death; path: string }) {
  const { tag, rfid, diagnosis, date_of_death, days_on_feed, lot, pen, site, post_mortem } = death
  const where = [lot && insightTexts.lot(lot), pen && texts.pen(pen), siteInFull(site.customer.name, site.name)]
  return (
    <LinkRow
      to={path}
      title={`${tag ?? rfid ?? texts.noTag} · ${post_mortem.title}`}
      hint={
        <>
          {`${diagnosis ?? texts.noDiagnosis}, ${texts.died(formatDayOfPeriod(date_of_death), days_on_feed)}`}
          <br />
          {where.filter(Boolean).join(' · ')}
        </>
      }
    >
      <Pill text={post_mortem.status} />
    </LinkRow>
  )
}
