import { expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { readSettings } from '../../settings.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { createProviderReader } from './read-provider.ts'

const factory = await createSharedFactory()
const { settings } = readSettings({ DATA_DIR: factory.dataDir, DEMO: '0' })
if (!settings) throw new Error('wrong settings')
const details = { phone: '+1 403 555 0177', email: 'office@foothills.example', time_zone: 'America/Edmonton' }

test('details of the practice that were saved in a rolled-back transaction are never shown, and those of another server at once', async () => {
  const admin = await factory.user('Admin')
  const read = createProviderReader(settings.provider)
  const nameNow = async () => (await read(factory.db)).name
  expect((await admin.put('/provider', { ...details, name: 'First' })).status).toBe(200)
  expect(await nameNow()).toBe('First')
  const rolledBack = inTransaction({ db: factory.db }, async ({ db }) => {
    await db
      .insertInto('provider_details')
      .values({ version: 2, name: 'Never saved', phone: '', email: '', url: '', valid_from: new Date() })
      .execute()
    expect((await read(db)).name).toBe('Never saved')
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await nameNow()).toBe('First')
  expect((await admin.put('/provider', { name: 'Second' })).status).toBe(200)
  expect(await nameNow()).toBe('Second')
})
