import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openPool } from './database.ts'
import { shareConnections } from './share-connections.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

/** A pool whose two shared connections are in use. */
async function poolInUse(maxWait: number) {
  const pool = openPool({ ...database.connection, max: 4 })
  const held: pg.PoolClient[] = []
  onTestFinished(async () => {
    for (const client of held) client.release()
    await pool.end()
  })
  const failures: Error[] = []
  const connectOrFail = async () => {
    const failure = failures.pop()
    if (failure) throw failure
    return pool.connect()
  }
  const connect = shareConnections(pool, connectOrFail, { shared: 2, maxWait })
  held.push(await connect(), await connect())
  return { pool, held, connect, failures }
}

const longerThanTheTest = 60_000

test('statements wait for the connections that others release, in the order in which they came', async () => {
  const { pool, held, connect } = await poolInUse(longerThanTheTest)
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

test('connections of transactions are not among the shared ones', async () => {
  const { pool, held, connect } = await poolInUse(longerThanTheTest)
  held.push(await pool.connect())
  held.shift()?.release()
  held.push(await connect())
  expect(pool.totalCount).toBe(3)
})

test('a connection that broke, or could not be opened, is replaced for the statement that waits', async () => {
  const { pool, held, connect, failures } = await poolInUse(longerThanTheTest)
  failures.push(new Error('the database restarts'))
  const [failing, waiting] = [connect(), connect()]
  held.pop()?.release(new Error('broken'))
  await expect(failing).rejects.toThrow('the database restarts')
  held.push(await waiting)
  expect(pool.totalCount).toBe(2)
})
