import { useQuery } from '@tanstack/react-query'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { errorMessage } from '../../ui/toast.ts'
import { ChartCard } from './chart-card.tsx'
import type { InsightPeriod, InsightSearch } from './insight-period.ts'
import { benchmarkQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'

const { benchmark: texts } = insightTexts
const rateOf = (rate: number | null) => rate?.toFixed(2) ?? null

/** The user's rates with the quartiles of the other customers. Empty unless the practice has switched it on. */
export function BenchmarkTable({ period, search }: { period: InsightPeriod; search: InsightSearch }) {
  const isOn = useCachedProvider()?.benchmark ?? false
  const benchmark = useQuery({ ...benchmarkQuery(period, search), enabled: isOn })
  if (!isOn || benchmark.isPending) return null
  const rows = benchmark.data ?? []
  const table = {
    head: [texts.cause, texts.own, texts.quarter, texts.half, texts.threeQuarters],
    rows: rows.map(({ label, per_1000_head_month, p25, p50, p75 }) => [
      label,
      rateOf(per_1000_head_month),
      rateOf(p25),
      rateOf(p50),
      rateOf(p75),
    ]),
  }
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="comparison" table={table}>
      {benchmark.isError ? (
        <p>{errorMessage(benchmark.error, insightTexts.failed)}</p>
      ) : (
        <ul className="work-list">
          {rows.map(({ key, label, per_1000_head_month, p25, p75 }) => (
            <li key={key}>
              <span>{label}</span>
              <dl>
                <div>
                  <dt>{texts.own}</dt>
                  <dd>{rateOf(per_1000_head_month) ?? insightTexts.headUnknown}</dd>
                </div>
                <div>
                  <dt>{texts.middleHalf}</dt>
                  <dd>{texts.range(p25.toFixed(2), p75.toFixed(2))}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  )
}
