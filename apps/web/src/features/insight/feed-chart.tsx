import { sortFeedBands } from '@chisholm/domain/key-figures'
import type { MortalityRow } from '@chisholm/domain/schemas/insight'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

const { feed: texts } = insightTexts

interface FeedChartProps {
  bands: MortalityRow[]
  /** All deaths of the chart. */
  counted: DeathsSearch
}

/** Deaths by days on feed. A bar leads to its deaths. */
export function FeedChart({ bands, counted }: FeedChartProps) {
  const rows = sortFeedBands(bands)
  const bars = rows.map(({ key, label, deaths }) => ({
    key: label,
    label,
    value: deaths,
    description: texts.bar(label, deaths),
    link: { ...counted, ...(key === null ? { unknown: 'days_on_feed' as const } : { feed: key }) },
  }))
  const table = {
    head: [texts.title, insightTexts.deaths, insightTexts.examined],
    rows: rows.map(({ label, deaths, examined }) => [label, deaths, examined]),
    links: bars.map(({ link }) => [link]),
  }
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="deaths-by-days-on-feed" table={table}>
      {bars.length === 0 ? <p className="hint">{insightTexts.none}</p> : <BarList bars={bars} />}
    </ChartCard>
  )
}
