import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRateLimit, consumeRateLimit } from '../http/rate-limit.queries.ts'
import { startServer } from '../testing/server-process.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { phoneJpeg } from '../testing/upload-photos.ts'
import { signInDemoUser } from '../testing/demo-client.ts'
import { connect } from './database.ts'
import { listMigrations, migrate, readMigration } from './migrate.ts'

const migrations = path.join(import.meta.dirname, 'migrations')
const quiet = { info: () => {}, warn: () => {} }
let folder: string
let dataDir: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-next-'))
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-before-'))
})

afterAll(async () => {
  for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true })
})

const poolOf = (connectionString: string) => openPool({ connectionString, max: 1 })

/** The schema as an older server sees it: columns of tables and views, types and constraints. */
interface Shape {
  /** The columns by table and name, and whether an insert may omit them. */
  columns: Map<string, { type: string; nullable: boolean; optional: boolean }>
  /** Constraints and unique indexes by table and definition, with their columns. */
  rules: Map<string, string[]>
  tables: Set<string>
}

async function shapeOf(pool: pg.Pool): Promise<Shape> {
  const { rows: columns } = await pool.query<{
    table: string
    column: string
    type: string
    nullable: boolean
    optional: boolean
  }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
            not a.attnotnull as nullable, not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
       and c.relname <> 'migrations'`,
  )
  const names = (keys: string, table: string) =>
    `array(select ${table}::regclass || '.' || a.attname from pg_attribute a
           where a.attrelid = ${table} and a.attnum = any(${keys}))::text[]`
  const { rows: rules } = await pool.query<{ rule: string; columns: string[] }>(
    `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule, ${names('conkey', 'conrelid')} as columns
     from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x', 'p')
     union select indrelid::regclass || ': ' || pg_get_indexdef(indexrelid), ${names('indkey::int2[]', 'indrelid')}
     from pg_index where indisunique and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  )
  return {
    columns: new Map(columns.map(({ table, column, ...shape }) => [`${table}.${column}`, shape])),
    rules: new Map(rules.map(({ rule, columns }) => [rule, columns])),
    tables: new Set(columns.map(({ table }) => table)),
  }
}

/** Lists the incompatibilities of a migration with a server of the previous version. */
function breaks(before: Shape, after: Shape): string[] {
  const ofBefore = (name: string) => before.tables.has(name.split(/[.:]/)[0] ?? '')
  return [
    ...[...before.columns].flatMap(([name, { type, nullable, optional }]) => {
      const now = after.columns.get(name)
      if (!now) return [`${name} is gone`]
      if (now.type !== type) return [`${name} is ${now.type}, and was ${type}`]
      return (nullable && !now.nullable) || (optional && !now.optional) ? [`${name} is required now`] : []
    }),
    ...[...after.columns].flatMap(([name, { optional }]) =>
      ofBefore(name) && !before.columns.has(name) && !optional ? [`${name} is new and required`] : [],
    ),
    ...[...after.rules].flatMap(([rule, columns]) => {
      // A constraint on new columns alone does not affect a server that omits them.
      const isOfNew = columns.length > 0 && columns.every((column) => !before.columns.has(column))
      return ofBefore(rule) && !before.rules.has(rule) && !isOfNew ? [`new: ${rule}`] : []
    }),
  ]
}

/** Up to this migration, older servers rejected every unknown file anyway. */
const lastWithoutRule = '0031_administration_of_lists.sql'

test('after every migration the previous version can read and write, unless the file names incompatible servers', async () => {
  const { url, drop } = await createEmptyDatabase()
  const pool = poolOf(url)
  const names = await listMigrations()
  const found: string[] = []
  for (const [at, name] of names.entries()) {
    const before = await shapeOf(pool)
    await migrate(pool, { onlyMigrations: names.slice(0, at + 1) })
    const { serversFrom } = await readMigration(migrations, name)
    expect(serversFrom === '' || names.slice(0, at + 1).includes(serversFrom), `${name}: ${serversFrom}`).toBe(true)
    if (name <= lastWithoutRule || serversFrom !== '') continue
    found.push(...breaks(before, await shapeOf(pool)).map((what) => `${name}: ${what}`))
  }
  expect(found).toEqual([])
  await pool.end()
  await drop()
})

test.each([
  ['alter table sites drop column city', 'sites.city is gone'],
  ['alter table sites alter column city type varchar(5)', 'sites.city is character varying(5), and was text'],
  ['alter table sites alter column city set not null', 'sites.city is required now'],
  ['alter table sites add column herd text not null', 'sites.herd is new and required'],
  ['create unique index sites_by_city on sites (city)', 'new: sites: CREATE UNIQUE INDEX'],
  [`alter table sites add check (city <> '')`, 'new: sites: CHECK'],
])('the test before sees what breaks the version before: %s', async (sql, what) => {
  const { url, drop } = await createEmptyDatabase()
  const pool = poolOf(url)
  await migrate(pool)
  const before = await shapeOf(pool)
  await pool.query(sql)
  expect(breaks(before, await shapeOf(pool)).join()).toContain(what)
  await pool.end()
  await drop()
})

test('while a rate limit is used by servers of both versions, each counts the attempts at the other', async () => {
  const { url, drop } = await createEmptyDatabase()
  const { db, pool, close } = await connect({ connectionString: url }, quiet)
  await migrate(pool)
  const [key, limit] = [['sign-in', 'ana@ranch.example'], { count: 3, window: 60_000 }] as const
  // statements of version 0.2.0
  const countBefore = `insert into turns as known (name, taken) values ($1, 1)
    on conflict (name) do update set
      taken = case when known.since > now() - 60000 * interval '1 millisecond' then known.taken + 1 else 1 end,
      since = case when known.since > now() - 60000 * interval '1 millisecond' then known.since else now() end
    returning since, taken`
  await pool.query(countBefore, [JSON.stringify(key)])
  await consumeRateLimit(db, key, limit)
  const { rows } = await pool.query<{ taken: number }>(countBefore, [JSON.stringify(key)])
  expect(rows).toMatchObject([{ taken: 3 }])
  await expect(checkRateLimit(db, key, limit)).rejects.toMatchObject({ kind: 'too-many' })
  await pool.query('delete from turns where name = $1', [JSON.stringify(key)])
  await checkRateLimit(db, key, limit)
  await close()
  await drop()
})

test('this version works on the database of the next one until that removes what it needs', {
  tags: 'long',
}, async () => {
  await cp(migrations, folder, { recursive: true })
  const { url, drop } = await createEmptyDatabase()
  const database = await connect({ connectionString: url }, quiet)
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  )
  // This is the most that a migration may add: a column to every table, one file each, and a new table.
  for (const [at, { name }] of tables.entries())
    await writeFile(
      path.join(folder, `${9001 + at}_${name}.sql`),
      `alter table ${name} add column of_next_version text not null default 'new';`,
    )
  await writeFile(path.join(folder, '9900_next.sql'), 'create table of_next_version (id uuid primary key);')
  await migrate(database.pool, { folder })

  const settings = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: 'x'.repeat(40), DEMO: '1' }
  const server = startServer(settings)
  try {
    const address = (await server.listening) ?? ''
    expect(address, server.stderr).not.toBe('')
    const client = await signInDemoUser([address], 'client')
    const vet = await signInDemoUser([address], 'vet')
    const [site] = (await client.ask('GET', '/sites')).body.data
    const fields = { customer_id: site?.customer_id, site_id: site?.id, record_at: '2026-11-20' }
    const { id } = (await client.ask('POST', '/post-mortems', fields)).body.data
    const animal = await client.ask('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag: 'Y 4471' })
    const form = new FormData()
    form.set('media_attachable_id', animal.body.data.id)
    form.set('image', new Blob([new Uint8Array(await phoneJpeg())]), 'cow.jpg')
    const statuses = [
      await client.ask('POST', '/medias', form),
      await client.ask('PUT', `/post-mortems/${id}`, { draft: 0 }),
      await vet.ask('PUT', `/post-mortems/${id}`, { completed_at: '1' }),
      await vet.ask('GET', `/post-mortems/${id}/report`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([201, 200, 200, 200])
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }

  await writeFile(
    path.join(folder, '9901_second_step.sql'),
    '-- The version before reads of_next_version instead.\n-- servers from: 9900_next.sql\nalter table sites drop column city;',
  )
  await migrate(database.pool, { folder })
  const refused = startServer(settings)
  expect(await refused.ended).toBe(1)
  expect(refused.stderr.trimEnd()).toBe(
    'The database is newer than this Chisholm, which cannot work with what 9901_second_step.sql changed: start the newer version, or restore the backup from before it.',
  )
  await database.close()
  await drop()
})
