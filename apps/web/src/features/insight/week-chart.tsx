import { formatShortDay } from '@chisholm/domain/dates'
import { rateOfRow } from '@chisholm/domain/key-figures'
import type { MortalityRow, MortalityTotals } from '@chisholm/domain/schemas'
import type { Interval } from '@chisholm/domain/statistics'
import { ChartCard } from './chart-card.tsx'
import { Link } from '@tanstack/react-router'
import { daysOfWeek, type DeathsSearch, type InsightPeriod, weekWithin } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'
import { MarkPicker, PickedFrame } from './mark-picker.tsx'
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

/** More bars than these are too many stops for the Tab key; the rows of the table lead to the same deaths. */
const tabStops = 26

/** Deaths by week, with the usual range as a band. A bar leads to its deaths. */
export function WeekChart({ weeks, totals, range, counted, period }: WeekChartProps) {
  const linkOf = ({ key, deaths }: MortalityRow) =>
    key && deaths > 0 ? { ...counted, ...weekWithin(key, period) } : undefined
  const isMore = ({ deaths }: MortalityRow) => range !== null && deaths > range.high
  const describe = (week: MortalityRow) => texts.week(weekName(week), week.deaths, isMore(week))
  const { touched, setTouched, touchProps } = useTouchedMark()
  const marks = weeks.map((week) => ({
    key: week.key ?? '',
    description: describe(week),
    figures: texts.figures(week.examined, week.per_1000_head_month),
    deaths: week.deaths,
    link: linkOf(week),
  }))
  const picked = marks.find(({ key }) => key === touched) ?? marks.at(-1)
  const top = Math.max(4, ...weeks.map(({ deaths }) => deaths), range?.high ?? 0)
  const share = (count: number) => `${(100 * count) / top}%`
  const named = [...new Set([weeks[0], weeks[Math.floor((weeks.length - 1) / 2)], weeks.at(-1)])].filter(
    (week) => week !== undefined,
  )
  const table = {
    head: [texts.columnWeek, insightTexts.deaths, insightTexts.examined, insightTexts.rate],
    rows: weeks.map((week) => [
      week.key ? daysOfWeek(week.key).from : week.label,
      week.deaths,
      week.examined,
      rateOfRow(week, totals.head_known),
    ]),
    links: weeks.map((week) => [linkOf(week)]),
  }
  return (
    <ChartCard
      title={texts.title}
      hint={range ? texts.hint(range.low, range.high) : texts.noBasis}
      file="deaths-by-week"
      table={table}
    >
      {weeks.every(({ deaths }) => deaths === 0) ? (
        <p className="hint">{insightTexts.none}</p>
      ) : (
        <>
          <div className="week-chart" {...touchProps}>
            {range && (
              <div
                className="band"
                style={{ bottom: share(range.low), height: share(range.high - range.low) }}
                aria-hidden
              />
            )}
            <ol>
              {weeks.map((week) => {
                const description = describe(week)
                const link = linkOf(week)
                const bar = (
                  <span
                    className={isMore(week) ? 'bar more' : 'bar'}
                    style={{ height: week.deaths > 0 ? `max(5px, ${share(week.deaths)})` : 0 }}
                    aria-hidden
                  >
                    {(isMore(week) || weeks.length <= 16) && week.deaths > 0 ? <b>{week.deaths}</b> : null}
                  </span>
                )
                return (
                  <li key={week.key} title={description} data-mark={week.key}>
                    {week.key === picked?.key && <PickedFrame />}
                    {link ? (
                      <Link
                        to="/a/insight/deaths"
                        search={{ ...link }}
                        aria-label={description}
                        {...(weeks.length > tabStops && { tabIndex: -1 })}
                      >
                        {bar}
                      </Link>
                    ) : (
                      <>
                        <span className="visually-hidden">{description}</span>
                        {bar}
                      </>
                    )}
                  </li>
                )
              })}
            </ol>
          </div>
          <div className="week-names" aria-hidden>
            {named.map((week) => (
              <span key={week.key}>{weekName(week)}</span>
            ))}
          </div>
          {picked && <MarkPicker marks={marks} picked={picked} onPick={setTouched} names={texts.pick} />}
        </>
      )}
    </ChartCard>
  )
}
