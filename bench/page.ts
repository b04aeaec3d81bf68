import type { BareRow } from './against-bare.ts'
import type { Change } from './changes.ts'
import type { Asked } from './every-call.ts'
import type { House } from './house.ts'
import type { Measured } from './load.ts'
import type { Row } from './measure.ts'

export interface Results {
  small: Pick<House, 'size'>
  large: Pick<House, 'size' | 'seconds'>
  machine: string
  /** Megabytes the server held before the first request. */
  idle: number
  rows: Row[]
  /** Against the bare floor, at either size. */
  bare: { small: BareRow[]; large: BareRow[] }
  /** At the small size, then at the large one. */
  changesBefore: Change[]
  changes: Change[]
  every: Asked
  /** Sequential scans of large tables that PostgreSQL counted during all of it. */
  scans: number
}

const bars = { ofFloor: 0.5, growth: 1.5, wide: 1.5, idle: 150, seed: 600 }

const count = (number: number) => Math.round(number).toLocaleString('en')
const time = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : 0)
const rate = ({ perSecond }: Measured) => perSecond.toFixed(perSecond < 20 ? 1 : 0)
const mark = (held: boolean) => (held ? '' : ' ✗')

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The page of figures: what was measured, how it stands against the bars, and every bar missed marked with ✗. */
export function performancePage(results: Results): string {
  const { small, large, machine, idle, rows, bare, changes, every, scans } = results
  const changesBefore = new Map(results.changesBefore.map((change) => [change.name, change.api]))
  return `# How fast it is

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; server, floor, PostgreSQL and the load all on it. How to read it: \`bench/README.md\`.

- Seed of ${count(large.size.tickets)} tickets with ${count(large.size.tickets * large.size.animalsPerTicket)} animals: ${count(large.seconds)} s${mark(large.seconds < bars.seed)}.
- Idle server process: ${count(idle)} MB${mark(idle < bars.idle)}.
- Sequential scans of tables of more than 10,000 rows at ${count(large.size.tickets)} tickets: ${scans}${mark(scans === 0)}, counted by PostgreSQL during all calls below and ${count(every.asked)} more: every GET call of the API's document with every filter and sort, by a SuperAdmin and two clients. ${scanning(every)} The slowest took ${time(every.slowest.time)} ms: \`${every.slowest.call}\`.

## Lists, searches and detail at ${count(large.size.tickets)} tickets

Requests per second with eight callers, p50 and p99 in milliseconds with one. *of floor* is the ratio of requests per second, *growth* the ratio of p50 to that at ${count(small.size.tickets)} tickets, measured in turns, *time* the ratio of p50 to the floor's. ✗ marks a bar missed.

${table(['Call', '/s', 'p50', 'p99', 'floor /s', 'floor p50', 'of floor', 'growth', 'time'], rows.map(readRow))}

## Against a bare floor

What the app's screens ask, with sixteen callers, beside \`node:http\` and \`pg\` with one statement a call and the smallest answer that draws the same screen, token checked and sites limited (\`bench/bare.ts\`). _CPU_ is seconds of processor time for 1,000 requests, in the server + in PostgreSQL.

${table(
  [
    'Call',
    `/s at ${count(small.size.tickets)}`,
    'of bare floor',
    `/s at ${count(large.size.tickets)}`,
    'of bare floor',
    'CPU',
    'CPU of bare floor',
  ],
  bare.large.map((row, index) => bareRow(bare.small[index], row)),
)}

## Changes

Eight callers but for photos and reports, milliseconds. The floor writes the change and its line of the log in one transaction, checks nothing, tells nobody and keeps no answer for a repeated request; of photos and reports it makes the same with the same libraries.

${table(
  ['Call', '/s', 'p50', 'p99', 'floor /s', 'floor p50', 'of floor', `p50 at ${count(small.size.tickets)}`, ''],
  changes.map(({ name, api, floor, note }) => [
    name,
    rate(api),
    time(api.p50),
    time(api.p99),
    rate(floor),
    time(floor.p50),
    (api.perSecond / floor.perSecond).toFixed(2),
    time(changesBefore.get(name)?.p50 ?? Number.NaN),
    note ?? '',
  ]),
)}
`
}

const scanning = (every: Asked) =>
  every.scanning.length === 0 ? 'No plan of theirs has one.' : `Plans that have one: ${every.scanning.join('; ')}.`

function readRow({ name, kind, api, floor, growth }: Row): string[] {
  const ofFloor = api.eight.perSecond / floor.eight.perSecond
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

function bareRow(small: BareRow | undefined, large: BareRow): string[] {
  const share = (row: BareRow | undefined) => {
    const ratio = row ? row.api.perSecond / row.bare.perSecond : Number.NaN
    return ratio.toFixed(2) + mark(ratio >= large.bar)
  }
  const cpu = ({ server, database }: { server: number; database: number }) =>
    `${server.toFixed(2)} + ${database.toFixed(2)}`
  const perSecond = (row: BareRow | undefined) => (row ? rate(row.api) : '')
  return [
    large.name,
    perSecond(small),
    share(small),
    perSecond(large),
    share(large),
    cpu(large.cpu.api),
    cpu(large.cpu.bare),
  ]
}
