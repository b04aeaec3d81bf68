import type { MortalityRow } from '@chisholm/domain/schemas/insight'
import { BarList } from './bar-list.tsx'
import { ChartCard } from './chart-card.tsx'
import type { DeathsSearch } from './insight-period.ts'
import { insightTexts } from './insight-texts.ts'

const { causes: texts } = insightTexts

interface CauseChartProps {
  causes: MortalityRow[]
  before: MortalityRow[]
  /** All deaths of the chart. */
  counted: DeathsSearch
}

/** Deaths by system, compared with the previous period. A bar leads to the deaths of its system. */
export function CauseChart({ causes, before, counted }: CauseChartProps) {
  const countBefore = new Map(before.map(({ key, deaths }) => [key, deaths]))
  const bars = causes.map(({ key, label, deaths }) => {
    const deathsBefore = countBefore.get(key) ?? 0
    return {
      key: label,
      label,
      value: deaths,
      before: deathsBefore,
      description: texts.bar(label, deaths, deathsBefore),
      link: { ...counted, ...(key === null ? { unknown: 'diagnosis_id' as const } : { cause: key }) },
    }
  })
  const table = {
    head: [texts.cause, insightTexts.deaths, texts.before],
    rows: bars.map(({ label, value, before: deathsBefore }) => [label, value, deathsBefore]),
    links: bars.map(({ link }) => [link]),
  }
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="deaths-by-cause" table={table}>
      {bars.length === 0 ? <p className="hint">{insightTexts.none}</p> : <BarList bars={bars} />}
    </ChartCard>
  )
}
