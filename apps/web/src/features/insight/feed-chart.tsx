import type { MortalityRow } from '@chisholm/domain/schemas'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import { insightTexts } from './insight-texts.ts'

const { feed: texts } = insightTexts
const firstDay = ({ key }: MortalityRow) => Number.parseInt(key ?? '999', 10)

/** Deaths by days on feed. */
export function FeedChart({ bands }: { bands: MortalityRow[] }) {
  const rows = bands.toSorted((one, other) => firstDay(one) - firstDay(other))
  const table = {
    head: [texts.title, insightTexts.deaths, insightTexts.examined],
    rows: rows.map(({ label, deaths, examined }) => [label, deaths, examined]),
  }
  const bars = rows.map(({ label, deaths }) => ({
    key: label,
    label,
    value: deaths,
    description: texts.bar(label, deaths),
  }))
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="deaths-by-days-on-feed" table={table}>
      {bars.length === 0 ? <p className="hint">{insightTexts.none}</p> : <BarList bars={bars} />}
    </ChartCard>
  )
}
