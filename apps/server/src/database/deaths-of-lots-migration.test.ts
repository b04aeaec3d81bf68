import { expect, test } from 'vitest'
import { storeFigures } from '../features/insight/index.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect } from './database.ts'
import { listMigrations, migrate } from './migrate.ts'

const quiet = { info: () => {}, warn: () => {} }

test('deaths of an earlier version are counted by lot and pen once, whether they were in the sums or not', async () => {
  const { url, drop } = await createEmptyDatabase()
  const before = (await listMigrations()).filter((name) => name < '0440')
  const { pool, db, close } = await connect({ connectionString: url }, quiet, drop, { onlyMigrations: before })
  const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
  const counts = async (column: string, table: string) => {
    const { rows } = await pool.query(
      `select ${column} as name, sum(deaths)::int as deaths from ${table} where grain = 'year' group by ${column} order by ${column} collate "C"`,
    )
    return rows.map(({ name, deaths }) => [name, deaths])
  }
  try {
    await pool.query(`insert into customers (id, name) values ('${id(1)}', 'Feedlot')`)
    await pool.query(`insert into sites (id, customer_id, name) values ('${id(2)}', '${id(1)}', 'North')`)
    await pool.query(
      `insert into post_mortems (id, customer_id, site_id, record_at, draft)
       values ('${id(3)}', '${id(1)}', '${id(2)}', '2026-01-01', false)`,
    )
    await pool.query(
      `insert into animals (id, post_mortem_id, site_id, lot, pen) values
       ('${id(4)}', '${id(3)}', '${id(2)}', 'F 1', 'A1'), ('${id(5)}', '${id(3)}', '${id(2)}', 'f1', 'a1'),
       ('${id(6)}', '${id(3)}', '${id(2)}', null, null)`,
    )
    // one of the deaths is in the sums already; its change is gone
    await pool.query('delete from mortality_changes where id = (select min(id) from mortality_changes)')
    await migrate(pool)
    expect(await counts('lot_key', 'deaths_of_lots')).toEqual([
      ['', 1],
      ['f1', 2],
    ])
    const pens = [
      ['', 1],
      ['A1', 1],
      ['a1', 1],
    ]
    expect(await counts('pen', 'deaths_of_pens')).toEqual(pens)
    await storeFigures({ db })
    await pool.query(`update animals set lot = 'F2', pen = 'A1' where id = '${id(5)}'`)
    await pool.query(`update animals set deleted_at = now() where id = '${id(6)}'`)
    await storeFigures({ db })
    expect(await counts('lot_key', 'deaths_of_lots')).toEqual([
      ['f1', 1],
      ['f2', 1],
    ])
    expect(await counts('pen', 'deaths_of_pens')).toEqual([['A1', 2]])
  } finally {
    await close()
  }
})
