import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { allOf } from './transaction.ts'
import { streamQuery } from './stream-query.ts'
import type { Tables } from './tables.ts'

const database = await createTestDatabase()
const { db, pool } = database
const clients: pg.Client[] = []
pool.on('connect', (client) => clients.push(client))
await sql`create table numbers (number int primary key)`.execute(db)
afterAll(() => database.close())

const insert = (tx: Kysely<Tables>, number: number) => sql`insert into numbers values (${number})`.execute(tx)
const count = async (tx: Kysely<Tables>) =>
  (await sql<{ count: number }>`select count(*)::int as count from numbers`.execute(tx)).rows[0]?.count

test('statements that a transaction runs at once are sent without waiting for each other, and executed in order', async () => {
  const blocker = await pool.connect()
  await blocker.query('select pg_advisory_lock(1)')
  const large = 'x'.repeat(1_000_000)
  // cast: the connection is to a socket
  const written = () => clients.reduce((sum, { connection }) => sum + (connection.stream as Socket).bytesWritten, 0)
  const before = written()
  const answers = db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`select pg_advisory_xact_lock(1)`.execute(tx).then(() => 'locked'),
        count(tx),
        insert(tx, 1).then(() => 'inserted'),
        count(tx),
        sql<{ length: number }>`select length(${large}) as length`.execute(tx).then(({ rows }) => rows[0]?.length),
      ]),
    )
  await waitFor(() => expect(written() - before).toBeGreaterThan(large.length))
  await blocker.query('select pg_advisory_unlock(1)')
  blocker.release()
  expect(await answers).toEqual(['locked', 0, 'inserted', 1, large.length])
})

test('they are executed in order, and in the transaction, from its first statement on', async () => {
  const before = (await count(db)) ?? 0
  const answers = await db
    .transaction()
    .execute((tx) =>
      allOf([insert(tx, 20).then(() => 'inserted'), count(tx), insert(tx, 21).then(() => 'too'), count(tx)]),
    )
  expect(answers).toEqual(['inserted', before + 1, 'too', before + 2])
  const failing = db.transaction().execute((tx) => allOf([count(tx), insert(tx, 22), insert(tx, 22)]))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await count(db)).toBe(before + 2)
})

test('if a transaction cannot begin, nothing is executed without it', async () => {
  const before = await count(db)
  const client = await pool.connect()
  for (const first of ['insert into numbers values (30)', 'select 1']) {
    await client.query('start transaction isolation level none', [])
    const sent = [client.query(first, []), client.query('insert into numbers values (31)', [])]
    for (const one of await Promise.allSettled(sent)) expect(one).toMatchObject({ reason: { code: '42601' } })
  }
  client.release()
  expect(await count(db)).toBe(before)
})

test('a transaction without a statement is not begun', async () => {
  await db.transaction().execute(async () => {})
  const failing = db.transaction().execute(async () => {
    throw new Error('nothing to do')
  })
  await expect(failing).rejects.toThrow('nothing to do')
  expect(await db.transaction().execute((tx) => count(tx))).toBe(await count(db))
})

test('if one of them fails, nothing is committed, and its connection works again', async () => {
  const before = await count(db)
  // more often than until a statement is prepared
  for (let time = 0; time < 5; time++) {
    const failing = db.transaction().execute((tx) => allOf([insert(tx, 2), insert(tx, 2), insert(tx, 3), count(tx)]))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await count(db)).toBe(before)
  }
  await db.transaction().execute((tx) => allOf([insert(tx, 2), insert(tx, 3)]))
  expect(await count(db)).toBe((before ?? 0) + 2)
})

test('if one fails, what another runs afterwards is not executed without a transaction', async () => {
  const before = await count(db)
  const failing = db.transaction().execute((tx) =>
    allOf([
      sql`select`.execute(tx).then(() => {
        throw new Error('refused')
      }),
      sql`select`.execute(tx).then(async () => {
        await setImmediate()
        await insert(tx, 6)
      }),
    ]),
  )
  await expect(failing).rejects.toThrow('refused')
  await sql`select pg_sleep(0.05)`.execute(db)
  expect(await count(db)).toBe(before)
})

test('a failure that the transaction catches does not let it commit', async () => {
  const before = await count(db)
  const caught = db.transaction().execute(async (tx) => {
    await insert(tx, 4)
    await Promise.allSettled([insert(tx, 4), insert(tx, 5)])
  })
  await expect(caught).rejects.toThrow()
  expect(await count(db)).toBe(before)
})

test('rows can be streamed on connections that statements were sent on together', async () => {
  await db.transaction().execute((tx) => allOf([insert(tx, 40), insert(tx, 41), insert(tx, 42)]))
  const read = async () => {
    const rows: number[] = []
    const numbers = streamQuery(
      db,
      (within) => within.selectFrom(sql<{ number: number }>`numbers`.as('n')).select('number').orderBy('number'),
      2,
      new AbortController().signal,
    )
    for await (const { number } of numbers) rows.push(number)
    return rows
  }
  expect((await read()).slice(-3)).toEqual([40, 41, 42])
  await db.transaction().execute((tx) => allOf([insert(tx, 43), insert(tx, 44)]))
  expect((await read()).slice(-2)).toEqual([43, 44])
})
