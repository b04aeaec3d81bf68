import { setTimeout as sleep } from 'node:timers/promises'
import { serverTexts } from '@chisholm/domain/server-texts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csvImports } from '../testing/csv-imports.ts'
import { createSharedFactory } from '../testing/factory.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { waitForLocks } from '../testing/while-locked.ts'
import { migrate, migrationLock } from './migrate.ts'

const lockTimeout = 300
const database = await createTestDatabase({ lockTimeout: `${lockTimeout}ms` })
const factory = await createSharedFactory({}, undefined, database)
const admin = await factory.user('Admin')

/** Starts work that waits for a row or lock which is held for longer than the lock timeout. */
async function whileHeld<Result>(hold: ReturnType<typeof sql>, work: () => Promise<Result>): Promise<Result> {
  const { started } = await factory.db.transaction().execute(async (tx) => {
    await hold.execute(tx)
    const started = work()
    await waitForLocks(factory.db, 1)
    await sleep(2 * lockTimeout)
    return { started }
  })
  return started
}
const rowOf = (id: string) => sql`select from sites where id = ${id} for update`

test('a change that waits too long for a lock ends with 503, and its repetition under the same key makes it', async () => {
  const site = await factory.site()
  const key = { 'idempotency-key': 'waits for a site' }
  const rename = () => admin.put(`/sites/${site.id}`, { phone: '+14035550123' }, key)
  const busy = await factory.db.transaction().execute(async (tx) => {
    await rowOf(site.id).execute(tx)
    return rename()
  })
  expect([busy.status, busy.body.message]).toEqual([503, serverTexts.refusal.unavailable])
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect((await rename()).status).toBe(200)
  expect((await admin.get(`/sites/${site.id}`)).body.data.phone).toBe('+14035550123')
})

test('an import waits for locks as long as it takes, because its file would have to be sent again', async () => {
  const { id } = await factory.site()
  const { data } = (await admin.get(`/sites/${id}`)).body
  const file = `email,customer,sites\nwaits@test.example,${data.customer.name},${data.name}\n`
  const { read } = csvImports(factory, admin)
  expect(await whileHeld(rowOf(id), () => read('users?apply=1', file))).toMatchObject({ applied: true })
})

test('a server that starts waits for the migrations of another one as long as they take', async () => {
  const migrated = await whileHeld(sql`select pg_advisory_xact_lock(${migrationLock})`, () => migrate(factory.pool))
  expect(migrated.applied).toEqual([])
})
