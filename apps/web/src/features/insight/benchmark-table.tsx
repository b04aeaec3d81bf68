import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rateOfRow } from '@chisholm/domain/key-figures'
import { isVet } from '@chisholm/domain/permissions'
import type { MortalityTotals } from '@chisholm/domain/schemas/insight'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { errorMessage } from '../../ui/toast.ts'
import { ChartCard } from './chart-card.tsx'
import { deathsOf, type InsightPeriod, type InsightSearch } from './insight-period.ts'
import { benchmarkQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'

const { benchmark: texts } = insightTexts

interface BenchmarkTableProps {
  period: InsightPeriod
  search: InsightSearch
  /** The user's own totals. */
  totals: MortalityTotals
}

/**
 * The user's rates with the quartiles of all customers. Empty for vet roles, and unless the practice has enabled
 * it.
 */
export function BenchmarkTable({ period, search, totals }: BenchmarkTableProps) {
  const currentUser = useSession()
  // vet roles see all customers and have no rate of their own
  const isOn = useCachedProvider()?.benchmark === true && currentUser !== null && !isVet(currentUser)
  const benchmark = useQuery({ ...benchmarkQuery(period, search), enabled: isOn })
  if (!isOn || benchmark.isPending) return null
  // the most frequent causes of all customers come first
  const rows = (benchmark.data ?? []).toSorted((one, other) => other.p50 - one.p50 || other.p75 - one.p75)
  const table = {
    head: [texts.cause, texts.own, texts.quarter, texts.half, texts.threeQuarters],
    rows: rows.map((row) => [
      row.label,
      rateOfRow(row, totals.head_known),
      ...[row.p25, row.p50, row.p75].map((rate) => rate.toFixed(2)),
    ]),
  }
  return (
    <ChartCard title={texts.title} hint={texts.hint} file="comparison" table={table}>
      {benchmark.isError ? (
        <p>{errorMessage(benchmark.error, insightTexts.failed)}</p>
      ) : (
        <table className="benchmark">
          <thead>
            <tr>
              {[texts.cause, texts.own, texts.middleHalf].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Link to="/a/insight/deaths" search={{ ...deathsOf(search, period), cause: row.key ?? undefined }}>
                    {row.label}
                  </Link>
                </th>
                <td>{rateOfRow(row, totals.head_known)}</td>
                <td>{texts.range(row.p25.toFixed(2), row.p75.toFixed(2))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ChartCard>
  )
}
