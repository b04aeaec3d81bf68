import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Database, openPool } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { createEmptyDatabase } from '../../testing/test-database.ts'
import { seedLibrary, seedNewLists } from './index.ts'

const migrations = path.resolve(import.meta.dirname, '../../database/migrations')
const quiet = { info() {}, warn() {} }

const entriesByList = async ({ db }: Database) =>
  Object.fromEntries(
    (
      await sql<{ list: string; entries: number }>`
        select list, count(*)::int as entries from library_entries group by list`.execute(db)
    ).rows.map(({ list, entries }) => [list, entries]),
  )
const empty = ({ db }: Database, list: string) => db.deleteFrom('library_entries').where('list', '=', list).execute()

/** Migrates a database of a version that had fewer lists. */
async function migrateOlderVersion(url: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-before-'))
  await cp(migrations, folder, { recursive: true })
  for (const name of await readdir(folder)) if (name >= '0500') await rm(path.join(folder, name))
  const pool = openPool({ connectionString: url })
  await migrate(pool, { folder })
  // the practice has deleted the entries of all other lists
  await pool.query(`insert into library_entries (id, list, name)
    values (gen_random_uuid(), 'diagnoses', 'Own diagnosis'), (gen_random_uuid(), 'tag-colors', 'Own colour')`)
  await pool.end()
  await rm(folder, { recursive: true })
}

test('a practice gets the entries of lists that an update brings, once; lists that it has emptied stay empty', async () => {
  const { url, drop } = await createEmptyDatabase()
  await migrateOlderVersion(url)
  const database = await connect({ connectionString: url }, quiet, drop)
  await Promise.all([seedNewLists(database), seedNewLists(database)])
  const expected = { diagnoses: 1, 'tag-colors': 1, 'danger-signs': 5, 'photo-slots': 12, 'sample-kinds': 23 }
  expect(await entriesByList(database)).toEqual({ ...expected, phrases: 19 })
  await empty(database, 'phrases')
  await seedNewLists(database)
  expect(await entriesByList(database)).toEqual(expected)
  await database.close()
})

test('a new database has no entries until its first account is created', async () => {
  const { url, drop } = await createEmptyDatabase()
  const database = await connect({ connectionString: url }, quiet, drop)
  await seedNewLists(database)
  expect(await entriesByList(database)).toEqual({})
  await seedLibrary(database.db)
  expect(await entriesByList(database)).toMatchObject({ 'danger-signs': 5, breeds: expect.any(Number) })
  await empty(database, 'breeds')
  await seedNewLists(database)
  expect(await entriesByList(database)).not.toHaveProperty('breeds')
  await database.close()
})
