import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

let database: Database
let folder: string

const file = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-migrations-'))
})

beforeEach(async () => {
  await database.pool.query('delete from migrations')
  await database.pool.query('drop table if exists corrals, gates')
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('files run in order, once, also when two servers start together', async () => {
  await file('0001_corrals.sql', 'create table corrals (id int)')
  await file('0002_gates.sql', 'create table gates (id int); alter table corrals add name text')
  const ran = await Promise.all([migrate(database.pool, { folder }), migrate(database.pool, { folder })])
  expect(ran.flatMap(({ applied }) => applied)).toEqual(['0001_corrals.sql', '0002_gates.sql'])
})

test('a failing migration is rolled back and named', async () => {
  await file('0002_gates.sql', 'create table gates (id int); select nonsense')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(/^The migration 0002_gates.sql failed: .*nonsense/)
  const { rows } = await database.pool.query(
    `select to_regclass('gates') as gates, to_regclass('corrals')::text as corrals`,
  )
  expect(rows).toEqual([{ gates: null, corrals: 'corrals' }])
})

test('a migration waits for a busy table without blocking others', async () => {
  await file('0002_gates.sql', 'create table gates (id int)')
  await migrate(database.pool, { folder })
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from gates')
  await file('0003_latches.sql', 'alter table gates add latch text')
  const waiting = migrate(database.pool, { folder })
  const reader = await database.pool.connect()
  // The read fails if the waiting migration blocks it.
  await reader.query(`set lock_timeout = '15s'`)
  for (let turn = 0; turn < 5; turn++) await reader.query('select from gates')
  reader.release(true)
  await holder.query('commit')
  holder.release()
  expect((await waiting).applied).toEqual(['0003_latches.sql'])
  await rm(path.join(folder, '0003_latches.sql'))
})

test.each([
  ['that any server can work with', `''`, true],
  ['that servers of this version can work with', `'0001_corrals.sql'`, true],
  ['that servers of this version cannot work with', `'9998_gates_in_two.sql'`, false],
  ['of which nobody wrote down who can work with it', 'null', false],
])('a database with a newer migration %s', async (_, from, starts) => {
  await migrate(database.pool, { folder })
  await database.pool.query(`insert into migrations (name, servers_from) values ('9999_future.sql', ${from})`)
  const migrated = migrate(database.pool, { folder })
  if (starts) expect((await migrated).newer).toEqual(['9999_future.sql'])
  else await expect(migrated).rejects.toThrow(/newer than this Chisholm.*9999_future/)
})

test('a destructive migration names the servers that can run after it', async () => {
  await file('0001_corrals.sql', 'create table corrals (id int)')
  await file('0002_gates.sql', '-- Nobody reads it any more.\n-- servers from: 0001_corrals.sql\nselect 1')
  await migrate(database.pool, { folder })
  const { rows } = await database.pool.query('select name, servers_from from migrations order by name')
  expect(rows).toEqual([
    { name: '0001_corrals.sql', servers_from: '' },
    { name: '0002_gates.sql', servers_from: '0001_corrals.sql' },
  ])
})

test('counts and sums are numbers, a day stays a day', async () => {
  const { rows } = await database.pool.query(`select 5::int8 as count, 2.5::numeric as sum, date '2026-03-01' as day`)
  expect(rows).toEqual([{ count: 5, sum: 2.5, day: '2026-03-01' }])
})

test('a changed migration file prevents the start; line endings are ignored', async () => {
  await file('0001_corrals.sql', 'create table corrals (id int);\n')
  await migrate(database.pool, { folder })
  await file('0001_corrals.sql', 'create table corrals (id int);\r\n')
  expect((await migrate(database.pool, { folder })).applied).toEqual([])
  await file('0001_corrals.sql', 'create table corrals (id int, name text);\n')
  await expect(migrate(database.pool, { folder })).rejects.toThrow(
    'The migration 0001_corrals.sql was changed after it had run. Bring its file back as it was.',
  )
  // Migrations that were applied before checksums were stored are not verified.
  await database.pool.query('update migrations set checksum = null')
  expect((await migrate(database.pool, { folder })).applied).toEqual([])
  const { rows } = await database.pool.query('select from migrations where checksum is null')
  expect(rows).toEqual([])
})
