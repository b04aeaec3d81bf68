import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'

const before = await mkdtemp(path.join(os.tmpdir(), 'chisholm-before-'))
await cp(path.join(import.meta.dirname, 'migrations'), before, { recursive: true })
for (const name of await readdir(before)) if (name >= '0464') await rm(path.join(before, name))
afterAll(() => rm(before, { recursive: true }))

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`

test('names of several lines or spaces become one line, and those that become alike are told apart', async () => {
  const { url, drop } = await createEmptyDatabase()
  const pool = openPool({ connectionString: url })
  try {
    await migrate(pool, { folder: before })
    const names = ['Dry  Creek', 'dry creek', 'Dry\nCreek', 'Red\u00a0Mesa ', 'Prairie']
    for (const [number, name] of names.entries()) {
      await pool.query('insert into customers (id, name) values ($1, $2)', [idOf(number), name])
      await pool.query('insert into sites (id, customer_id, name) values ($1, $2, $3)', [idOf(number), idOf(0), name])
    }
    await migrate(pool)
    const expected = ['Dry Creek (000000)', 'dry creek', 'Dry Creek (000002)', 'Red Mesa', 'Prairie']
    for (const table of ['customers', 'sites']) {
      const { rows } = await pool.query<{ name: string }>(`select name from ${table} order by id`)
      expect([table, rows.map(({ name }) => name)]).toEqual([table, expected])
    }
  } finally {
    await pool.end()
    await drop()
  }
})
