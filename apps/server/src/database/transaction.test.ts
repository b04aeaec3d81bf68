import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { inSnapshot, inTransaction } from './transaction.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const pool = { db: database.db }
const secondConnection = 'a second connection was asked for inside a transaction'

test.each([
  ['a statement', () => sql`select 1`.execute(pool.db)],
  ['a transaction', () => inTransaction(pool, async () => {})],
  ['a snapshot', () => inSnapshot(pool, async () => {})],
])('inside a transaction, %s on the pool fails rather than wait for a second connection', async (_what, run) => {
  await expect(inTransaction<typeof pool, unknown>(pool, run)).rejects.toThrow(secondConnection)
  await run()
})
