import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sha256 } from './tokens.ts'

const factory = await createSharedFactory()

const limitsOf = async (kind: string) =>
  (await sql`select from rate_limits where key like ${`["${kind}",%`}`.execute(factory.db)).rows.length

/** Whether a failed request is counted for its source while what only known addresses have cannot be written. */
async function expectCountedMeanwhile(table: string, kind: string, [path, body, status]: [string, object, number]) {
  const failed = await factory.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)
    const sent = factory.anonymous.post(path, body)
    await waitFor(async () => expect(await limitsOf(kind)).toBeGreaterThan(0))
    return { sent }
  })
  expect((await failed.sent).status).toBe(status)
}

test('the time of a wrong password does not reveal whether the address is known: its entry in the audit log costs none', async () => {
  const { email: username } = await factory.user('Veterinarian')
  const request: [string, object, number] = ['/auth/login', { username, password: 'Wrong#2026' }, 401]
  await expectCountedMeanwhile('audit_entries', 'sign-in', request)
})

test('nor does that of a wrong code: counting the attempt of a known address costs none', async () => {
  const { id: user_id, email: username } = await factory.user('Veterinarian')
  const code = { user_id, code_hash: sha256('ABCD2345'), expires_at: sql<Date>`now() + interval '15 minutes'` }
  await factory.db.insertInto('reset_codes').values(code).execute()
  const reset = { username, password: 'Newer#2027', code: 'ZZZZZZZZ' }
  await expectCountedMeanwhile('reset_codes', 'reset code', ['/auth/confirm-reset-password', reset, 422])
})
