import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connect } from './database.ts'
import { listMigrations, migrate } from './migrate.ts'

const quiet = { info: () => {}, warn: () => {} }

test('animals and photos of an earlier version get their site and are counted; those of deleted tickets are deleted', async () => {
  const { url, drop } = await createEmptyDatabase()
  const before = (await listMigrations()).filter((name) => name < '0060')
  const { pool, close } = await connect({ connectionString: url }, quiet, drop, { onlyMigrations: before })
  try {
    const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
    await pool.query(`insert into customers (id, name) values ('${id(1)}', 'Feedlot')`)
    await pool.query(`insert into sites (id, customer_id, name) values ('${id(2)}', '${id(1)}', 'North')`)
    await pool.query(
      `insert into post_mortems (id, customer_id, site_id, record_at, deleted_at) values
       ('${id(3)}', '${id(1)}', '${id(2)}', '2026-01-01', null), ('${id(4)}', '${id(1)}', '${id(2)}', '2026-01-01', now())`,
    )
    await pool.query(
      `insert into animals (id, post_mortem_id, tag, rfid, deleted_at) values
       ('${id(5)}', '${id(3)}', ' Y 1', null, null), ('${id(6)}', '${id(3)}', 'Y 2', '982000001088420', null),
       ('${id(7)}', '${id(3)}', 'Y 3', null, now()), ('${id(8)}', '${id(4)}', null, null, null)`,
    )
    await pool.query(
      `insert into photos (id, animal_id, name, type, image_key, thumbnail_key, bytes, width, height, content_hash, deleted_at)
       select gen_random_uuid(), animal_id::uuid, 'a', 'image/jpeg', 'a', 'b', 1, 1, 1, '', deleted_at::timestamptz
       from (values ('${id(5)}', null), ('${id(5)}', null), ('${id(6)}', 'now'), ('${id(7)}', null), ('${id(8)}', null)) given (animal_id, deleted_at)`,
    )
    await migrate(pool)
    const { rows } = await pool.query(
      'select id, site_id, identity, deleted_at is not null as deleted from animals order by id',
    )
    expect(rows).toEqual([
      { id: id(5), site_id: id(2), identity: `tag ${id(2)} y 1`, deleted: false },
      { id: id(6), site_id: id(2), identity: 'rfid 982000001088420', deleted: false },
      { id: id(7), site_id: id(2), identity: `tag ${id(2)} y 3`, deleted: true },
      { id: id(8), site_id: id(2), identity: id(8), deleted: true },
    ])
    expect((await pool.query('select site_id, animals from animal_counts')).rows).toEqual([
      { site_id: id(2), animals: 2 },
    ])
    expect((await pool.query('select identity, animals from animal_identities order by 1')).rows).toEqual([
      { identity: 'rfid 982000001088420', animals: 1 },
      { identity: `tag ${id(2)} y 1`, animals: 1 },
    ])
    expect((await pool.query('select site_id, photos from photo_counts')).rows).toEqual([{ site_id: id(2), photos: 2 }])
    expect(
      (await pool.query('select animal_id from photos where visible_site_id is not null')).rows.map(
        (row) => row.animal_id,
      ),
    ).toEqual([id(5), id(5)])
  } finally {
    await close()
  }
})
