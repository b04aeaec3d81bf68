import { useElementSize } from '@mantine/hooks'
import { figureTexts } from '@chisholm/domain/key-figures'
import { curveHint, curveRows, describeCurve, lotCurve, lotTexts } from '@chisholm/domain/lot-figures'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import { ChartCard } from '../insight/index.ts'

const height = 220
const margin = { left: 36, right: 8, top: 12, bottom: 40 }

/** Deaths by days on feed as a curve, with the usual range as a band. */
export function LotCurve({ summary }: { summary: LotSummary }) {
  const { ref, width } = useElementSize()
  const table = {
    head: [lotTexts.daysOnFeed, figureTexts.deaths, lotTexts.usual, lotTexts.usualRange],
    rows: curveRows(summary),
  }
  return (
    <ChartCard title={lotTexts.curve} hint={curveHint(summary)} file="lot-deaths-by-days-on-feed" table={table}>
      <div ref={ref} className="lot-curve">
        {summary.lot.arrived_at !== null && width > 0 && <Curve summary={summary} width={width} />}
      </div>
    </ChartCard>
  )
}

/** A round step of at least a quarter of the maximum: 1, 2 or 5 times a power of ten. */
function stepOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(top, 1) / 4))
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= top / 4) ?? 1)
}
const ticksTo = (top: number, step: number) =>
  Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step)

function Curve({ summary, width }: { summary: LotSummary; width: number }) {
  const { points, usual } = lotCurve(summary)
  const lastDay = Math.max(7, ...points.map((point) => point.days_on_feed), ...usual.map((week) => week.days_on_feed))
  const most = Math.max(4, summary.totals.deaths, ...usual.map(({ high }) => high))
  const ticks = ticksTo(most, stepOf(most))
  const top = ticks.at(-1) ?? 1
  const x = (days: number) => margin.left + ((width - margin.left - margin.right) * days) / lastDay
  const y = (deaths: number) => margin.top + (height - margin.top - margin.bottom) * (1 - deaths / top)
  const line = (at: readonly (readonly [number, number])[]) =>
    at.map(([days, deaths]) => `${x(days)},${y(deaths)}`).join(' ')
  // a count is constant until the next one
  const steps = points.flatMap((point, index): [number, number][] => [
    [point.days_on_feed, points[index - 1]?.deaths ?? 0],
    [point.days_on_feed, point.deaths],
  ])
  const band = [
    ...usual.map((week): [number, number] => [week.days_on_feed, week.high]),
    ...usual.toReversed().map((week): [number, number] => [week.days_on_feed, week.low]),
  ]
  return (
    <svg
      width={width}
      height={height}
      // paper is narrower than the screen
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describeCurve(summary)}
    >
      <polygon className="usual-band" points={line(band)} />
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="scale" x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
          <text x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {ticksTo(lastDay, stepOf(lastDay))
        .filter((day) => day <= lastDay)
        .map((day) => (
          <text key={day} x={x(day)} y={height - margin.bottom + 16} textAnchor="middle">
            {day}
          </text>
        ))}
      <text x={(width + margin.left) / 2} y={height - 6} textAnchor="middle">
        {lotTexts.daysOnFeed}
      </text>
      <polyline className="usual-line" points={line(usual.map((week) => [week.days_on_feed, week.deaths]))} />
      <polyline className="lot-line" points={line(steps)} />
    </svg>
  )
}
