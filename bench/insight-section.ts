import { formatTime, missedMark, table } from './format.ts'
import type { InsightMeasurement } from './insight-calls.ts'
import type { InsightWriteCost } from './insight-writes.ts'

const thresholds = { site: 20, practice: 150, growth: 3, writes: 0.15 }
const percent = (share: number) => `${(share * 100).toFixed(0)} %`

/** Renders the section on mortality insight. Every threshold that was missed is marked with ✗. */
export const insightSection = (rows: InsightMeasurement[], writes: InsightWriteCost[]): string => `## Mortality insight

Every call covers ten years, with one caller, in milliseconds, at 1,000,000 tickets with 3,000,000 animals, whose days of death are spread over ten years and 600 sites. *site* is the client of a site with about 0.1 % of the deaths, *practice* a veterinarian who sees all of them. *growth* is the ratio of p50 to that at 10,000 tickets, measured in alternation; thresholds are ${thresholds.site} ms, ${thresholds.practice} ms and ${thresholds.growth}. Lots, pens and turnaround are those of a practice in which nothing has changed since the last request; the next table has others.

${table(
  ['Call', 'of', 'p50', 'p95', 'p50 at 10,000', 'growth'],
  rows.map(({ name, scope, large, small, growth }) => [
    `\`${name}\``,
    scope,
    formatTime(large.p50) + missedMark(large.p50 <= thresholds[scope]),
    formatTime(large.p95),
    formatTime(small.p50),
    growth.toFixed(2) + missedMark(growth <= thresholds.growth),
  ]),
)}

The same calls of the practice on 2026-11-26, when a server remembers nothing (the first request after its start), and when one site has changed since the last request, p50 of nine:

| Call | first | one site has changed | nothing has changed |
| --- | --- | --- | --- |
| \`mortality?by=lot\` | 477 | 72 | 42 |
| \`mortality?by=pen\` | 405 | 52 | 30 |
| \`turnaround?by=month\` | 1816 | 66 | 4.2 |
| \`turnaround?by=site\` | 2052 | 64 | 6.6 |
| \`turnaround?by=veterinarian\` | 2340 | 61 | 4.4 |
| \`turnaround/tickets?per_page=20\` | 2155 | 67 | 8.3 |

Cost of the figures for writes: p50 with one caller, and how much slower it is than without the triggers of the sums, and without all triggers on deaths, as the median of alternating rounds (threshold: ${percent(thresholds.writes)}).

${table(
  ['Write', 'p50', 'cost of sums', 'cost of all'],
  writes.map(({ name, kept, costOfSums, costOfAll }) => [
    name,
    formatTime(kept),
    percent(costOfSums) + missedMark(costOfSums <= thresholds.writes),
    percent(costOfAll) + missedMark(costOfAll <= thresholds.writes),
  ]),
)}`
