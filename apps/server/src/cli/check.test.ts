import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseUrl } from '../testing/database-url.ts'
import { createSharedFactory } from '../testing/factory.ts'
import { providerSettings } from '../testing/practice-settings.ts'
import { runProgram } from '../testing/run-program.ts'

const SECRET_KEY = 'x'.repeat(40)
const factory = await createSharedFactory({ SECRET_KEY })

test('check names everybody who may complete tickets but has no name in the profile, and no client', async () => {
  const users = await Promise.all(
    (['Client', 'Veterinarian', 'Admin', 'SuperAdmin'] as const).map((role) => factory.user(role)),
  )
  const ids = users.map(({ id }) => id)
  await sql`update users set first_name = null, email = roles[1] || '@nameless.example' where id = any(${ids}::uuid[])`.execute(
    factory.db,
  )
  const settings = {
    DATA_DIR: factory.dataDir,
    DATABASE_URL: databaseUrl(factory.connection),
    SECRET_KEY,
    DEMO: '0',
    ...providerSettings,
  }
  expect((await runProgram(settings, 'check')).stderr).toContain(
    'required to complete a post mortem: Admin@nameless.example, SuperAdmin@nameless.example, Veterinarian@nameless.example',
  )
})
