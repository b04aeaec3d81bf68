import type { MortalityRow } from '@chisholm/domain/schemas'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import type { InsightSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

const { causes: texts } = insightTexts

interface CauseChartProps {
  causes: MortalityRow[]
  before: MortalityRow[]
  search: InsightSearch
}

/** Deaths by system, compared with the previous period. A bar links to the deaths of its system. */
export function CauseChart({ causes, before, search }: CauseChartProps) {
  const countBefore = new Map(before.map(({ key, deaths }) => [key, deaths]))
  const bars = causes.map(({ key, label, deaths }) => {
    const deathsBefore = countBefore.get(key) ?? 0
    return {
      key: label,
      label,
      value: deaths,
      before: deathsBefore,
      description: texts.bar(label, deaths, deathsBefore),
      link: key === null ? undefined : { to: '/a/insight' as const, search: { ...search, cause: key } },
    }
  })
  const table = {
    head: [texts.cause, insightTexts.deaths, texts.before],
    rows: bars.map(({ label, value, before: deathsBefore }) => [label, value, deathsBefore]),
  }
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="deaths-by-cause" table={table}>
      {bars.length === 0 ? <p className="hint">{insightTexts.none}</p> : <BarList bars={bars} />}
    </ChartCard>
  )
}
