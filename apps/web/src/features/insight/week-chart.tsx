import { Link } from '@tanstack/react-router'
import { formatShortDay } from '@chisholm/domain/dates'
import type { MortalityRow } from '@chisholm/domain/schemas'
import type { Interval } from '@chisholm/domain/statistics'
import { ChartCard } from './chart-card.tsx'
import { daysOfWeek, type InsightSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

const { usual: texts } = insightTexts

/** The day on which the week of a row begins. */
export const weekName = ({ key, label }: MortalityRow) => (key ? formatShortDay(daysOfWeek(key).from) : label)

interface WeekChartProps {
  weeks: MortalityRow[]
  /** How many deaths a week usually has; null when nothing is known of the time before. */
  range: Interval | null
  search: InsightSearch
}

/** Deaths by week with the band of what is usual. A bar leads to its week. */
export function WeekChart({ weeks, range, search }: WeekChartProps) {
  const top = Math.max(4, ...weeks.map(({ deaths }) => deaths), range?.high ?? 0)
  const share = (count: number) => `${(100 * count) / top}%`
  // so many labels that they do not touch each other
  const every = Math.ceil(weeks.length / 6)
  const table = {
    head: [texts.columnWeek, insightTexts.deaths, insightTexts.examined, insightTexts.rate],
    rows: weeks.map((week) => [
      week.key ? daysOfWeek(week.key).from : week.label,
      week.deaths,
      week.examined,
      week.per_1000_head_month === null ? null : Number(week.per_1000_head_month.toFixed(2)),
    ]),
  }
  return (
    <ChartCard
      title={texts.title}
      hint={range ? texts.hint(range.low, range.high) : texts.noBasis}
      file="deaths-by-week"
      table={table}
    >
      <div className="week-chart">
        {range && (
          <div
            className="band"
            style={{ bottom: share(range.low), height: share(range.high - range.low) }}
            aria-hidden
          />
        )}
        <ol>
          {weeks.map((week) => {
            const isMore = range !== null && week.deaths > range.high
            return (
              <li key={week.key}>
                <Link
                  to="/a/insight"
                  search={{ ...search, weeks: undefined, ...(week.key && daysOfWeek(week.key)) }}
                  aria-label={texts.week(weekName(week), week.deaths, isMore)}
                  title={texts.week(weekName(week), week.deaths, isMore)}
                >
                  <span className={isMore ? 'bar more' : 'bar'} style={{ height: share(week.deaths) }}>
                    {(isMore || weeks.length <= 16) && week.deaths > 0 ? <b>{week.deaths}</b> : null}
                  </span>
                </Link>
              </li>
            )
          })}
        </ol>
      </div>
      <div className="week-names" aria-hidden>
        {weeks.map((week, index) => (
          <span key={week.key}>{index % every === 0 ? weekName(week) : ''}</span>
        ))}
      </div>
    </ChartCard>
  )
}
