import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()

test('a rule is changed while its site or diagnosis is deleted, and neither request deadlocks', async () => {
  const [admin, other] = [await factory.user('Admin'), await factory.user('Admin')]
  const { id: site_id } = await factory.site()
  const diagnosis_id = (await admin.post('/diagnoses', { name: 'Never diagnosed' })).body.data.id
  const condition = { kind: 'count', threshold: 3, days: 7 }
  for (const [reference, path] of [
    [{ site_id }, `/sites/${site_id}`],
    [{ diagnosis_id }, `/diagnoses/${diagnosis_id}`],
  ] as const) {
    const { id } = (await admin.post('/alert-rules', { name: 'Deaths', ...condition, ...reference })).body.data
    await waitForJobs(factory.db)
    const answers = await whileLocked(factory.db, sql`select from alert_rules where id = ${id} for update`, [
      () => admin.put(`/alert-rules/${id}`, { name: 'More deaths' }),
      () => other.delete(path),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
})
