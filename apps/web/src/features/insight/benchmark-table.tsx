import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isVet } from '@chisholm/domain/permissions'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { errorMessage } from '../../ui/toast.ts'
import { ChartCard } from './chart-card.tsx'
import { deathsOf, type InsightPeriod, type InsightSearch } from './insight-period.ts'
import { benchmarkQuery } from './insight-queries.ts'
import { insightTexts } from './insight-texts.ts'

const { benchmark: texts } = insightTexts
const rateOf = (rate: number | null) => rate?.toFixed(2) ?? null

/**
 * The user's rates with the quartiles of the other customers. Empty for vet roles, and unless the practice has enabled
 * it.
 */
export function BenchmarkTable({ period, search }: { period: InsightPeriod; search: InsightSearch }) {
  const currentUser = useSession()
  // vet roles see all customers and have no rate of their own
  const isOn = useCachedProvider()?.benchmark === true && currentUser !== null && !isVet(currentUser)
  const benchmark = useQuery({ ...benchmarkQuery(period, search), enabled: isOn })
  if (!isOn || benchmark.isPending) return null
  // the most frequent causes of the other customers come first
  const rows = (benchmark.data ?? []).toSorted((one, other) => other.p50 - one.p50 || other.p75 - one.p75)
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
            {rows.map(({ key, label, per_1000_head_month, p25, p75 }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to="/a/insight/deaths" search={{ ...deathsOf(search, period), cause: key ?? undefined }}>
                    {label}
                  </Link>
                </th>
                <td>{rateOf(per_1000_head_month) ?? insightTexts.headUnknown}</td>
                <td>{texts.range(p25.toFixed(2), p75.toFixed(2))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ChartCard>
  )
}
