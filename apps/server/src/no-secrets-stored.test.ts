import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSecondFactorFactory } from './features/second-factor/testing/second-factor-factory.ts'
import { createSharedFactory } from './testing/factory.ts'
import { waitForEmail } from './testing/outbox-email.ts'
import { waitFor } from './testing/wait-for.ts'

const log: string[] = []
const factory = await createSharedFactory({ LOG_LEVEL: 'trace' }, { write: (line: string) => void log.push(line) })
const factors = createSecondFactorFactory(factory)

/** The whole database as text, one line per row. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(factory.db)
  const parts = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(factory.db)
    parts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}

test('no password, code, token or key is in database or log after its e-mail was sent', async () => {
  const { client, site } = await factory.client()
  const admin = await factory.user('SuperAdmin')
  const secrets: Record<string, string> = {}

  const invited = { email: 'new@feeders.example', customer_id: site.customerId, sites: [site.id] }
  expect((await admin.post('/user-invites', invited)).status).toBe(201)
  const invitation = (await waitForEmail(factory.dataDir, invited.email, 'password')).replaceAll('=\r\n', '')
  secrets['temporary password'] = /(\w{12}A7!)/.exec(invitation)?.[1] ?? ''
  await factory.anonymous.post('/auth/reset-password', { username: client.email })
  const reset = await waitForEmail(factory.dataDir, client.email, 'verification code')
  secrets['reset code'] = /code is ([A-Z0-9]{8})/.exec(reset)?.[1] ?? ''

  const signIn = await factory.anonymous.post('/auth/login', { username: admin.email, password: 'Cattle#2026' })
  secrets['password'] = 'Cattle#2026'
  secrets['access token'] = signIn.body.token
  secrets['refresh token'] = signIn.body.refresh
  const first = await factory.anonymous.post('/auth/login', {
    username: invited.email,
    password: secrets['temporary password'],
  })
  secrets['session of a first sign-in'] = first.body.session
  secrets['new password'] = 'Saddle!4711-brand'
  const { status } = await factory.anonymous.post('/auth/challenge', {
    session: first.body.session,
    username: invited.email,
    password: secrets['new password'],
    first_name: 'Ada',
    last_name: 'Reyes',
  })
  expect(status).toBe(200)
  const { secret, recoveryCodes } = await factors.withAuthenticator()
  secrets['key of an authenticator'] = secret
  secrets['recovery code'] = recoveryCodes[0] ?? ''

  for (const [name, text] of Object.entries(secrets))
    expect([name, text.length]).toEqual([name, Math.max(6, text.length)])
  await waitFor(async () => {
    const places = { database: await everything(), log: log.join('\n') }
    const found = Object.entries(secrets).flatMap(([name, text]) =>
      Object.entries(places).flatMap(([place, all]) => (all.includes(text) ? [`${name} in the ${place}`] : [])),
    )
    expect(found).toEqual([])
  })
})
