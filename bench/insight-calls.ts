import type { BenchEnvironment } from './environment.ts'
import { type Call, load, type Measured } from './load.ts'
import { median } from './measure.ts'
import { firstClient } from './seed.ts'

/** One call of mortality insight at both sizes, in milliseconds. */
export interface InsightMeasurement {
  name: string
  scope: 'site' | 'practice'
  large: Pick<Measured, 'p50' | 'p95'>
  small: Pick<Measured, 'p50' | 'p95'>
  growth: number
}

const keys = ['month', 'week', 'day', 'customer', 'site', 'lot', 'pen', 'diagnosis', 'system', 'days_on_feed']
const paths = [
  ...keys.map((by) => `mortality?by=${by}`),
  'agreement?by=system',
  'agreement?by=diagnosis',
  ...['month', 'site', 'veterinarian'].map((by) => `turnaround?by=${by}`),
  'benchmark?by=system',
  'deaths?per_page=20',
  'deaths?per_page=20&page=1000',
  'turnaround/tickets?per_page=20',
]
const period = 'from=2016-10-02&to=2026-10-01'
const vet = 0
/** A site of ordinary size, with about 0.1 % of the tickets. */
const ordinarySite = 270
const causeKeys = ['month', 'week', 'day', 'customer', 'site', 'diagnosis', 'days_on_feed']

interface InsightCall {
  name: string
  scope: InsightMeasurement['scope']
  path: string
  userNumber: number
}

const calls: InsightCall[] = [
  ...paths
    .filter((path) => !path.startsWith('benchmark'))
    .map((path) => ({ path, scope: 'site' as const, userNumber: firstClient + ordinarySite })),
  ...paths.map((path) => ({ path, scope: 'practice' as const, userNumber: vet })),
  ...causeKeys.map((by) => ({
    path: `mortality?by=${by}&filter[system]=Respiratory`,
    scope: 'practice' as const,
    userNumber: vet,
  })),
].map((call) => ({ ...call, name: call.path, path: encodeURI(`/api/v1/insight/${call.path}&${period}`) }))

const rounds = 5

/** Measures every insight call over ten years with one caller, alternating between both sizes. */
export async function measureInsight(small: BenchEnvironment, large: BenchEnvironment): Promise<InsightMeasurement[]> {
  const rows: InsightMeasurement[] = []
  for (const { name, scope, path, userNumber } of calls) {
    const measureAt = async (environment: BenchEnvironment) => {
      const headers = { authorization: `Bearer ${await environment.tokenOf(userNumber)}` }
      const call: Call = { method: 'GET', path, headers }
      return load(environment.server.origin, () => call, { connections: 1, seconds: 0.7 })
    }
    for (const environment of [small, large]) await measureAt(environment)
    const measured = [{ small: await measureAt(small), large: await measureAt(large) }]
    while (measured.length < rounds) measured.push({ small: await measureAt(small), large: await measureAt(large) })
    const at = (side: 'small' | 'large') => ({
      p50: median(measured.map((round) => round[side].p50)),
      p95: median(measured.map((round) => round[side].p95)),
    })
    const growth = median(measured.map((round) => round.large.p50 / round.small.p50))
    const row = { name, scope, small: at('small'), large: at('large'), growth }
    rows.push(row)
    console.log(`${scope} ${name}: p50 ${row.large.p50.toFixed(1)} ms, growth ${growth.toFixed(2)}`)
  }
  return rows
}
