import type { Change } from './changes.ts'
import type { Row } from './measure.ts'
import type { Size } from './seed.ts'

export interface Result {
  size: Size
  /** Seconds the seed took. */
  seconds: number
  /** Megabytes the server held before the first request. */
  idle: number
  /** Sequential scans of tickets and animals that all the calls below caused. */
  scans: number
  rows: Row[]
  changes: Change[]
}

const bars = { ofFloor: 0.5, growth: 1.5, wide: 1.5, idle: 150, seed: 600 }

const count = (number: number) => Math.round(number).toLocaleString('en')
const time = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : 0)
const mark = (held: boolean) => (held ? '' : ' ✗')

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The page of figures: what was measured, how it stands against the bars, and every bar missed marked with ✗. */
export function performancePage(small: Result, large: Result, machine: string): string {
  const before = new Map(small.rows.map((row) => [row.name, row]))
  const reads = large.rows.map((row) => readRow(row, before.get(row.name)))
  const changesBefore = new Map(small.changes.map((change) => [change.name, change.measured]))
  return `# How fast it is

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; server, floor, PostgreSQL and the load all on it. How to read it: \`bench/README.md\`.

- Seed of ${count(large.size.tickets)} tickets with ${count(large.size.tickets * large.size.animalsPerTicket)} animals: ${count(large.seconds)} s${mark(large.seconds < bars.seed)}.
- Idle server process: ${count(large.idle)} MB${mark(large.idle < bars.idle)}.
- Sequential scans of tickets or animals during all calls at ${count(large.size.tickets)} tickets: ${large.scans}${mark(large.scans === 0)}.

## Lists, searches and detail at ${count(large.size.tickets)} tickets

Requests per second with eight callers, p50 and p99 in milliseconds with one. *of floor* is the ratio of requests per second, *growth* the ratio of p50 to that at ${count(small.size.tickets)} tickets, *time* the ratio of p50 to the floor's. ✗ marks a bar missed.

${table(['Call', '/s', 'p50', 'p99', 'floor /s', 'floor p50', 'of floor', 'growth', 'time'], reads)}

## Changes

Eight callers, milliseconds.

${table(
  ['Call', '/s', 'p50', 'p99', `p50 at ${count(small.size.tickets)}`, ''],
  large.changes.map(({ name, measured, note }) => [
    name,
    measured.perSecond.toFixed(measured.perSecond < 20 ? 1 : 0),
    time(measured.p50),
    time(measured.p99),
    time(changesBefore.get(name)?.p50 ?? Number.NaN),
    note ?? '',
  ]),
)}
`
}

function readRow({ name, kind, api, floor }: Row, before: Row | undefined): string[] {
  const ofFloor = api.eight.perSecond / floor.eight.perSecond
  const growth = before ? api.one.p50 / before.api.one.p50 : undefined
  const slower = api.one.p50 / floor.one.p50
  return [
    name,
    count(api.eight.perSecond),
    time(api.one.p50),
    time(api.one.p99),
    count(floor.eight.perSecond),
    time(floor.one.p50),
    ofFloor.toFixed(2) + mark(ofFloor >= bars.ofFloor || kind === 'wide'),
    growth === undefined ? '–' : growth.toFixed(2) + mark(growth <= bars.growth || kind === 'wide'),
    slower.toFixed(2) + mark(slower <= bars.wide || kind === 'tab'),
  ]
}
