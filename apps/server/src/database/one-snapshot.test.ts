import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { countOfRows, inOneSnapshot } from './one-snapshot.ts'
import type { Executor } from './executor.ts'
import { inTransaction } from './transaction.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const add = (name: string) => admin.post('/breeds', { name })
const count = async (db: Executor) =>
  (await db.selectFrom('library_entries').where('list', '=', 'breeds').select(countOfRows).executeTakeFirstOrThrow())
    .total

test('what others commit meanwhile is not seen within one snapshot', async () => {
  const [before, after] = await inOneSnapshot(factory.db, async (db) => {
    const first = await count(db)
    // not over the API, whose server runs in this process and would need a second connection in a transaction
    await factory.pool.query(
      `insert into library_entries (id, list, name) values (gen_random_uuid(), 'breeds', 'Galloway')`,
    )
    return [first, await count(db)]
  })
  expect(after).toBe(before)
  expect(await count(factory.db)).toBe(before + 1)
})

test('in a transaction, its own changes are seen', async () => {
  const difference = await inTransaction(factory, async ({ db }) => {
    const before = await count(db)
    await db.deleteFrom('library_entries').where('list', '=', 'breeds').execute()
    return (await inOneSnapshot(db, count)) - before
  })
  expect(difference).toBeLessThan(0)
})

test('the total of a list and its page agree while animals, lots and entries are added', async () => {
  const { client, site } = await factory.client()
  const place = { customer_id: site.customerId, site_id: site.id, record_at: '2026-01-02' }
  const growing = ['/veterinary-record-animals', '/animals', '/animal-tags', '/lots', '/audit-log', '/breeds']
  const totals = () =>
    Promise.all(growing.map(async (list) => (await admin.get(`${list}?per_page=1`)).body.meta.total as number))
  const before = await totals()
  const done = { reading: false }
  const write = async (writer: number) => {
    for (let number = 0; !done.reading; number++) {
      const name = `${writer} ${number}`
      await client.post('/post-mortems', { ...place, animals: [{ tag: name }, { tag: `${name} B` }] })
      await client.post('/lots', { site_id: site.id, name, arrived_at: '2026-01-02', head_in: 1 })
      await add(name)
    }
  }
  const writing = [1, 2, 3].map(write)
  for (let round = 0; round < 8; round++)
    for (const list of [...growing, '/users']) {
      const { data, meta } = (await admin.get(`${list}?per_page=9999`)).body
      expect([list, data.length, meta.to]).toEqual([list, meta.total, meta.total === 0 ? null : meta.total])
    }
  done.reading = true
  await Promise.all(writing)
  const after = await totals()
  for (const [index, list] of growing.entries()) expect(after[index], list).toBeGreaterThan(before[index] ?? 0)
})
