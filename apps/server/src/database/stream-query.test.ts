import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { streamQuery } from './stream-query.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const { db, pool } = database

test('an export that is aborted while all connections are in use returns its own', async () => {
  const abort = new AbortController()
  const slow = streamQuery(
    db,
    (executor) =>
      executor.selectFrom(sql<{ one: number }>`(select 1 as one from pg_sleep(7))`.as('slow')).select('one'),
    10,
    abort.signal,
  )
  const read = async () => {
    await slow.next()
    await slow.return(undefined)
  }
  const reading = read().catch(() => {})
  await waitFor(async () => {
    const running = await pool.query(
      `select from pg_stat_activity where query like '%pg_sleep(7)%' and state = 'active'`,
    )
    expect(running.rowCount).toBe(2)
  })
  const others = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()))
  abort.abort()
  await reading
  for (const other of others) other.release()
  await waitFor(() => expect(pool.idleCount).toBe(pool.totalCount))
})
