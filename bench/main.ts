/**
 * Measures the API against its baseline at 1,000,000 tickets and against itself at 10,000, and writes
 * docs/performance.md. `npm run bench -- small` only measures at 10,000 and writes nothing, `npm run bench -- insight` only
 * measures mortality insight and prints its section of the page.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { bin } from '../scripts/lib/processes.mjs'
import { measureInsight } from './insight-calls.ts'
import { measureInsightWrites } from './insight-writes.ts'
import { measureMinimalServer } from './measure-minimal-server.ts'
import { readCalls } from './read-calls.ts'
import { type WriteMeasurement, measureAllWrites } from './write-calls.ts'
import { callEveryGet } from './every-get-call.ts'
import { formatCount } from './format.ts'
import { type BenchEnvironment, largeTables, memoryOf, startBenchEnvironment } from './environment.ts'
import { measureRead, type ReadMeasurement } from './measure.ts'
import { insightSection } from './insight-section.ts'
import { performancePage } from './performance-page.ts'
import { sizes } from './seed.ts'

async function open(name: keyof typeof sizes): Promise<BenchEnvironment> {
  console.log(`${formatCount(sizes[name].tickets)} tickets: seeding …`)
  const environment = await startBenchEnvironment(name, sizes[name])
  console.log(`seeded in ${environment.seconds.toFixed(0)} s`)
  return environment
}

async function measureReads(environment: BenchEnvironment, smaller?: BenchEnvironment): Promise<ReadMeasurement[]> {
  const before = new Map(smaller && readCalls(smaller.size).map((pair) => [pair.name, pair]))
  const rows: ReadMeasurement[] = []
  for (const pair of readCalls(environment.size)) {
    const same = before.get(pair.name)
    const row = await measureRead(environment, pair, smaller && same && { environment: smaller, pair: same })
    rows.push(row)
    const { api, baseline, growth } = row
    console.log(
      `${row.name}: ${api.eight.perSecond.toFixed(0)}/s, baseline ${baseline.eight.perSecond.toFixed(0)}/s, growth ${growth?.toFixed(2)}`,
    )
  }
  return rows
}

async function measureWrites(environment: BenchEnvironment): Promise<WriteMeasurement[]> {
  const changes = await measureAllWrites(environment)
  for (const { name, api, baseline } of changes)
    console.log(`${name}: ${api.perSecond.toFixed(1)}/s, baseline ${baseline.perSecond.toFixed(1)}/s`)
  return changes
}

/** Number of sequential scans of tickets or animals so far. */
async function sequentialScans({ database }: BenchEnvironment): Promise<number> {
  // PostgreSQL writes its statistics within ten seconds.
  await sleep(11_000)
  const counted = await sql<{ scans: number }>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables
    where relname = any(${await largeTables(database)}::text[])`.execute(database.db)
  return counted.rows[0]?.scans ?? 0
}

async function measureLarge(small: BenchEnvironment, large: BenchEnvironment): Promise<string> {
  const before = await sequentialScans(large)
  const idle = memoryOf(large.server.pid).now
  const rows = await measureReads(large, small)
  const bare = { small: await measureMinimalServer(small), large: await measureMinimalServer(large) }
  const changesBefore = await measureWrites(small)
  const changes = await measureWrites(large)
  const insight = await measureInsight(small, large)
  const every = await callEveryGet(large)
  console.log(`${every.asked} calls asked, reading whole tables:`, every.scanning)
  const scans = (await sequentialScans(large)) - before
  const insightWrites = await measureInsightWrites(large)
  const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node.js ${process.version}`
  return performancePage({
    small,
    large,
    machine,
    idle,
    rows,
    bare,
    smallWrites: changesBefore,
    writes: changes,
    insight,
    insightWrites,
    allCalls: every,
    scans,
  })
}

const small = await open('small')
try {
  if (process.argv.includes('insight')) {
    const large = await open('large')
    try {
      console.log(insightSection(await measureInsight(small, large), await measureInsightWrites(large)))
    } finally {
      await large.close()
    }
  } else if (process.argv.includes('small')) {
    if (!process.argv.includes('bare')) await measureReads(small)
    await measureMinimalServer(small, process.argv[4])
    if (!process.argv.includes('bare')) await measureWrites(small)
  } else {
    const large = await open('large')
    try {
      const page = path.resolve(import.meta.dirname, '../docs/performance.md')
      writeFileSync(page, await measureLarge(small, large))
      execFileSync(bin('biome'), ['format', '--write', page])
      console.log(`written: ${page}`)
    } finally {
      await large.close()
    }
  }
} finally {
  await small.close()
}
