import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../testing/database-url.ts'
import { createTestDatabase, openPool } from '../testing/test-database.ts'
import { preferFewConnections } from './prefer-few-connections.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

/** A pool whose first two connections are in use. */
async function poolInUse(patience: number) {
  const pool = openPool(databaseUrl(database.connection), { max: 4 })
  const held: pg.PoolClient[] = []
  onTestFinished(async () => {
    for (const client of held) client.release()
    await pool.end()
  })
  const turn = preferFewConnections(pool, { preferred: 2, patience })
  const connect = async () => {
    await turn()
    return pool.connect()
  }
  held.push(await connect(), await connect())
  return { pool, held, connect }
}

test('callers wait for the connections that others release, in the order in which they came', async () => {
  const { pool, held, connect } = await poolInUse(60_000)
  const served: number[] = []
  const callers = [1, 2, 3].map(async (number) => {
    const client = await connect()
    served.push(number)
    await client.query('select pg_sleep(0.01)')
    client.release()
  })
  await sleep(100)
  expect(served).toEqual([])
  held.pop()?.release()
  await Promise.all(callers)
  expect(served).toEqual([1, 2, 3])
  expect(pool.totalCount).toBe(2)
})

test('while queries are slow, others get further connections up to the maximum of the pool', async () => {
  const { pool, held, connect } = await poolInUse(20)
  held.push(...(await Promise.all([connect(), connect()])))
  expect(pool.totalCount).toBe(4)
})

test('a connection that broke is replaced for the caller who waits', async () => {
  const { pool, held, connect } = await poolInUse(60_000)
  const waiting = connect()
  held.pop()?.release(new Error('broken'))
  held.push(await waiting)
  expect(pool.totalCount).toBe(2)
})
