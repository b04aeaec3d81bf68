import { Link } from '@tanstack/react-router'
import { formatShortDay } from '@chisholm/domain/dates'
import { describeTrend, knownRate, rateOfRow } from '@chisholm/domain/key-figures'
import type { MortalityRow, MortalityTotals } from '@chisholm/domain/schemas/insight'
import type { Interval } from '@chisholm/domain/statistics'
import type { ReactNode } from 'react'
import { ChartCard } from './chart-card.tsx'
import { daysOfWeek, type DeathsSearch, type InsightPeriod, weekWithin } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'
import { type Mark, MarkPicker, PickedFrame } from './mark-picker.tsx'
import { useTouchedMark } from './use-touched-mark.ts'

const { usual: texts } = insightTexts

/** The day on which the week of a row begins. */
export const weekName = ({ key, label }: MortalityRow) => (key ? formatShortDay(daysOfWeek(key).from) : label)

interface WeekChartProps {
  weeks: MortalityRow[]
  totals: MortalityTotals
  /** The usual range of deaths in a week; null without earlier data. */
  range: Interval | null
  /** All deaths of the chart. */
  counted: DeathsSearch
  period: InsightPeriod
}

/** A week of the chart. */
interface WeekMark extends Mark {
  name: string
  isMoreThanUsual: boolean
}

/** Deaths by week, with the usual range as a band. A bar leads to its deaths. */
export function WeekChart({ weeks, totals, range, counted, period }: WeekChartProps) {
  const { touched, setTouched, touchProps } = useTouchedMark()
  const marks = weeks.map((week): WeekMark => {
    const { key, deaths } = week
    const isMoreThanUsual = range !== null && deaths > range.high
    return {
      key: key ?? '',
      name: weekName(week),
      description: texts.ofWeek(weekName(week), deaths, isMoreThanUsual),
      figures: texts.figures(week.examined, knownRate(week, totals.head_known)),
      deaths,
      isMoreThanUsual,
      link: key && deaths > 0 ? { ...counted, ...weekWithin(key, period) } : undefined,
    }
  })
  const picked = marks.find(({ key }) => key === touched) ?? marks.at(-1)
  const table = {
    head: [texts.week, insightTexts.deaths, insightTexts.examined, insightTexts.rate],
    rows: weeks.map((week) => [
      week.key ? daysOfWeek(week.key).from : week.label,
      week.deaths,
      week.examined,
      rateOfRow(week, totals.head_known),
    ]),
    links: marks.map(({ link }) => [link]),
  }
  return (
    <ChartCard title={texts.title} hint={describeTrend('week', range)} file="deaths-by-week" table={table}>
      {weeks.every(({ deaths }) => deaths === 0) ? (
        <p className="hint">{insightTexts.none}</p>
      ) : (
        <>
          <div className="week-chart" {...touchProps}>
            <Bars marks={marks} picked={picked} range={range} />
          </div>
          <WeekNames marks={marks} />
          {picked && <MarkPicker marks={marks} picked={picked} onPick={setTouched} names={texts.pick} />}
        </>
      )}
    </ChartCard>
  )
}

/** More bars than these are too many stops for the Tab key; the rows of the table lead to the same deaths. */
const tabStops = 26
/** With more bars than these, only those above the usual range have room for their number. */
const numberedBars = 16

interface BarsProps {
  marks: readonly WeekMark[]
  picked: WeekMark | undefined
  range: Interval | null
}

function Bars({ marks, picked, range }: BarsProps) {
  const top = Math.max(4, ...marks.map(({ deaths }) => deaths), range?.high ?? 0)
  const share = (count: number) => `${(100 * count) / top}%`
  return (
    <>
      {range && (
        <div className="band" style={{ bottom: share(range.low), height: share(range.high - range.low) }} aria-hidden />
      )}
      <ol>
        {marks.map((mark) => (
          <li key={mark.key} title={mark.description} data-mark={mark.key}>
            {mark === picked && <PickedFrame />}
            <BarLink mark={mark} isTabStop={marks.length <= tabStops}>
              <span
                className={mark.isMoreThanUsual ? 'bar more' : 'bar'}
                style={{ height: mark.deaths > 0 ? `max(5px, ${share(mark.deaths)})` : 0 }}
                aria-hidden
              >
                {(mark.isMoreThanUsual || marks.length <= numberedBars) && mark.deaths > 0 ? (
                  <b>{mark.deaths}</b>
                ) : null}
              </span>
            </BarLink>
          </li>
        ))}
      </ol>
    </>
  )
}

interface BarLinkProps {
  mark: WeekMark
  isTabStop: boolean
  children: ReactNode
}

const BarLink = ({ mark: { link, description }, isTabStop, children }: BarLinkProps) =>
  link ? (
    <Link to="/a/insight/deaths" search={{ ...link }} aria-label={description} {...(!isTabStop && { tabIndex: -1 })}>
      {children}
    </Link>
  ) : (
    <>
      <span className="visually-hidden">{description}</span>
      {children}
    </>
  )

/** The first, the middle and the last week below the chart. */
function WeekNames({ marks }: { marks: readonly WeekMark[] }) {
  const named = new Set([marks[0], marks[Math.floor((marks.length - 1) / 2)], marks.at(-1)])
  return (
    <div className="week-names" aria-hidden>
      {[...named].map((mark) => mark && <span key={mark.key}>{mark.name}</span>)}
    </div>
  )
}
