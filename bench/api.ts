/**
 * Measures the API against its floor at 1,000,000 tickets and against itself at 10,000, and writes docs/performance.md.
 * `npm run bench -- small` measures at 10,000 only and writes nothing; `-- small bare` only against the bare floor.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { bin } from '../scripts/lib/run.mjs'
import { measureBare } from './against-bare.ts'
import { pairs } from './calls.ts'
import { type Change, measureChanges } from './changes.ts'
import { askEveryCall } from './every-call.ts'
import { type House, largeTables, memoryOf, openHouse } from './house.ts'
import { measurePair, type Row } from './measure.ts'
import { performancePage } from './page.ts'
import { sizes } from './seed.ts'

async function open(name: keyof typeof sizes): Promise<House> {
  console.log(`${sizes[name].tickets.toLocaleString('en')} tickets: seeding …`)
  const house = await openHouse(name, sizes[name])
  console.log(`seeded in ${house.seconds.toFixed(0)} s`)
  return house
}

async function measureReads(house: House, smaller?: House): Promise<Row[]> {
  const before = new Map(smaller && pairs(smaller.size).map((pair) => [pair.name, pair]))
  const rows: Row[] = []
  for (const pair of pairs(house.size)) {
    const same = before.get(pair.name)
    const row = await measurePair(house, pair, smaller && same && { house: smaller, pair: same })
    rows.push(row)
    const { api, floor, growth } = row
    console.log(
      `${row.name}: ${api.eight.perSecond.toFixed(0)}/s, floor ${floor.eight.perSecond.toFixed(0)}/s, growth ${growth?.toFixed(2)}`,
    )
  }
  return rows
}

async function measureWrites(house: House): Promise<Change[]> {
  const changes = await measureChanges(house)
  for (const { name, api, floor } of changes)
    console.log(`${name}: ${api.perSecond.toFixed(1)}/s, floor ${floor.perSecond.toFixed(1)}/s`)
  return changes
}

/** How often PostgreSQL read a large table from end to end since it started, for anybody's question. */
async function sequentialScans({ database }: House): Promise<number> {
  // what a connection counted is told ten seconds after its last question at the latest
  await sleep(11_000)
  const counted = await sql<{ scans: number }>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables
    where relname = any(${await largeTables(database)}::text[])`.execute(database.db)
  return counted.rows[0]?.scans ?? 0
}

async function measureLarge(small: House, large: House): Promise<string> {
  const before = await sequentialScans(large)
  const idle = memoryOf(large.server.pid).now
  const rows = await measureReads(large, small)
  const bare = { small: await measureBare(small), large: await measureBare(large) }
  const changesBefore = await measureWrites(small)
  const changes = await measureWrites(large)
  const every = await askEveryCall(large)
  console.log(`${every.asked} calls asked, reading whole tables:`, every.scanning)
  const scans = (await sequentialScans(large)) - before
  const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node.js ${process.version}`
  return performancePage({ small, large, machine, idle, rows, bare, changesBefore, changes, every, scans })
}

const small = await open('small')
try {
  if (process.argv.includes('small')) {
    if (!process.argv.includes('bare')) await measureReads(small)
    await measureBare(small)
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
