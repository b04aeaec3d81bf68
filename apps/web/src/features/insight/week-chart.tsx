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
  /** The usual range of deaths in a week; null without earlier data. */
  range: Interval | null
  search: InsightSearch
}

/** Deaths by week, with the usual range as a band. Rows of the table link to their weeks. */
export function WeekChart({ weeks, range, search }: WeekChartProps) {
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
      week.per_1000_head_month === null ? null : Number(week.per_1000_head_month.toFixed(2)),
    ]),
    // a bar can be too narrow to tap, so the table row links to the week
    links: weeks.map(({ key }) => (key ? { ...search, weeks: undefined, ...daysOfWeek(key) } : undefined)),
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
                const description = texts.week(weekName(week), week.deaths, isMore)
                return (
                  <li key={week.key} title={description}>
                    <span className="visually-hidden">{description}</span>
                    <span className={isMore ? 'bar more' : 'bar'} style={{ height: share(week.deaths) }} aria-hidden>
                      {(isMore || weeks.length <= 16) && week.deaths > 0 ? <b>{week.deaths}</b> : null}
                    </span>
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
        </>
      )}
    </ChartCard>
  )
}
