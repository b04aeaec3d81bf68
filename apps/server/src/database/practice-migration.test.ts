import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'

const before = await mkdtemp(path.join(os.tmpdir(), 'chisholm-before-'))
const migrations = path.join(import.meta.dirname, 'migrations')
await cp(migrations, before, { recursive: true })
for (const name of await readdir(before)) if (name >= '0110') await rm(path.join(before, name))
afterAll(() => rm(before, { recursive: true }))

/** The practice details that the migration creates from a database with these rows. */
async function defaultsAfter(sql: string): Promise<unknown[]> {
  const { url, drop } = await createEmptyDatabase()
  const pool = openPool({ connectionString: url })
  try {
    await migrate(pool, { folder: before })
    await pool.query(sql)
    await migrate(pool)
    return (await pool.query('select name from provider_defaults')).rows
  } finally {
    await pool.end()
    await drop()
  }
}

const id = '01990000-0000-7000-8000-000000000001'
const postMortem = (completed: string) => `
  insert into users (id, email, roles) values ('${id}', 'dana@practice.example', '{Veterinarian}');
  insert into customers (id, name) values ('${id}', 'Feeders');
  insert into sites (id, customer_id, name) values ('${id}', '${id}', 'North');
  insert into post_mortems (id, customer_id, site_id, record_at, draft, created_by_id, completed_at)
  values ('${id}', '${id}', '${id}', '2026-01-01', false, '${id}', ${completed})`
const prairie = [{ name: 'Prairie Veterinary Services' }]

test.each([
  ['nothing in it is asked for its practice', '', []],
  ['work but no completed ticket is asked for its practice', postMortem('null'), []],
  ['completed tickets keeps the practice their reports told', postMortem('now()'), prairie],
  [
    'demo accounts keeps the practice of the demo',
    `insert into users (id, email, roles) values ('${id}', 'vet@demo.example', '{Veterinarian}')`,
    prairie,
  ],
])(
  'a database with %s',
  async (_, sql, expected) => {
    expect(await defaultsAfter(sql)).toEqual(expected)
  },
  60_000,
)
