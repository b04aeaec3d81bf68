import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { openPool } from './database.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

test('of the connections that were in use at once, four stay open however long nobody uses them', async () => {
  const pool = openPool({ ...database.connection, max: 6, idleTimeoutMillis: 100 })
  try {
    const clients = await Promise.all(Array.from({ length: 6 }, () => pool.connect()))
    expect(pool.totalCount).toBe(6)
    for (const client of clients) client.release()
    await waitFor(() => expect(pool.totalCount).toBeLessThan(6))
    await sleep(500)
    expect(pool.totalCount).toBe(4)
  } finally {
    await pool.end()
  }
})

test('a connection that the database ends while it is in use does not end the process', async () => {
  const pool = openPool({ ...database.connection, max: 2 })
  try {
    const client = await pool.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await pool.end()
  }
})
