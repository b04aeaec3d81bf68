import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rateOfRow } from '@chisholm/domain/key-figures'
import type { MortalityRow } from '@chisholm/domain/schemas/insight'
import { ChartCard } from './chart-card.tsx'
import { deathsOf, type DeathsSearch, type InsightPeriod, type InsightSearch, weekWithin } from './insight-period.ts'
import { mortalityQuery, siteChoicesQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'
import { MarkPicker, PickedFrame } from './mark-picker.tsx'
import { useTouchedMark } from './use-touched-mark.ts'
import { weekName } from './week-chart.tsx'

const { where: texts } = insightTexts
const shownLots = 6
/** Number of weeks, shown as squares; more do not fit on a phone. */
export const shownWeeks = 8

interface LotRow {
  lot: MortalityRow
  /** The name of its site, if it is to be shown. */
  site: string | undefined
  weeks: MortalityRow[]
  /** All deaths of the lot in the period. */
  counted: DeathsSearch
}

/** The deaths of a week of these, if there are any. */
type LinkOf = (counted: DeathsSearch, week: MortalityRow) => DeathsSearch | undefined

interface LotChartProps {
  lots: MortalityRow[]
  /** The displayed weeks of each lot. */
  period: InsightPeriod
  search: InsightSearch
}

/** The lots with the most deaths by week. A square leads to its deaths, a lot to its page, if the site has it. */
export function LotChart({ lots, period, search }: LotChartProps) {
  const shown = lots.filter(({ key }) => key !== null).slice(0, shownLots)
  const found = useQueries({
    queries: shown.map(({ key, site_id }) =>
      mortalityQuery('week', period, { ...search, lot: key ?? '', ...(site_id && { site: site_id }) }),
    ),
  })
  const nameOfSite = useNameOfSite(shown)
  const rows = shown.map(
    (lot, index): LotRow => ({
      lot,
      site: nameOfSite(lot),
      weeks: found[index]?.data?.data ?? [],
      counted: { ...deathsOf(search, period), lot: lot.key ?? '', ...(lot.site_id && { site: lot.site_id }) },
    }),
  )
  const linkOf: LinkOf = (counted, { key, deaths }) =>
    key && deaths > 0 ? { ...counted, ...weekWithin(key, period) } : undefined
  const { touched, setTouched, touchProps } = useTouchedMark()
  const marks = marksOf(rows, linkOf)
  const picked =
    marks.find(({ key }) => key === touched) ?? marks.toSorted((one, other) => other.deaths - one.deaths)[0]
  const top = Math.max(1, ...rows.flatMap(({ weeks }) => weeks.map(({ deaths }) => deaths)))
  const weeks = rows.find((row) => row.weeks.length > 0)?.weeks ?? []
  return (
    <ChartCard
      title={texts.title}
      hint={texts.hint(weeks.length || shownWeeks)}
      file="deaths-by-lot"
      table={tableOf(rows, weeks, linkOf)}
    >
      {rows.length === 0 ? (
        <p className="hint">{texts.noLots}</p>
      ) : (
        <>
          <ul className="heat-map">
            {rows.map((row) => (
              <li key={`${row.lot.site_id} ${row.lot.key}`}>
                <HeatRow {...row} linkOf={linkOf} top={top} picked={picked?.key} touchProps={touchProps} />
              </li>
            ))}
          </ul>
          <div className="heat-weeks" aria-hidden>
            {[...new Set([weeks[0], weeks.at(-1)])].map((week) =>
              week ? <span key={week.key}>{weekName(week)}</span> : null,
            )}
          </div>
          {picked && <MarkPicker marks={marks} picked={picked} onPick={setTouched} names={texts.pick} />}
        </>
      )}
    </ChartCard>
  )
}

/** The squares of the chart. */
const marksOf = (rows: readonly LotRow[], linkOf: LinkOf) =>
  rows.flatMap(({ lot, site, weeks, counted }) =>
    weeks.map((week) => ({
      key: markOf(lot, week),
      description: texts.cell(texts.lotOfSite(lot.label, site), weekName(week), week.deaths),
      deaths: week.deaths,
      link: linkOf(counted, week),
    })),
  )

/** The numbers of the chart. They have its links, too, because a square is narrower than a finger. */
const tableOf = (rows: readonly LotRow[], weeks: readonly MortalityRow[], linkOf: LinkOf) => ({
  head: [texts.lot, insightTexts.deaths, insightTexts.rate, ...weeks.map((week) => weekName(week))],
  rows: rows.map((row) => [
    texts.lotOfSite(row.lot.label, row.site),
    row.lot.deaths,
    rateOfRow(row.lot, 1),
    ...row.weeks.map(({ deaths }) => deaths),
  ]),
  links: rows.map((row) => [row.counted, undefined, undefined, ...row.weeks.map((week) => linkOf(row.counted, week))]),
})

/** The name of the site of a lot, if the lots are those of several sites: yards number theirs alike. */
function useNameOfSite(lots: MortalityRow[]) {
  const { data: sites = [] } = useQuery(siteChoicesQuery())
  const areOfSeveral = new Set(lots.map(({ site_id }) => site_id)).size > 1
  return ({ site_id }: MortalityRow) => (areOfSeveral ? sites.find(({ id }) => id === site_id)?.name : undefined)
}

const markOf = (lot: MortalityRow, week: MortalityRow) => `${lot.site_id} ${lot.key} ${week.key}`

interface HeatRowProps extends LotRow {
  linkOf: LinkOf
  top: number
  /** The picked square of the chart. */
  picked: string | undefined
  touchProps: ReturnType<typeof useTouchedMark>['touchProps']
}

function HeatRow({ lot, site, weeks, counted, linkOf, top, picked, touchProps }: HeatRowProps) {
  const name = (
    <span>
      {lot.label} {site && <span className="hint">{site}</span>}
    </span>
  )
  return (
    <>
      {lot.site_id && lot.lot_id ? (
        <Link to="/a/herd/$siteId/lots/$id" params={{ siteId: lot.site_id, id: lot.lot_id }}>
          {name}
        </Link>
      ) : (
        <Link to="/a/insight/deaths" search={{ ...counted }}>
          {name}
        </Link>
      )}
      <span className="heat-cells" {...touchProps}>
        {weeks.map((week) => {
          const description = texts.cell(texts.lotOfSite(lot.label, site), weekName(week), week.deaths)
          const cell = {
            className: 'heat-cell',
            // cast: React's style type has no custom properties
            style: {
              '--heat': `${Math.round((45 * week.deaths) / top)}%`,
              '--digits': String(week.deaths).length,
            } as Record<string, string | number>,
            title: description,
            'data-mark': markOf(lot, week),
          }
          const frame = markOf(lot, week) === picked && <PickedFrame />
          const link = linkOf(counted, week)
          return link ? (
            <Link key={week.key} {...cell} to="/a/insight/deaths" search={{ ...link }} aria-label={description}>
              {week.deaths}
              {frame}
            </Link>
          ) : (
            <span key={week.key} {...cell}>
              <span className="visually-hidden">{description}</span>
              {frame}
            </span>
          )
        })}
      </span>
    </>
  )
}
