import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()
const details = { site_id: site.id, record_at: '2026-11-20' }

test('a ticket is created again while the carcass limits change, and neither request deadlocks', async () => {
  const admin = await factory.user('Admin')
  const diedAt = new Date(Date.now() - 3_600_000).toISOString()
  const body = { id: uuidv7(), ...details, animals: [{ tag: 'A' }, { tag: 'B', died_at: diedAt }] }
  expect((await client.post('/post-mortems', body)).status).toBe(201)
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from post_mortems where id = ${body.id} for update`, [
    () => client.post('/post-mortems', body),
    () => admin.put('/provider', { carcass_late_hours: 30 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 200])
})

test('of two tickets with the same animals in opposite order one is created, and neither request deadlocks', async () => {
  const create = (ids: string[]) =>
    client.post('/post-mortems', { id: uuidv7(), ...details, animals: ids.map((id) => ({ id, tag: id })) })
  for (let turn = 0; turn < 10; turn++) {
    const ids = Array.from({ length: 200 }, () => uuidv7())
    const answers = await Promise.all([create(ids), create(ids.toReversed())])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  }
})
