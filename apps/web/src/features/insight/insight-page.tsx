import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Day, daysBetween } from '@chisholm/domain/dates'
import type { MortalityRow } from '@chisholm/domain/schemas/insight'
import type { Interval } from '@chisholm/domain/statistics'
import { may } from '@chisholm/domain/permissions'
import { usualRange } from '@chisholm/domain/mortality'
import { useSession } from '../../api/session.ts'
import { Page } from '../../ui/page.tsx'
import { FailedState, Skeletons } from '../../ui/states.tsx'
import { SamplesAtLab } from '../samples/index.ts'
import { BenchmarkTable } from './benchmark-table.tsx'
import { ChartScope } from './chart-scope.ts'
import { CauseChart } from './cause-chart.tsx'
import { FeedChart } from './feed-chart.tsx'
import { InsightFilters } from './insight-filters.tsx'
import {
  deathsOf,
  type InsightPeriod,
  type InsightSearch,
  lastWeeks,
  periodBefore,
  periodOf,
  weekWithin,
  yearBefore,
} from './insight-period.ts'
import { agreementQuery, mortalityQuery, turnaroundQuery } from './insight-queries.ts'
import { insightTexts as texts } from './insight-texts.ts'
import { PeriodFigures } from './key-figures.tsx'
import { WeekChart, weekName } from './week-chart.tsx'
import { shownWeeks, LotChart } from './lot-chart.tsx'
import { OpenedInTime, TurnaroundTable } from './turnaround-table.tsx'
import { useScopeTexts } from './use-scope-texts.ts'
import { useTodayAtSites } from './use-today-at-sites.ts'

/**
 * Mortality of the user's sites: compared with the usual range, by cause, by lot and week, and the practice's
 * turnaround.
 */
export function InsightPage() {
  const search: InsightSearch = useSearch({ strict: false })
  const now = useTodayAtSites(search)
  const period = periodOf(search, now)
  const scope = useScopeTexts(search, period)
  return (
    <Page title={texts.title} ownHeading wide>
      <div className="insight-page">
        <div className="row between">
          <h1>{texts.title}</h1>
          <Button className="no-print" variant="default" mih={44} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </div>
        <p className="print-only">{scope.join(' · ')}</p>
        <InsightFilters search={search} period={period} />
        <ChartScope value={scope}>
          <Figures search={search} period={period} now={now} />
        </ChartScope>
      </div>
    </Page>
  )
}

function Figures({ search, period, now }: { search: InsightSearch; period: InsightPeriod; now: Day }) {
  const currentUser = useSession()
  const weeks = useQuery(mortalityQuery('week', period, search))
  const year = useQuery(mortalityQuery('week', yearBefore(period), search))
  const causes = useQuery(mortalityQuery('system', period, search))
  const causesBefore = useQuery(mortalityQuery('system', periodBefore(period), search))
  const weeksOfLots = lastWeeks(shownWeeks, period)
  const lots = useQuery(mortalityQuery('lot', weeksOfLots, search))
  const bands = useQuery(mortalityQuery('days_on_feed', period, search))
  const agreement = useQuery(agreementQuery(period, search))
  const turnaround = useQuery(turnaroundQuery(period, search))
  const range = year.data ? usualRange(year.data.data) : null
  const high = highWeekOf(weeks.data?.data ?? [], range, period)
  const lotsOfHighWeek = useQuery({
    ...mortalityQuery('lot', high?.days ?? period, search),
    enabled: high !== null && !search.lot,
  })
  const all = [weeks, year, causes, causesBefore, lots, bands, agreement, turnaround]
  if (all.some(({ isError, data }) => isError && !data))
    return <FailedState text={texts.failed} onRetry={() => all.forEach(({ refetch }) => void refetch())} />
  if (
    !weeks.data ||
    !year.data ||
    !causes.data ||
    !causesBefore.data ||
    !lots.data ||
    !bands.data ||
    !agreement.data ||
    !turnaround.data ||
    lotsOfHighWeek.isLoading
  )
    return <Skeletons height={200} count={4} />
  // samples wait regardless of any period, and their list has no filters
  const showsSamples = !search.site && !search.lot && !search.cause && currentUser && may(currentUser, 'samples.write')
  const counted = deathsOf(search, period)
  return (
    <>
      {range && high && <Warning {...high} range={range} lots={lotsOfHighWeek.data?.data ?? []} search={search} />}
      <PeriodFigures
        totals={weeks.data.meta}
        before={causesBefore.data.meta.deaths}
        agreement={agreement.data}
        deaths={counted}
      />
      {daysBetween(period.to, now) < 7 && <p className="hint">{texts.comingIn}</p>}
      <div className="charts">
        <div>
          <WeekChart weeks={weeks.data.data} totals={weeks.data.meta} range={range} counted={counted} period={period} />
          <div className="chart-pair">
            <LotChart lots={lots.data.data} period={weeksOfLots} search={search} />
            <FeedChart bands={bands.data.data} counted={counted} />
          </div>
        </div>
        <div>
          <CauseChart causes={causes.data.data} before={causesBefore.data.data} counted={counted} />
          <TurnaroundTable rows={turnaround.data.data} counted={counted}>
            {turnaround.data.meta.opened && <OpenedInTime {...turnaround.data.meta.opened} />}
            {showsSamples && <SamplesAtLab />}
          </TurnaroundTable>
          <BenchmarkTable period={period} search={search} totals={weeks.data.meta} />
        </div>
      </div>
    </>
  )
}

/** The last week with more deaths than usual. */
interface HighWeek {
  week: MortalityRow
  /** Its days within the period. */
  days: InsightPeriod
}

const highWeekOf = (weeks: MortalityRow[], range: Interval | null, period: InsightPeriod): HighWeek | null => {
  const week = range && weeks.findLast(({ deaths }) => deaths > range.high)
  return week?.key ? { week, days: weekWithin(week.key, period) } : null
}

interface WarningProps extends HighWeek {
  range: Interval
  /** The lots with deaths in this week, those with the most first. */
  lots: MortalityRow[]
  search: InsightSearch
}

/** Names the week, and the lot that has at least a third of its deaths, as a link to these. */
function Warning({ week, days, range, lots, search }: WarningProps) {
  const lot = lots.find(({ key, deaths }) => key !== null && deaths * 3 >= week.deaths)
  return (
    <p className="insight-warning">
      <IconAlertTriangle size={22} aria-hidden />
      <span>
        {texts.usual.more(week.deaths, weekName(week), range.low, range.high)}{' '}
        {lot && (
          <Link
            to="/a/insight/deaths"
            search={{ ...deathsOf(search, days), lot: lot.key ?? '', ...(lot.site_id && { site: lot.site_id }) }}
          >
            {texts.usual.lotWithMost(lot.label, lot.deaths)}
          </Link>
        )}
      </span>
    </p>
  )
}
