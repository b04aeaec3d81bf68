import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'

const before = await mkdtemp(path.join(os.tmpdir(), 'chisholm-before-'))
await cp(path.join(import.meta.dirname, 'migrations'), before, { recursive: true })
for (const name of await readdir(before)) if (name >= '0485') await rm(path.join(before, name))
afterAll(() => rm(before, { recursive: true }))

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [composed, decomposed] = ['Café', 'Cafe\u0301']

test('tags, pens, lots and names that are stored are found after the update, however their accents were encoded', async () => {
  const { url, drop } = await createEmptyDatabase()
  const pool = openPool({ connectionString: url })
  try {
    await migrate(pool, { folder: before })
    await pool.query('insert into customers (id, name) values ($1, $2)', [idOf(1), decomposed])
    for (const [number, name] of [decomposed, 'Prairie'].entries()) {
      await pool.query('insert into sites (id, customer_id, name) values ($1, $2, $3)', [
        idOf(number + 1),
        idOf(1),
        name,
      ])
    }
    const lots = [decomposed, `${decomposed} 2`, `${composed} 2`]
    for (const [number, name] of lots.entries())
      await pool.query('insert into lots (id, site_id, name, other_names) values ($1, $2, $3, $4)', [
        idOf(number),
        idOf(1),
        name,
        number === 0 ? ['F26', `${decomposed} old`] : [],
      ])
    await pool.query(
      `insert into users (id, email, roles, status, last_name) values ($1, 'a@example.com', array['Admin'], 'active', $2)`,
      [idOf(1), decomposed],
    )
    await pool.query("insert into library_entries (id, list, name) values ($1, 'breeds', $2)", [idOf(1), decomposed])
    await pool.query(
      `insert into post_mortems (id, customer_id, site_id, record_at, draft, created_by_id)
       values ($1, $1, $1, '2026-11-20', true, $1)`,
      [idOf(1)],
    )
    await pool.query('insert into animals (id, post_mortem_id, tag, pen, lot) values ($1, $1, $2, $2, $2)', [
      idOf(1),
      decomposed,
    ])
    await migrate(pool)
    const textsOf = async (text: string) => (await pool.query(`${text} order by id`)).rows.map(Object.values)
    expect(await textsOf('select name from customers')).toEqual([[composed]])
    expect(await textsOf('select name from sites')).toEqual([[composed], ['Prairie']])
    // a site has no two lots of the same name
    expect(await textsOf('select name from lots')).toEqual([[composed], [`${decomposed} 2`], [`${composed} 2`]])
    expect(await textsOf("select other_names from lots where other_names <> '{}'")).toEqual([
      [['F26', `${composed} old`]],
    ])
    expect(await textsOf('select last_name from users')).toEqual([[composed]])
    expect(await textsOf("select name from library_entries where list = 'breeds'")).toEqual([[composed]])
    expect(await textsOf('select tag, pen, lot from animals')).toEqual([[composed, composed, composed]])
  } finally {
    await pool.end()
    await drop()
  }
})
