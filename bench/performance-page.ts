import { readFileSync } from 'node:fs'
import type { InsightMeasurement } from './insight-calls.ts'
import { insightSection } from './insight-section.ts'
import type { InsightWriteCost } from './insight-writes.ts'
import type { MinimalServerRow } from './measure-minimal-server.ts'
import type { WriteMeasurement } from './write-calls.ts'
import type { CallSummary } from './every-get-call.ts'
import type { BenchEnvironment } from './environment.ts'
import { formatCount, formatRate, formatTime, missedMark, table } from './format.ts'
import type { ReadMeasurement } from './measure.ts'

export interface Results {
  small: Pick<BenchEnvironment, 'size'>
  large: Pick<BenchEnvironment, 'size' | 'seconds'>
  machine: string
  /** Memory before the first request, in megabytes. */
  idle: number
  rows: ReadMeasurement[]
  /** The comparison with the minimal server, at both sizes. */
  bare: { small: MinimalServerRow[]; large: MinimalServerRow[] }
  /** Writes in the smaller database. */
  smallWrites: WriteMeasurement[]
  writes: WriteMeasurement[]
  insight: InsightMeasurement[]
  insightWrites: InsightWriteCost[]
  allCalls: CallSummary
  /** Number of sequential scans of large tables during the run. */
  scans: number
}

const thresholds = { ofBaseline: 0.5, growth: 1.5, wide: 1.5, idle: 150, seed: 600 }

/**
 * Renders docs/performance.md. Every threshold that was missed is marked with ✗. It ends with the figures of other
 * commands, `recorded-figures.md`.
 */
export function performancePage(results: Results): string {
  const sections = [
    '# Performance',
    factsSection(results),
    readSection(results),
    minimalServerSection(results),
    insightSection(results.insight, results.insightWrites),
    writeSection(results),
    readFileSync(new URL('recorded-figures.md', import.meta.url), 'utf8'),
  ]
  return sections.join('\n\n')
}

const factsSection = ({ large, machine, idle, allCalls: every, scans }: Results) =>
  `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; server, baseline, PostgreSQL and the load share it. \`bench/README.md\` explains the figures.

- Seed of ${formatCount(large.size.tickets)} tickets with ${formatCount(large.size.tickets * large.size.animalsPerPostMortem)} animals: ${formatCount(large.seconds)} s${missedMark(large.seconds < thresholds.seed)}.
- Idle server process: ${formatCount(idle)} MB${missedMark(idle < thresholds.idle)}.
- Sequential scans of tables of more than 10,000 rows at ${formatCount(large.size.tickets)} tickets: ${scans}${missedMark(scans === 0)}, counted by PostgreSQL during all calls below and ${formatCount(every.asked)} more: every GET call of the OpenAPI document with every filter and sort, by a SuperAdmin and two clients. ${scanning(every)} The slowest took ${formatTime(every.slowest.time)} ms: \`${every.slowest.call}\`. Refused: ${formatCount(every.refused)} searches for fewer than three characters, or that would compare too many animals.`

const readSection = ({
  small,
  large,
  rows,
}: Results) => `## Lists, searches and detail at ${formatCount(large.size.tickets)} tickets

Requests per second with eight callers, p50 and p99 in milliseconds with one. *of baseline* is the ratio of requests per second, *growth* the ratio of p50 to that at ${formatCount(small.size.tickets)} tickets, measured in alternation, *time* the ratio of p50 to the baseline's. ✗ marks a missed threshold.

${table(['Call', '/s', 'p50', 'p99', 'baseline /s', 'baseline p50', 'of baseline', 'growth', 'time'], rows.map(readRow))}`

const minimalServerSection = ({ small, large, bare }: Results) => `## Compared with a minimal server

The requests of the app's screens, with sixteen callers, compared with a minimal server: \`node:http\` and \`pg\` with one statement per call and the smallest response that can render the same screen, with the token checked and sites limited (\`bench/minimal-server.ts\`). _CPU_ is seconds of processor time for 1,000 requests, in the server + in PostgreSQL.

${table(
  [
    'Call',
    `/s at ${formatCount(small.size.tickets)}`,
    'of minimal',
    `/s at ${formatCount(large.size.tickets)}`,
    'of minimal',
    'CPU',
    'CPU of minimal',
  ],
  bare.small.map((row) =>
    bareRow(
      row,
      bare.large.find(({ name }) => name === row.name),
    ),
  ),
)}`

function writeSection({ small, smallWrites, writes }: Results): string {
  const before = new Map(smallWrites.map((change) => [change.name, change.api]))
  return `## Writes

Eight callers except for photos and reports, milliseconds. The baseline writes the change and its audit entry in one transaction, without checks, notifications or idempotency keys; it creates the same photos and reports with the same libraries.

${table(
  [
    'Call',
    '/s',
    'p50',
    'p99',
    'baseline /s',
    'baseline p50',
    'of baseline',
    `p50 at ${formatCount(small.size.tickets)}`,
    '',
  ],
  writes.map(({ name, api, baseline, note }) => [
    name,
    formatRate(api),
    formatTime(api.p50),
    formatTime(api.p99),
    formatRate(baseline),
    formatTime(baseline.p50),
    (api.perSecond / baseline.perSecond).toFixed(2),
    formatTime(before.get(name)?.p50 ?? Number.NaN),
    note ?? '',
  ]),
)}`
}

/** Names the tables that are scanned, with the number of calls and one of them. */
function scanning({ scanning: plans }: CallSummary): string {
  if (plans.length === 0) return 'No plan of these calls has one.'
  const byTable = Map.groupBy(plans, ({ table }) => table)
  const tables = [...byTable].map(([table, calls]) => `${table} (${calls.length}, like \`${calls[0]?.call}\`)`)
  return `Plans that have one, by table: ${tables.join('; ')}.`
}

function readRow({ name, kind, api, baseline, growth }: ReadMeasurement): string[] {
  const ofBaseline = api.eight.perSecond / baseline.eight.perSecond
  const slower = api.one.p50 / baseline.one.p50
  return [
    name,
    formatCount(api.eight.perSecond),
    formatTime(api.one.p50),
    formatTime(api.one.p99),
    formatCount(baseline.eight.perSecond),
    formatTime(baseline.one.p50),
    ofBaseline.toFixed(2) + missedMark(ofBaseline >= thresholds.ofBaseline || kind === 'wide'),
    growth === undefined ? '–' : growth.toFixed(2) + missedMark(growth <= thresholds.growth || kind === 'wide'),
    slower.toFixed(2) + missedMark(slower <= thresholds.wide || kind === 'tab'),
  ]
}

function bareRow(small: MinimalServerRow, large: MinimalServerRow | undefined): string[] {
  const share = ({ api, bare, threshold }: MinimalServerRow) => {
    const ratio = api.perSecond / bare.perSecond
    return ratio.toFixed(2) + missedMark(ratio >= threshold)
  }
  const cpu = ({ server, database }: { server: number; database: number }) =>
    `${server.toFixed(2)} + ${database.toFixed(2)}`
  // the large database has no planned week
  const { api, bare } = (large ?? small).cpu
  return [
    small.name,
    formatRate(small.api),
    share(small),
    large ? formatRate(large.api) : '–',
    large ? share(large) : '–',
    cpu(api),
    cpu(bare),
  ]
}
