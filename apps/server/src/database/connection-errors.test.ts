import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../testing/factory.ts'
import { isDatabaseUnavailable } from './connection-errors.ts'
import { openPool } from './database.ts'

const factory = await createSharedFactory()

test('of two transactions that wait for each other one fails, in a way that tells its caller to try again', async () => {
  const [one, other] = [await factory.site(), await factory.site()]
  const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const lockBoth = (first: string, second: string, own: PromiseWithResolvers<void>) =>
    factory.db.transaction().execute(async (tx) => {
      const lock = (id: string) => sql`select from sites where id = ${id} for update`.execute(tx)
      await lock(first)
      own.resolve()
      await Promise.all(locked.map(({ promise }) => promise))
      await lock(second)
    })
  const results = await Promise.allSettled([
    lockBoth(one.id, other.id, locked[0]),
    lockBoth(other.id, one.id, locked[1]),
  ])
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(failures.map((failure) => [failure.code, isDatabaseUnavailable(failure)])).toEqual([['40P01', true]])
})

test('a database whose name is not found, as while it moves to another machine, is unavailable', async () => {
  const pool = openPool({ host: 'database.invalid' })
  const failure: unknown = await pool.query('select 1').catch((thrown: unknown) => thrown)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  await pool.end()
})
