/**
 * Measures the API against its floor at 10,000 and at 1,000,000 tickets and writes docs/performance.md.
 * `npm run bench -- small` measures at 10,000 only and writes nothing.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { bin } from '../scripts/lib/run.mjs'
import { pairs } from './calls.ts'
import { measureChanges } from './changes.ts'
import { type House, memoryOf, openHouse } from './house.ts'
import { measurePair, type Row } from './measure.ts'
import { performancePage, type Result } from './page.ts'
import { sizes } from './seed.ts'

async function measure(name: keyof typeof sizes): Promise<Result> {
  const size = sizes[name]
  console.log(`${size.tickets.toLocaleString('en')} tickets: seeding …`)
  const house = await openHouse(name, size)
  try {
    console.log(`seeded in ${house.seconds.toFixed(0)} s`)
    await sleep(5000)
    const idle = memoryOf(house.server.pid).now
    const before = await sequentialScans(house)
    let counted = before
    const rows: Row[] = []
    for (const pair of pairs(size)) {
      const row = await measurePair(house, pair)
      rows.push(row)
      console.log(
        `${row.name}: ${row.api.eight.perSecond.toFixed(0)}/s, floor ${row.floor.eight.perSecond.toFixed(0)}/s`,
      )
      const now = await sequentialScans(house)
      if (now > counted) console.log(`  read whole tables ${now - counted} times`)
      counted = now
    }
    const changes = await measureChanges(house)
    for (const { name, measured } of changes) console.log(`${name}: ${measured.perSecond.toFixed(1)}/s`)
    const scans = (await sequentialScans(house)) - before
    return { size, seconds: house.seconds, idle, scans, rows, changes }
  } finally {
    await house.close()
  }
}

/** How often PostgreSQL read tickets or animals from end to end since it started, for anybody's question. */
async function sequentialScans({ database }: House): Promise<number> {
  // what a connection counted is told within a second of its being idle
  await sleep(1500)
  const counted = await sql<{ scans: number }>`
    select sum(seq_scan) as scans from pg_stat_user_tables where relname in ('post_mortems', 'animals')`.execute(
    database.db,
  )
  return counted.rows[0]?.scans ?? 0
}

const small = await measure('small')
if (!process.argv.includes('small')) {
  const large = await measure('large')
  const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node.js ${process.version}`
  const page = path.resolve(import.meta.dirname, '../docs/performance.md')
  writeFileSync(page, performancePage(small, large, machine))
  execFileSync(bin('biome'), ['format', '--write', page])
  console.log(`written: ${page}`)
}
